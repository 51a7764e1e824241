// Atomic updates whose results are used, of several kinds on one array, exchanges: undivided on both targets.
// flags: -Iinclude
// run: 1
// run: 10
// run: 100
#include <algorithm>
#include <appyl/appyl.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;
constexpr int B = 16;
// One array, several operators: element 0 the least, element 1 the greatest.
void range(view<const int> a, view<int> bounds, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    atomic_min(bounds(0), min(a(slice(i, B))));
    atomic_max(bounds(1), max(a(slice(i, B))));
  }
}
// Each element takes a place of its own.
void places(view<const int> a, view<int> count, view<int> order, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i)
    if (a(i) % 3 == 0) {
      const int at = atomic_add(count(0), 1);
      order(at) = a(i);
    }
}
void flags(view<const int> a, view<int> seen, view<int> first, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    atomic_exchange(seen(a(i)), 1);
    atomic_cas(first(a(i) % 4), -1, 7);
  }
}
void blocks(view<const int> to, view<int> hit, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) atomic_exchange(hit(to(slice(i, B))), 3);
}
// What a program does once, it does once, however many threads it has.
void once(view<const float, 2> a, view<int> count, view<float, 2> c, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    const tile<float> row = a(i, slice(32));
    const float total = sum(row);
    const int at = atomic_add(count(0), 1);
    c(i, slice(32)) = row * total + 0 * at;
  }
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 10;
  std::vector<int> a(n), bounds{1000, -1000}, count(1), order(n), seen(n), first(4, -1), hit(n);
  for (int i = 0; i < n; ++i) a[i] = i * 7 % n;
  range(a, bounds, n), places(a, count, order, n), flags(a, seen, first, n), blocks(a, hit, n);
  std::sort(order.begin(), order.end());
  std::printf("%d %d %d %d %d\n", bounds[0], bounds[1], count[0], first[0], first[3]);
  for (int i = 0; i < n; ++i) std::printf("%d %d %d ", order[i], seen[i], hit[i]);
  std::printf("\n");
  std::vector<float> A(n * 32, 0.5f), C(n * 32);
  once(view<const float, 2>(A, n, 32), count, view<float, 2>(C, n, 32), n);
  std::printf("%d %g\n", count[0], C[n * 32 - 1]);
}

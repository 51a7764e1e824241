// Lanes in other shapes, running sums inside of expressions, updates whose results are computed with.
// flags: -Iinclude
// run: 0
// run: 1
// run: 63
// run: 64
// run: 200
// run: 256
#include <appyl/appyl.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace appyl;

template <class T>
std::vector<T> fill(std::size_t n, int s) {
  std::vector<T> v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = static_cast<T>(static_cast<int>((i * 7 + s) % 13) - 6);
  return v;
}
template <class V>
void show(const char* name, const V& v) {
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += v[i] * (1 + i % 17);
  std::printf("%s %.10g\n", name, sum);
}

// A block of a row becomes a square, whose columns are summed; a square becomes a row again.
void squares(view<const float> x, view<float, 2> sums, view<float> back, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 64) {
    const tile<float, 2> t = reshape(x(slice(i, 64)), 8, 8);
    sums(i / 64, slice(8)) = sum(t, 0);
    const tile<float, 2> u = transpose(t) * 2.f + 1.f;
    back(slice(i, 64)) = reshape(u, 64);
  }
}
// Whole tiles in three shapes, without a slice.
template <int B, class T>
void shapes(view<T, 2> y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const tile<T, 2> t = reshape(cast<T>(arange<int>(B * 6)), 2, B * 3) + T(i);
    const tile<T, 3> u = reshape(t, 3, 2, B);
    y(i, slice(6)) = reshape(sum(u, 2), 6) + reshape(transpose(reshape(max(u, 2), 3, 2)), 6);
  }
}
// One lane more, one lane less, dimensions apart and together.
void units(view<const float, 2> x, view<float, 2> y) {
#pragma parallel
  for (int i = 0; i < x.extent(0); i += 4) {
    const tile<float, 2> t = x(slice(i, 4), slice(16));
    const tile<float, 3> u = reshape(t, 4, 4, 4);
    y(slice(i, 4), slice(4)) = sum(u * reshape(arange<float>(4), 1, 1, 4), 2);
  }
}
// Running sums where they are used, twice, and both ways.
void running(view<const float> x, view<float> y, view<float, 2> z, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 32) {
    const float last = max(cumsum(x(slice(i, 32))));
    y(slice(i, 32)) = cumsum(x(slice(i, 32))) * 2.f - cumsum(abs(x(slice(i, 32)))) / (1.f + abs(last));
  }
#pragma parallel
  for (int i = 0; i < z.extent(0); ++i) {
    const tile<float, 2> t = full(1.f, 4, 5) + reshape(x(slice(20)), 4, 5);
    z(i, slice(5)) = max(cumsum(cumsum(t, 0), 1), 0) + float(i);
  }
}
// Places in lists: each program appends its numbers behind those of the others.
void append(view<const int> keys, view<int> count, view<int> seen, view<int> locks, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; i += 16) {
    seen(slice(i, 16)) = atomic_add(count(keys(slice(i, 16))), 1) * 0 + 1;
    atomic_cas(locks(slice(i, 16)), 0, i + 1);
    atomic_cas(locks(slice(i, 16)), -1, 5);
  }
}

int main(int, char** argv) {
  const int n = std::atoi(argv[1]);
  const auto x = fill<float>(n + 64, 1);
  std::vector<float> sums(8 * (n / 64 + 1)), back(n), z(5 * (n + 1)), y(n);
  squares(view<const float>(x.data(), n), view<float, 2>(sums, n / 64 + 1, 8), back, n);
  show("squares", sums), show("back", back);
  std::vector<float> f(6 * n);
  shapes<5, float>(view<float, 2>(f, n, 6), n);
  show("shapes", f);
  std::vector<int> s(6 * n);
  shapes<4, int>(view<int, 2>(s, n, 6), n);
  show("shapes", s);
  const auto w = fill<float>(16 * n, 2);
  std::vector<float> v(4 * n);
  units(view<const float, 2>(w, n, 16), view<float, 2>(v, n, 4));
  show("units", v);
  running(view<const float>(x.data(), n + 20), y, view<float, 2>(z, n + 1, 5), n);
  show("running", y), show("both ways", z);
  std::vector<int> keys(n), count(7), seen(n), locks(n);
  for (int k = 0; k < n; ++k) keys[k] = k * k % 7, locks[k] = k % 3 - 1;
  append(keys, count, seen, locks, n);
  show("count", count), show("seen", seen), show("locks", locks);
}

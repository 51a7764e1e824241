// Every operator, named in the clause.
#include "print.h"
#include <algorithm>
#include <vector>

static void arithmetic(const long* a, int n) {
  long sum = 1, least = 1000, most = -1000;
  unsigned long product = 3;
#pragma parallel reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += a[i];
#pragma parallel reduction(* : product)
  for (int i = 0; i < n; ++i) product *= 2ul * static_cast<unsigned long>(a[i]) + 1;
#pragma parallel reduction(min : least)
  for (int i = 0; i < n; ++i) least = std::min(least, a[i]);
#pragma parallel reduction(max : most)
  for (int i = 0; i < n; ++i) most = std::max(most, a[i]);
  std::printf("%ld %lu %ld %ld\n", sum, product, least, most);
  long sign = 1;
#pragma parallel block reduction(* : sign)
  for (int i = 0; i < n; ++i) sign *= a[i] % 2 ? 1 : -1;
  std::printf("%ld\n", sign);
}

static void bits(const unsigned* a, int n) {
  unsigned both = 0xfffffff7u, either = 1u << 20, odd = 0x1234u;
#pragma parallel block reduction(& : both)
  for (int i = 0; i < n; ++i) both &= a[i] | 0xf0f0u;
#pragma parallel block reduction(| : either)
  for (int i = 0; i < n; ++i) either |= a[i] & 0x0ff0u;
#pragma parallel block reduction(^ : odd)
  for (int i = 0; i < n; ++i) odd ^= a[i];
  std::printf("%x %x %x\n", both, either, odd);
}

static void logic(const int* a, int n) {
  bool all = true, any = false;
  int allInt = 5, anyInt = 0;
#pragma parallel reduction(&& : all)
  for (int i = 0; i < n; ++i) all = all && a[i] > -50;
#pragma parallel reduction(|| : any)
  for (int i = 0; i < n; ++i) any = any || a[i] == 49;
#pragma parallel block(16) reduction(&& : allInt)
  for (int i = 0; i < n; ++i) allInt = allInt && a[i] != 17;
#pragma parallel block(16) reduction(|| : anyInt)
  for (int i = 0; i < n; ++i) anyInt = anyInt || a[i] < -49;
  std::printf("%d %d %d %d\n", all, any, allInt != 0, anyInt);
}

int main() {
  for (int n : sizes) {
    std::vector<long> a(n);
    fill(a.data(), n, 1);
    arithmetic(a.data(), n);
    std::vector<unsigned> u(n);
    fill(u.data(), n, 2);
    bits(u.data(), n);
    std::vector<int> v(n);
    fill(v.data(), n, 3);
    logic(v.data(), n);
  }
}

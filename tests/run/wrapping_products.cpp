// Products of 32 bits that wrap around: i * 0x80000000 is 0 for every even i, and all of them write one element.
// The sizes are looked at in front of the loop, which then runs in its order.
#include <cstdint>
#include <cstdio>
#include <vector>

void scatter(std::vector<double>& a, uint32_t n, uint32_t s) {
#pragma parallel
  for (uint32_t i = 0; i < n; ++i)
    if (i % 2 == 0) a[i * s] = i;
}

void named(double* a, uint32_t n, uint32_t s) {
#pragma parallel
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t at = i * s;
    if (i % 2 == 0) a[at] = i;
  }
}

void widened(double* a, std::size_t base, uint32_t n, uint32_t s) {
#pragma parallel
  for (uint32_t i = 0; i < n; ++i)
    if (i % 2 == 0) a[base + i * s] = i;
}

void narrowed(double* a, long n, long s) {
#pragma parallel
  for (long i = 0; i < n; ++i)
    if (i % 2 == 0) a[static_cast<uint32_t>(i * s)] = static_cast<double>(i);
}

void three(double* a, uint32_t n, uint32_t s, uint32_t t) {
#pragma parallel
  for (uint32_t i = 0; i < n; ++i)
    if (i % 2 == 0) a[i * s * t] = i;
}

// i * 32768 is 0 again for i = 131072.
void quotients(double* a, uint32_t n) {
#pragma parallel
  for (uint32_t i = 0; i < n; ++i) a[i * 32768 / 32768] = i;
}

void halves(double* a, uint32_t n, uint32_t s) {
#pragma parallel
  for (uint32_t i = 0; i < n; ++i)
    if (i % 2 == 0) a[i * s] = 1 + a[(i + n) * s];
}

void small(double* a, uint32_t n, uint32_t m) {
#pragma parallel
  for (uint32_t i = 0; i < n; ++i)
    for (uint32_t j = 0; j < m; ++j) a[i * m + j] = i + 2 * j;
}

int main() {
  const uint32_t half = 0x80000000u;
  std::vector<double> a(131072);
  double sum = 0;
  const auto add = [&] {
    for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * static_cast<double>(k % 13 + 1), a[k] = 1;
    std::printf("%.9g\n", sum);
  };
  scatter(a, 400001, half), add();
  named(a.data(), 400001, half), add();
  widened(a.data(), 3, 400001, half), add();
  narrowed(a.data(), 400001, static_cast<long>(half)), add();
  three(a.data(), 400001, half, half), add();
  quotients(a.data(), 400001), add();
  halves(a.data(), 400000, half), add();
  small(a.data(), 37, 53), add();
}

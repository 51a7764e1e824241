// Minima and maxima in every spelling and its mirror image.
#include "print.h"
#include <algorithm>
#include <cmath>
#include <vector>

static void minima(const double* a, int n) {
  double m[10];
  for (double& x : m) x = 45.5;
  double m0 = m[0], m1 = m[1], m2 = m[2], m3 = m[3], m4 = m[4], m5 = m[5], m6 = m[6], m7 = m[7], m8 = m[8], m9 = m[9];
#pragma parallel reduction(min : m0)
  for (int i = 0; i < n; ++i) m0 = std::min(m0, a[i]);
#pragma parallel reduction(m1)
  for (int i = 0; i < n; ++i) m1 = std::min(m1, a[i] + 0);
#pragma parallel reduction(min : m2)
  for (int i = 0; i < n; ++i) m2 = std::fmin(m2, a[i]);
#pragma parallel reduction(m3)
  for (int i = 0; i < n; ++i) m3 = fmin(a[i], m3);
#pragma parallel reduction(min : m4)
  for (int i = 0; i < n; ++i) m4 = a[i] < m4 ? a[i] : m4;
#pragma parallel reduction(m5)
  for (int i = 0; i < n; ++i) m5 = m5 < a[i] ? m5 : a[i];
#pragma parallel reduction(m6)
  for (int i = 0; i < n; ++i) m6 = m6 > a[i] ? a[i] : m6;
#pragma parallel reduction(min : m7)
  for (int i = 0; i < n; ++i)
    if (a[i] < m7) m7 = a[i];
#pragma parallel block reduction(m8)
  for (int i = 0; i < n; ++i)
    if (m8 > a[i]) {
      m8 = a[i];
    }
#pragma parallel block(16) reduction(m9)
  for (int i = 0; i < n; ++i) m9 = a[i] <= m9 ? a[i] : m9;
  std::printf("%a %a %a %a %a %a %a %a %a %a\n", m0, m1, m2, m3, m4, m5, m6, m7, m8, m9);
}

static void maxima(const float* a, int n) {
  float m0 = -45.5f, m1 = m0, m2 = m0, m3 = m0, m4 = m0, m5 = m0, m6 = m0, m7 = m0;
#pragma parallel reduction(max : m0)
  for (int i = 0; i < n; ++i) m0 = std::max(m0, a[i] * 0.5f);
#pragma parallel reduction(m1)
  for (int i = 0; i < n; ++i) m1 = std::max<float>(m1, std::abs(a[i]));
#pragma parallel reduction(max : m2)
  for (int i = 0; i < n; ++i) m2 = fmaxf(m2, a[i]);
#pragma parallel reduction(m3)
  for (int i = 0; i < n; ++i) m3 = std::fmax(a[i], m3);
#pragma parallel reduction(max : m4)
  for (int i = 0; i < n; ++i) m4 = a[i] > m4 ? a[i] : m4;
#pragma parallel reduction(m5)
  for (int i = 0; i < n; ++i) m5 = m5 >= a[i] ? m5 : a[i];
#pragma parallel reduction(m6)
  for (int i = 0; i < n; ++i)
    if (a[i] > m6) m6 = a[i];
#pragma parallel block(5) reduction(m7)
  for (int i = 0; i < n; ++i) {
    const float x = a[i] * a[i];
    if (m7 < x) m7 = x;
  }
  std::printf("%a %a %a %a %a %a %a %a\n", m0, m1, m2, m3, m4, m5, m6, m7);
}

// Both ends in one loop, from the first element on.
static void range(const int* a, int n) {
  if (n == 0) return;
  int low = a[0], high = a[0];
#pragma parallel reduction(min : low) reduction(max : high)
  for (int i = 1; i < n; ++i) {
    low = std::min(low, a[i]);
    high = std::max(high, a[i]);
  }
  std::printf("%d %d\n", low, high);
}

int main() {
  for (int n : sizes) {
    std::vector<double> d(n);
    fill(d.data(), n, 1);
    minima(d.data(), n);
    std::vector<float> f(n);
    fill(f.data(), n, 2);
    maxima(f.data(), n);
    std::vector<int> a(n);
    fill(a.data(), n, 3);
    range(a.data(), n);
  }
}

// Work arrays from outside a loop, of which each iteration writes what it reads: parts, recurrences, what the library
// fills and copies.
// not-checked: library
// flags: -std=c++20
#include "print.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <vector>

static void parts(const int* a, int* y, int n, int m) {
  int w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < m; ++k) w[k] = a[i * m + k];
    int s = 0;
    for (int k = 1; k < m; ++k) s += w[k] * w[k - 1];
    y[i] = s;
  }
}

// A tridiagonal system: forwards, and back.
static void recurrences(const int* a, int* y, int n, int m) {
  int c[64], x[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    c[0] = a[i];
    for (int k = 1; k < m; ++k) c[k] = (c[k - 1] * 3 + k) % 1000;
    x[m - 1] = c[m - 1];
    for (int k = m - 2; k >= 0; --k) x[k] = (c[k] + 2 * x[k + 1]) % 1000;
    for (int k = 0; k < m; ++k) y[i * m + k] = x[k];
  }
}

static int window(const int* a, int* y, int n) {
  int w[9], three[3];
#pragma parallel shape(a[n])
  for (int i = 0; i < n; ++i) {
    int m = 0;
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l) w[m++] = a[(i * 7 + k * 3 + l) % n];
    three[0] = w[8];
    three[1] = i;
    three[2] = w[0];
    std::sort(w, w + 9);
    int s = 0;
    for (int k = 0; k < 3; ++k) s = s * 3 + three[k];
    y[i] = w[4] * 10 + s;
  }
  return three[1];
}

static void steps(const int* a, int* y, int n) {
  int p[2][16];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 16; ++k) p[0][k] = a[i] + k;
    for (int t = 0; t < 5; ++t) {
      for (int k = 1; k < 15; ++k) p[1][k] = p[0][k - 1] - p[0][k + 1];
      for (int k = 1; k < 15; ++k) p[0][k] = p[1][k] % 100 + t;
    }
    y[i] = p[0][3];
  }
}

static void filled(const int* a, int* y, int n) {
  int u[8], v[8], w[8], x[8], z[8];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::fill(u, u + 8, i);
    std::fill_n(v, 8, 2);
    std::memset(w, 0, sizeof w);
    std::iota(x, x + 8, i);
    std::fill(std::begin(z), std::end(z), 3);
    u[i % 8] = a[i];
    v[(i + 1) % 8] = a[i];
    w[(i + 2) % 8] = a[i];
    z[(i + 3) % 8] = a[i];
    int s = 0;
    for (int k = 0; k < 8; ++k) s += k * (u[k] + 3 * v[k] + 5 * w[k] + 7 * x[k] + 11 * z[k]);
    y[i] = s;
  }
}

static void copied(const int* a, int* y, int n) {
  int u[8], v[8], w[8];
#pragma parallel shape(a[n * 8])
  for (int i = 0; i < n; ++i) {
    std::copy(a + i * 8, a + i * 8 + 8, u);
    std::copy_n(a + i * 8, 8, v);
    std::memcpy(w, a + i * 8, sizeof w);
    std::sort(u, u + 8);
    y[i] = u[0] + v[1] + w[2];
  }
}

static void arrays(const int* a, int* y, int n) {
  std::array<int, 8> u, v;
#pragma parallel private(v)
  for (int i = 0; i < n; ++i) {
    u.fill(i);
    v = {};
    u[i % 8] = a[i];
    v[i % 8] = a[i];
    int s = 0;
    for (int k = 0; k < 8; ++k) s += u[k] * k + v[k];
    y[i] = s;
  }
}

int main() {
  const int m = 6;
  for (int n : {0, 1, 2, 37, 130}) {
    std::vector<int> a(n * 8 + 8), y(n * m);
    fill(a.data(), a.size(), 1);
    parts(a.data(), y.data(), n, m);
    print("parts", y.data(), n);
    recurrences(a.data(), y.data(), n, m);
    print("recurrences", y.data(), n * m);
    if (n > 0) std::printf("last %d\n", window(a.data(), y.data(), n));
    print("window", y.data(), n);
    steps(a.data(), y.data(), n);
    print("steps", y.data(), n);
    filled(a.data(), y.data(), n);
    print("filled", y.data(), n);
    copied(a.data(), y.data(), n);
    print("copied", y.data(), n);
    arrays(a.data(), y.data(), n);
    print("arrays", y.data(), n);
  }
}

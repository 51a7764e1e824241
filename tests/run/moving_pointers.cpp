// Pointers and indices that go on by themselves, and what stands before and behind the loops that move them.
#include <cstdio>
#include <vector>

#include "print.h"

static void copyRows(int m, int n, const float* a, float* b) {
#pragma appyl parallel shape(a[m][n], b[m][n])
  for (int i = 0; i < m; ++i) {
    const float* p = a + i * n;
    float* q = b + i * n;
    for (int j = 0; j < n; ++j) *q++ = 2 * *p++;
  }
}

static void sumRows(int m, int n, const float* a, float* sums) {
#pragma appyl parallel block(32) shape(a[m][n], sums[m])
  for (int i = 0; i < m; ++i) {
    const float* p = a + i * n;
    float s = 0;
    for (int j = 0; j < n; ++j) s += *p++;
    sums[i] = s;
  }
}

static void product(int n, const float* a, const float* b, float* c) {
#pragma appyl parallel shape(a[n][n], b[n][n], c[n][n])
  for (int i = 0; i < n; ++i)
#pragma appyl parallel block(16)
    for (int j = 0; j < n; ++j) {
      const float *p = a + i * n, *q = b + j;
      float s = 0;
      for (int k = 0; k < n; ++k) {
        s += *p * *q;
        ++p;
        q += n;
      }
      c[i * n + j] = s;
    }
}

static void columns(int m, int n, const float* a, float* b) {
#pragma appyl parallel shape(a[m][n], b[m][n])
  for (int j = 0; j < n; ++j) {
    int k = j;
    for (int i = 0; i < m; ++i) {
      b[k] = a[k] + 1;
      k += n;
    }
  }
}

static void planes(int l, int m, int n, const float* a, float* b) {
#pragma appyl parallel shape(a[l][m][n], b[l][m][n])
  for (int h = 0; h < l; ++h) {
    int k = h * m * n;
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) b[k++] = a[h * m * n + i * n + j] - 1;
  }
}

int main() {
  for (const int n : {1, 7, 40}) {
    const int m = n + 3;
    std::vector<float> a(4 * m * m), b(4 * m * m), c(4 * m * m);
    fill(a.data(), a.size(), 1);
    copyRows(m, n, a.data(), b.data());
    float total = 0;
    for (const float x : b) total = total * 0.5F + x;
    sumRows(m, n, a.data(), c.data());
    for (const float x : c) total = total * 0.5F + x;
    product(n, a.data(), b.data(), c.data());
    for (const float x : c) total = total * 0.5F + x;
    columns(m, n, a.data(), b.data());
    for (const float x : b) total = total * 0.5F + x;
    planes(3, m, n, a.data(), c.data());
    for (const float x : c) total = total * 0.5F + x;
    std::printf("%d %.9g\n", n, static_cast<double>(total));
  }
}

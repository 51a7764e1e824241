// shape, device and data say where data lives on a GPU; on the CPU they change nothing.
#include "print.h"
#include <vector>

static void matrix(const float* a, const float* x, float* y, int n, int m) {
#pragma parallel shape(a[n][m], x[0:m], y[n])
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; ++j) s += a[i * m + j] * x[j];
    y[i] = s;
  }
}

static void onDevice(int* a, const int* b, int n) {
#ifndef ON_DEVICE  // where these are pointers of the host
#pragma parallel device(a, b) block(64)
#endif
  for (int i = 0; i < n; ++i) a[i] += b[i];
}

static void add(int* a, const int* b, int n) {
#pragma parallel block(64)
  for (int i = 0; i < n; ++i) a[i] += b[i];
}

static void region(int* a, int* b, int n) {
#pragma data(a[0:n], b[n])
  {
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = b[i] * 2;
    add(a, b, n);
#pragma parallel shape(b[n])
    for (int i = 0; i < n; ++i) b[i] = a[n - 1 - i];
  }
  onDevice(a, b, n);
}

static void pipelined(const float* a, float* s, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float sum = 0;
#pragma block(16) stages(3)
    for (int j = 0; j < m; ++j) sum += a[i * m + j];
    s[i] = sum;
  }
}

int main() {
  for (int n : {0, 1, 30, 129}) {
    const int m = 21;
    std::vector<float> a(n * m), x(m), y(n);
    fill(a.data(), a.size(), 1);
    fill(x.data(), x.size(), 2);
    matrix(a.data(), x.data(), y.data(), n, m);
    print("matrix", y.data(), n);
    pipelined(a.data(), y.data(), n, m);
    print("stages", y.data(), n);
    std::vector<int> c(n), d(n);
    fill(d.data(), n, 3);
    region(c.data(), d.data(), n);
    print("region", d.data(), n);
  }
}

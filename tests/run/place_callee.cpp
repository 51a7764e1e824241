// A function with annotated loops that is called from an annotated loop runs them sequentially there, and it still is
// right when it is called from elsewhere.
#include "print.h"
#include <vector>

static void scaleRow(float* row, int m, float factor) {
#pragma parallel
  for (int j = 0; j < m; ++j) row[j] *= factor;
}

static long sumRow(const int* row, int m) {
  long s = 0;
#pragma parallel block(8) reduction(+ : s)
  for (int j = 0; j < m; ++j) s += row[j];
  return s;
}

static void scaleAll(float* a, int n, int m) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) scaleRow(a + i * m, m, static_cast<float>(i + 1));
}

static void sumAll(const int* a, long* r, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) r[i] = sumRow(a + i * m, m);
}

static long sumOfSums(const int* a, int n, int m) {
  long total = 0;
#pragma parallel reduction(+ : total)
  for (int i = 0; i < n; ++i) {
    const long row = sumRow(&a[i * m], m);
    total += row * (i + 1);
  }
  return total;
}

#ifndef ON_DEVICE  // the function's references would be the host's
template <class F>
static void each(int n, F f) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) f(i);
}
#endif

int main() {
  for (int n : {0, 1, 9, 140}) {
    const int m = 20;
    std::vector<float> f(n * m);
    fill(f.data(), f.size(), 1);
    scaleAll(f.data(), n, m);
    scaleRow(f.data(), n * m, 0.5f);
    print("scaled", f.data(), f.size());
    std::vector<int> a(n * m);
    fill(a.data(), a.size(), 2);
    std::vector<long> r(n);
    sumAll(a.data(), r.data(), n, m);
    print("sums", r.data(), r.size());
    std::printf("%ld %ld\n", sumOfSums(a.data(), n, m), sumRow(a.data(), n * m));
#ifndef ON_DEVICE
    each(n, [&](int i) { r[i] += i; });
    each(n, [&](int i) { scaleRow(&f[i * m], m, 2.0f); });
    print("each", r.data(), r.size());
    print("each", f.data(), f.size());
#endif
  }
}

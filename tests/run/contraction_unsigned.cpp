// Rows that run backwards, with unsigned sizes, whose negatives would be large numbers.
#include <cstdio>
#include <vector>
void f(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
#pragma parallel
  for (unsigned i = 0; i < m; ++i)
#pragma parallel
    for (unsigned j = 0; j < n; ++j) {
      float sum = 0;
      for (unsigned p = 0; p < k; ++p) sum += a[(m - 1 - i) * k + p] * b[p * n + (n - 1 - j)];
      c[(m - 1 - i) * n + j] = sum;
    }
}
// Up to the last one: that there is one is no question.
void inclusive(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
#pragma parallel
  for (unsigned i = 0; i <= m - 1; ++i)
#pragma parallel
    for (unsigned j = 0; j <= n - 1; ++j)
      for (unsigned p = 0; p <= k - 1; ++p) c[i * n + j] += a[i * k + p] * b[p * n + j];
}
int main() {
  unsigned m = 70, n = 67, k = 33;
  std::vector<float> a(m * k), b(k * n), c(m * n);
  for (unsigned i = 0; i < a.size(); ++i) a[i] = i % 7;
  for (unsigned i = 0; i < b.size(); ++i) b[i] = i % 5;
  f(a.data(), b.data(), c.data(), m, n, k);
  inclusive(a.data(), b.data(), c.data(), m, n, k);
  double s = 0;
  for (unsigned i = 0; i < c.size(); ++i) s += c[i] * (i % 11);
  std::printf("%.9g\n", s);
}

// Strides that are differences of unsigned sizes; columns that run backwards; several batches.
#include <cstdio>
#include <cstddef>
#include <vector>
void f(const double* a, const double* b, double* c, std::size_t m, std::size_t n, std::size_t k, unsigned pad) {
#pragma parallel
  for (std::size_t i = 0; i < m; ++i)
#pragma parallel
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t p = 0; p < k; ++p) c[(m - 1 - i) * (n + pad) + (n - 1 - j)] += a[i * k + (k - 1 - p)] * b[(k - 1 - p) * (n + pad) + j];
}
void g(const int* a, const int* b, int* c, unsigned short m, unsigned short n, unsigned short k) {
#pragma parallel
  for (unsigned short i = 0; i < m; ++i)
#pragma parallel
    for (unsigned short j = 0; j < n; ++j) {
      int s = 0;
      for (unsigned short p = 0; p < k; ++p) s += a[(k - 1 - p) * m + i] * b[p + k * (n - 1 - j)];
      c[i + m * j] = s;
    }
}
void h(float (*a)[40], float (*b)[50], float (*c)[50], unsigned m, unsigned n, unsigned k) {
#pragma parallel
  for (unsigned i = 2; i < m; ++i)
#pragma parallel
    for (unsigned j = 1; j <= n; ++j) {
      c[m - 1 - i][n - j] = 1;
      for (unsigned p = 3; p < k; ++p) c[m - 1 - i][n - j] -= 2 * a[m - i][k - p] * b[p - 3][j];
    }
}
void z(const float* a, const float* b, float* c, unsigned batches, unsigned m, unsigned n, unsigned k) {
#pragma parallel
  for (unsigned q = 0; q < batches; ++q)
#pragma parallel
    for (unsigned i = 0; i < m; ++i)
      for (unsigned j = 0; j < n; ++j) {
        float s = 0;
        for (unsigned p = 0; p < k; ++p) s += a[((batches - 1 - q) * m + i) * k + p] * b[p * n + j];
        c[((batches - 1 - q) * m + (m - 1 - i)) * n + j] = s;
      }
}
template <class T> void put(const char* w, const T* v, std::size_t n) { double s = 0; for (std::size_t i = 0; i < n; ++i) s += double(v[i]) * (i % 13 + 1); std::printf("%s %.12g\n", w, s); }
int main() {
  std::size_t m = 30, n = 20, k = 17; unsigned pad = 3;
  std::vector<double> a(m * k), b(k * 23), c(m * 23); for (size_t i = 0; i < a.size(); ++i) a[i] = i % 7; for (size_t i = 0; i < b.size(); ++i) b[i] = i % 5;
  f(a.data(), b.data(), c.data(), m, n, k, pad); put("f", c.data(), c.size());
  std::vector<int> ia(17 * 30), ib(17 * 20), ic(600); for (size_t i = 0; i < ia.size(); ++i) ia[i] = i % 7; for (size_t i = 0; i < ib.size(); ++i) ib[i] = i % 5;
  g(ia.data(), ib.data(), ic.data(), 30, 20, 17); put("g", ic.data(), ic.size());
  static float x[40][40], y[60][50], w[50][50]; for (int i = 0; i < 1600; ++i) x[i / 40][i % 40] = i % 3; for (int i = 0; i < 3000; ++i) y[i / 50][i % 50] = i % 4;
  h(x, y, w, 35, 40, 33); put("h", &w[0][0], 2500);
  std::vector<float> za(4 * 30 * 17), zb(17 * 20), zc(4 * 600); for (size_t i = 0; i < za.size(); ++i) za[i] = i % 7; for (size_t i = 0; i < zb.size(); ++i) zb[i] = i % 5;
  z(za.data(), zb.data(), zc.data(), 4, 30, 20, 17); put("z", zc.data(), zc.size());
}

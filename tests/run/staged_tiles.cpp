// Programs that keep tiles in shared memory: templates, members, masks, spans, strides; and some that cannot.
// run: 0 0 0
// run: 1 1 1
// run: 9 41 30
// run: 40 64 70
// flags: -std=c++20
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>
template <class T>
std::vector<T> fill(std::size_t n, int s) {
  std::vector<T> v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = static_cast<T>(static_cast<double>((i * 7 + s) % 13) - 6.0);
  return v;
}
template <class V>
void show(const char* t, const V& v) {
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i) s += v[i] * (1 + i % 17);
  std::printf("%s %.10g\n", t, s);
}
constexpr int tile = 24;
template <typename T, int B, int W>
void batched(int z, int m, int n, int k, const T* a, const T* b, T beta, T* c) {
#pragma parallel
  for (int q = 0; q < z; ++q)
#pragma parallel block(B)
    for (int i = 0; i < m; ++i)
#pragma parallel block(2 * B)
      for (int j = 0; j < n; ++j) {
        T acc{};
        const T old = c[(q * m + i) * n + j];
        constexpr int off = W - 1;
        const int row = i + off - (W - 1);
#pragma block(W)
        for (int p = 0; p < k; ++p) acc += a[(q * m + i) * k + p] * b[(q * k + p) * n + j];
        c[(q * m + row) * n + j] = acc + beta * old;
      }
}
struct Matrix {
  int rows, cols;
  std::vector<float> v;
  Matrix(int r, int c, int s) : rows(r), cols(c), v(fill<float>(std::size_t(r) * c, s)) {}
  void times(const Matrix& a, const Matrix& b) {
    const int k = a.cols;
#pragma parallel block(tile)
    for (int i = 0; i < rows; ++i)
#pragma parallel block(40)
      for (int j = 0; j < cols; ++j) {
        float s = 0, big = 0;
        int at = -1;
#pragma block(7)
        for (int p = 0; p < k; p++) {
          const float x = a.v[i * k + p], y = b.v[p * cols + j];
          s += x * y;
          if (x * y > big) {
            big = x * y;
            at = p;
          }
        }
        v[i * cols + j] = s + big * at;
      }
  }
};
struct P {
  int a[2];
  short b;
};
int main(int argc, char** argv) {
  const int m = argc > 1 ? std::atoi(argv[1]) : 5, n = std::atoi(argv[2]), k = std::atoi(argv[3]);
  {
    const auto a = fill<double>(3 * m * k, 1), b = fill<double>(3 * n * k, 2);
    auto c = fill<double>(3 * m * n, 3);
    batched<double, 8, 4>(3, m, n, k, a.data(), b.data(), 0.5, c.data());
    show("batched", c);
  }
  {
    Matrix a(m, k, 1), b(k, n, 4), c(m, n, 5);
    c.times(a, b);
    show("matrix", c.v);
  }
  {  // integers, masks, unsigned; an index table
    const auto w = fill<int>(n + 1, 3), idx = fill<int>(n + 8, 4);
    const auto base = fill<long>(64, 9);
    std::vector<long> out(m);
    unsigned um = m, un = n;
#pragma parallel block(32)
    for (unsigned i = 0; i < um; ++i) {
      long s = 0;
      unsigned hits = 0;
#pragma block(16)
      for (unsigned j = 0; j < un; ++j) {
        if (w[j] > 0 && idx[j] > 0) {
          s += base[(idx[j] + static_cast<int>(i)) % 32 + 20] * w[j + 1];
          ++hits;
        }
        switch (w[j]) {
          case 1: s += 1; break;
          case 2: s -= static_cast<long>(i); [[fallthrough]];
          default: s += 2;
        }
      }
      out[i] = s * 3 + hits;
    }
    show("masks", out);
  }
  {  // structs with arrays, spans, std::array rows
    std::vector<P> ps(n);
    for (int i = 0; i < n; ++i) ps[i] = {{i % 3, i % 5}, static_cast<short>(i % 7)};
    std::vector<std::array<float, 4>> rows(n);
    for (int i = 0; i < n; ++i) rows[i] = {1.f * i, 2.f, 3.f, i % 2 ? 1.f : 0.f};
    std::span<const P> sp(ps);
    std::vector<float> out(m * 2);
#pragma parallel block(64)
    for (int i = 0; i < m; ++i) {
      float s0 = 0, s1 = 1;
      float t = 0, u = 0;
#pragma block(16) stages(4)
      for (int j = 0; j < n; ++j) {
        t += sp[j].a[0] * sp[j].b + rows[j][3] * rows[j][0];
        u += sp[j].a[1] * i;
      }
      out[2 * i] = t + s0;
      out[2 * i + 1] = u + s1;
    }
    show("structs", out);
  }
  {  // triangular: its range differs
    std::vector<double> x = fill<double>(m + 1, 2), y(m);
#pragma parallel block(16)
    for (int i = 0; i < m; ++i) {
      double s = 0;
#pragma block(4)
      for (int j = 0; j < i; ++j) s += x[j];
      y[i] = s;
    }
    show("triangle", y);
  }
  {  // strided outer loop and step in subscripts; array updated atomically
    const auto x = fill<double>(4 * (m + k) + 8, 2);
    std::vector<double> y(2 * m + 2), hist(8);
#pragma parallel block(16) reduction(+ : hist)
    for (int i = 1; i < 2 * m; i += 2) {
      double s = 0;
#pragma block(8)
      for (int q = 2; q <= k; ++q) s += x[2 * i + 3 * q - 3 * 2] * x[q];
      y[i] = s;
      hist[(i / 2) % 8] += s;
    }
    show("strided", y);
    show("hist", hist);
  }
  {  // complex: no array of it in shared memory
    std::vector<std::complex<double>> z(n, {1, 2}), y(m);
#pragma parallel block(16)
    for (int i = 0; i < m; ++i) {
      std::complex<double> s = 0;
#pragma block(8)
      for (int j = 0; j < n; ++j) s += z[j] * double(i);
      y[i] = s;
    }
    double s = 0;
    for (auto& e : y) s += e.real() + 3 * e.imag();
    std::printf("complex %.10g\n", s);
  }
  {  // last values, a counter of its own behind the loop
    const auto x = fill<double>(n + 1, 2);
    std::vector<double> y(m);
    double last = 0;
    int j;
#pragma parallel block(16)
    for (int i = 0; i < m; ++i) {
      last = 0;
#pragma block(8)
      for (j = 0; j < n; ++j) last += x[j] * i;
      y[i] = last + j;
    }
    std::printf("last %g\n", m > 0 ? last : 0.0);
    show("y", y);
  }
}

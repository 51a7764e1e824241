// What a product's sums start at and what becomes of them: biases, factors, what was there before, functions of the
// sum and of its place; types that are stored narrower than they are summed up in; templates.
#include "print.h"
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <vector>

struct Relu {
  float operator()(float x) const { return x > 0 ? x : 0; }
};
static inline float clamped(float x) { return x > 3 ? 3 : x; }

static void biased(const float* a, const float* b, const float* bias, float* c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      float sum = bias[j];
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
}

template <class Activation>
static void activated(const float* a, const float* b, const float* bias, float* c, int m, int n, int k,
                      Activation activation) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      const float shifted = sum - bias[i];
      c[i * n + j] = activation(shifted + bias[j]);
    }
}

static void scaled(const double* a, const double* b, double* c, int m, int n, int k, double alpha, double beta) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = alpha * sum + beta * c[i * n + j];
    }
}

static void added(const float* a, const float* b, float* c, int m, int n, int k) {
  int i, j, p;
  float sum;
#pragma parallel
  for (i = 0; i < m; ++i)
#pragma parallel
    for (j = 0; j < n; ++j) {
      sum = 0.f;
      for (p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] -= sum + 1;
    }
  std::printf("i = %d\n", i);
}

static void placed(const float* a, const float* b, float* c, int m, int n, int k) {
#pragma parallel
  for (int i = 1; i < m; ++i)
#pragma parallel
    for (int j = 2; j < n; ++j) {
      float sum = static_cast<float>(i % 3);
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      if (sum > 20) sum = clamped(sum);
      sum *= 1.5f;
      c[i * n + j] = sum / static_cast<float>(i + 2 * j);
    }
}

static void mean(const double* data, double* cov, int m, int n, double count) {
#pragma parallel
  for (int i = 0; i < m; i++)
    for (int j = i; j < m; j++) {
      cov[i * m + j] = 0.0;
      for (int k = 0; k < n; k++) cov[i * m + j] += data[k * m + i] * data[k * m + j];
      cov[i * m + j] /= count - 1.0;
    }
}

static void blended(const double* a, const double* b, double* c, const double* w, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; i++)
#pragma parallel
    for (int j = 0; j < n; j++) {
      double sum = w[i] * c[i * n + j] + w[j];
      for (int p = 0; p < k; p++) sum += 2 * a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
}

static void narrowed(const short* a, const short* b, unsigned char* c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; i++)
#pragma parallel
    for (int j = 0; j < n; j++) {
      int sum = 0;
      for (int p = 0; p < k; p++) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = static_cast<unsigned char>(std::min(std::max(sum >> 4, 0), 255));
    }
}

template <class Real, class Sum>
static void generic(const std::vector<Real>& a, const Real* b, Real* c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; i++)
#pragma parallel
    for (int j = 0; j < n; j++) {
      Sum sum = 0;
      for (int p = 0; p < k; p++) sum += Sum(a[i * k + p]) * Sum(b[p * n + j]);
      c[i * n + j] = static_cast<Real>(sum);
    }
}

// The element that is there before, of a type that the template's arguments choose.
template <class Real>
static void onTop(const Real* a, const Real* b, Real* c, std::vector<Real>& d, Real beta, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; i++)
#pragma parallel
    for (int j = 0; j < n; j++) {
      Real sum = 0;
      for (int p = 0; p < k; p++) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] += sum;
    }
#pragma parallel
  for (int i = 0; i < m; i++)
#pragma parallel
    for (int j = 0; j < n; j++) {
      Real sum = beta * d[i * n + j];
      for (int p = 0; p < k; p++) sum += a[i * k + p] * b[p * n + j];
      d[i * n + j] = sum;
    }
#pragma parallel
  for (int i = 0; i < m; i++)
#pragma parallel
    for (int j = 0; j < n; j++) {
      Real sum = 0;
      for (int p = 0; p < k; p++) sum += a[i * k + p] * b[p * n + j];
      d[i * n + j] = d[i * n + j] * beta + sum;
    }
}

// Not a product of floating-point numbers that the kernels know; it stays a loop.
static void complexes(const std::complex<double>* a, const std::complex<double>* b, std::complex<double>* c, int m, int n,
                      int k) {
#pragma parallel
  for (int i = 0; i < m; i++)
#pragma parallel
    for (int j = 0; j < n; j++) {
      std::complex<double> sum = 0;
      for (int p = 0; p < k; p++) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
}

template <class T>
static std::vector<T> values(std::size_t n, unsigned seed) {
  std::vector<T> result(n);
  fillFraction(result.data(), n, seed);
  return result;
}

// Where there is no term, or no element, the factor, or the start, is not there either.
static void factorsWithTerms(const double* a, const double* b, double* c, const double* w, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int p = 0; p < k; ++p) sum += w[k - 1] * a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      double sum = w[n - 1];
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] += sum;
    }
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      c[i * n + j] *= w[n - 1];
      for (int p = 0; p < k; ++p) c[i * n + j] += a[i * k + p] * b[p * n + j];
    }
}
static void dividedFactors(const int* a, const int* b, int* c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      int sum = 0;
      for (int p = 0; p < k; ++p) sum += (100 / k) * a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
}

int main() {
  const int all[][3] = {{0, 1, 1}, {1, 1, 0}, {4, 3, 2},
#ifdef ON_DEVICE
                        {17, 21, 9}
#else
                        {53, 61, 47}, {30, 49, 800}
#endif
  };
  for (const auto& [m, n, k] : all) {
    const std::size_t mk = m * k, kn = k * n, mn = m * n;
    const auto a = values<float>(mk, 1), b = values<float>(kn, 2), bias = values<float>(m + n, 3);
    const auto da = values<double>(mk, 4), db = values<double>(kn, 5);
    auto c = values<float>(mn, 6);
    auto d = values<double>(mn, 7);
    biased(a.data(), b.data(), bias.data(), c.data(), m, n, k);
    print("biased", c.data(), mn);
    activated(a.data(), b.data(), bias.data(), c.data(), m, n, k, Relu());
    print("relu", c.data(), mn);
    activated(a.data(), b.data(), bias.data(), c.data(), m, n, k, [](float x) { return x * x; });
    print("squares", c.data(), mn);
    scaled(da.data(), db.data(), d.data(), m, n, k, 0.5, -2);
    print("scaled", d.data(), mn);
    added(a.data(), b.data(), c.data(), m, n, k);
    print("added", c.data(), mn);
    placed(a.data(), b.data(), c.data(), m, n, k);
    print("placed", c.data(), mn);
    auto cov = values<double>(n * n, 8);
    mean(db.data(), cov.data(), n, k, k);
    if (k != 1) print("mean", cov.data(), cov.size());
    const auto w = values<double>(m + n, 9);
    blended(da.data(), db.data(), d.data(), w.data(), m, n, k);
    print("blended", d.data(), mn);
    std::vector<short> sa(mk), sb(kn);
    fill(sa.data(), mk, 10), fill(sb.data(), kn, 11);
    std::vector<unsigned char> sc(mn);
    narrowed(sa.data(), sb.data(), sc.data(), m, n, k);
    print("narrowed", sc.data(), mn);
    generic<float, float>(a, b.data(), c.data(), m, n, k);
    print("float", c.data(), mn);
    generic<float, double>(a, b.data(), c.data(), m, n, k);
    print("double", c.data(), mn);
    generic<double, double>(da, db.data(), d.data(), m, n, k);
    print("doubles", d.data(), mn);
    auto e = values<double>(mn, 12);
    onTop(da.data(), db.data(), d.data(), e, -0.5, m, n, k);
    print("on top", d.data(), mn);
    print("scaled, on top", e.data(), mn);
    const auto own = values<double>(n < k ? k : n, 13);  // none where neither terms nor elements are there
    factorsWithTerms(da.data(), db.data(), d.data(), n > 0 && m > 0 ? own.data() : nullptr, m, n, k);
    print("factors", d.data(), mn);
    std::vector<int> ia(mk), ib(kn), ic(mn);
    fill(ia.data(), mk, 14), fill(ib.data(), kn, 15);
    dividedFactors(ia.data(), ib.data(), ic.data(), m, n, k);
    print("divided", ic.data(), mn);
    std::vector<std::complex<double>> ca(da.begin(), da.end()), cb(db.begin(), db.end()), cc(mn);
    for (auto& each : ca) each += std::complex<double>(0, 0.5);
    complexes(ca.data(), cb.data(), cc.data(), m, n, k);
    double sums[2] = {0, 0};
    for (const auto& each : cc) sums[0] += each.real(), sums[1] += each.imag();
    print("complex", sums, 2);
  }
  return 0;
}

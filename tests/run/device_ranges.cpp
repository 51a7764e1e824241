// What of an array a loop touches: arrays that begin at 1, conditions around accesses, halves and tails, sub-objects.
#include "print.h"
#include <vector>
#include <cmath>
#include <complex>
#include <cstdint>
// 1-based arrays, conditions around accesses, several ranges of one array, min in bounds
static void shifted(double* a, int n) {
  if (n == 0) return;
  double* one = a - 1;
#pragma parallel
  for (int i = 1; i <= n; ++i) one[i] += i;
}
static void boundary(const double* a, double* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double left = 0, right = 0;
    if (i > 0) left = a[i - 1];
    if (i + 1 < n) right = a[i + 1];
    b[i] = i == 0 || i == n - 1 ? a[i] : (left + right) / 2;
  }
}
static void halves(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n / 2; ++i) a[i] = a[i + n / 2] + 1;
}
static void tail(int* a, int n) {
#pragma parallel
  for (int i = n - 5 > 0 ? n - 5 : 0; i < n; ++i) a[i] = -1;
}
static void wrap(const int* a, int* b, unsigned n) {
#pragma parallel shape(a[n])
  for (unsigned i = 0; i < n; ++i) b[i] = a[i / 2] + a[i % 7 < n ? i % 7 : 0];
}
struct Particle { float x[3]; float v[3]; int id; };
static void drift(Particle* p, int n, float dt) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int d = 0; d < 3; ++d) p[i].x[d] += dt * p[i].v[d];
}
static void ids(Particle* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) p[i].id = n - i;
}
static void rotate(std::vector<std::complex<double>>& z, double angle) {
  const std::complex<double> w(std::cos(angle), std::sin(angle));
#pragma parallel
  for (std::size_t i = 0; i < z.size(); ++i) z[i] *= w;
}
static int pickLast(const int* a, int n) {
  int last = -1;
#pragma parallel
  for (int i = 0; i < n; ++i) { last = a[i]; }
  return last;
}
static double two(const double* a, const double* b, int n) {
  double lo = 1e9, hi = -1e9, s = 0;
#pragma parallel reduction(min : lo) reduction(max : hi) reduction(+ : s)
  for (int i = 0; i < n; ++i) { lo = std::fmin(lo, a[i]); if (b[i] > hi) hi = b[i]; s += a[i] * b[i]; }
  return lo + hi * 3 + s * 7;
}
static void floatMath(const float* x, float* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = std::sqrt(std::abs(x[i])) + std::pow(x[i], 2) + std::fabs(x[i]) * std::floor(x[i] / 3) + std::abs(i - 5);
}
// Only the types of these subscripts bound them: the arrays are shorter.
static void byType(const std::vector<std::uint8_t>& k, const std::vector<int>& x, const int (&short_)[4], std::vector<int>& y) {
#pragma parallel
  for (std::size_t i = 0; i < k.size(); ++i) {
    std::uint32_t hash = static_cast<std::uint32_t>(i) * 2654435761u;
    hash >>= 29;
    y[i] = x[k[i]] + 10 * short_[k[i] / 2] + 100 * x[hash];
  }
}
// Ends of pointers, arrays that are looked through as a whole.
static double weights[4] = {1, 2, 3, 4};
static double sum4(const double (&v)[4]) { double s = 0; for (double e : v) s += e; return s; }
static void whole(const int* first, const int* last, double* y) {
  const long n = last - first;
  const double shares[3] = {.5, .25, .125};
#pragma parallel
  for (long i = 0; i < n; ++i) {
    double s = 0;
    for (double e : weights) s += e * i;
    for (double e : shares) s += e;
    double own[4] = {1. * i, 2, 3, 4};
    y[i] = s + sum4(own) + sum4(weights) + first[i];
  }
}
int main() {
  for (int n : {0, 1, 2, 5, 64, 129}) {
    std::vector<double> a(n), b(n); fillFraction(a.data(), n, 1);
    shifted(a.data(), n); boundary(a.data(), b.data(), n); print("b", b.data(), n);
    std::vector<int> c(n), d(n); fill(c.data(), n, 2); halves(c.data(), n); tail(c.data(), n); print("c", c.data(), n);
    wrap(c.data(), d.data(), n); print("d", d.data(), n);
    std::vector<Particle> p(n); for (int i = 0; i < n; ++i) p[i] = {{1, 2, float(i)}, {float(i), 1, 2}, 7};
    drift(p.data(), n, 0.5f); ids(p.data(), n); for (auto& q : p) std::printf("%g %g %g %d\n", q.x[0], q.x[1], q.x[2], q.id);
    std::vector<double> w(n); whole(c.data(), c.data() + n, w.data()); print("w", w.data(), n);
    std::vector<std::uint8_t> k(n); std::vector<int> x8(8), y8(n); for (int i = 0; i < n; ++i) k[i] = 7 - i % 8; fill(x8.data(), 8, 5);
    byType(k, x8, {1, 2, 3, 4}, y8); print("type", y8.data(), n);
    std::vector<std::complex<double>> z(n, {1, 2}); rotate(z, 0.3); print("z", reinterpret_cast<double*>(z.data()), 2 * n);
    std::printf("%d\n~ %.17g\n", pickLast(c.data(), n), two(a.data(), b.data(), n));
    std::vector<float> x(n), y(n); fillFraction(x.data(), n, 3); floatMath(x.data(), y.data(), n); print("y", y.data(), n);
  }
}

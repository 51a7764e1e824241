// Parallel loops inside programs: reductions of rows, memory of the program that several threads fill,
// branches.
// run: 0 0
// run: 1 1
// run: 7 33
// run: 13 300
// run: 130 5
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
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
template <class Real>
void softmax(int n, int m, const Real* x, Real* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Real most = -std::numeric_limits<Real>::infinity(), total = 0;
#pragma parallel reduction(max : most)
    for (int j = 0; j < m; ++j) most = std::max(most, x[i * m + j]);
#pragma parallel reduction(total)
    for (int j = 0; j < m; ++j) {
      y[i * m + j] = std::exp(x[i * m + j] - most);
      total += y[i * m + j];
    }
#pragma parallel
    for (int j = 0; j < m; ++j) y[i * m + j] /= total;
  }
}
struct Grid {
  int rows, cols;
  std::vector<double> v, sums;
  void step(double w) {
#pragma parallel
    for (int i = 0; i < rows; i++) {
      double s = 0;
#pragma parallel reduction(+ : s)
      for (int j = 0; j < cols; j++) s += v[i * cols + j] * w;
      sums[i] = s;
      if (s > 0) {
#pragma parallel
        for (int j = 0; j < cols; ++j) v[i * cols + j] -= s;
      } else {
        sums[i] -= 1;
      }
    }
  }
};
void element(int n, int m, const double* a, double* r) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    r[i] *= 2;
#pragma parallel reduction(+ : r[i])
    for (int j = 1; j <= m - 1; ++j) r[i] += a[i * m + j];
    r[i] += 1;
  }
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 5, m = std::atoi(argv[2]);
  {
    const auto x = fill<double>(n * m, 1);
    std::vector<double> y(n * m);
    softmax(n, m, x.data(), y.data());
    show("softmax", y);
    const auto xf = fill<float>(n * m, 1);
    std::vector<float> yf(n * m);
    softmax(n, m, xf.data(), yf.data());
    double s = 0;
    for (float f : yf) s += f;
    std::printf("~ %.10g\n", s);
  }
  {
    Grid g{n, m, fill<double>(n * m, 2), std::vector<double>(n)};
    g.step(0.5);
    g.step(0.25);
    show("grid", g.v);
    show("sums", g.sums);
  }
  {  // matrix times vector, an element reduced
    const auto a = fill<double>(n * m, 3), x = fill<double>(m, 4);
    std::vector<double> y(n);
#pragma parallel
    for (int i = 0; i < n; ++i)
#pragma parallel reduction(+ : y)
      for (int j = 0; j < m; ++j) y[i] += a[i * m + j] * x[j];
    show("matvec", y);
    element(n, m, a.data(), y.data());
    show("element", y);
  }
  {  // scratch of the program in shared memory, a time loop inside, two dimensions inside
    std::vector<double> out(n * 36);
    double* o = out.data();
    const int steps = m % 4;
#pragma parallel
    for (int i = 0; i < n; ++i) {
      double t[6][6], u[6][6];
#pragma parallel
      for (int a = 0; a < 6; ++a)
#pragma parallel
        for (int b = 0; b < 6; ++b) t[a][b] = a * b + i;
      t[0][0] = -1;
      for (int step = 0; step < steps; ++step) {
#pragma parallel
        for (int a = 0; a < 6; ++a)
#pragma parallel
          for (int b = 0; b < 6; ++b) u[a][b] = t[b][a] + t[5 - a][b] * 0.5;
#pragma parallel
        for (int a = 0; a < 6; ++a)
#pragma parallel
          for (int b = 0; b < 6; ++b) t[a][b] = u[5 - a][b] - step;
      }
#pragma parallel
      for (int a = 0; a < 6; ++a)
#pragma parallel
        for (int b = 0; b < 6; ++b) o[i * 36 + a * 6 + b] = t[a][b];
    }
    show("scratch", out);
  }
  {  // grid reductions, integers, conditions, `continue`
    long total = 0;
    int least = 1000;
    const auto a = fill<int>(n * m, 5);
    std::vector<int> hist(16), row(n);
#pragma parallel reduction(+ : total, hist) reduction(min : least)
    for (int i = 0; i < n; ++i) {
      if (i % 5 == 3) continue;
      int s = 0, hits = 0;
      bool all = true;
#pragma parallel reduction(+ : s, hits) reduction(&& : all)
      for (int j = 0; j < m; ++j) {
        s += a[i * m + j];
        if (a[i * m + j] > 2) ++hits;
        all = all && a[i * m + j] < 6;
        hist[(a[i * m + j] + 6) % 16] += 1;
      }
      total += s * (i + 1);
      total += all;
      least = std::min(least, s);
      hist[15] += hits;
      row[i] = s;
    }
    std::printf("%ld %d\n", total, least);
    show("hist", hist);
    show("row", row);
  }
  {  // triangular, unsigned counters, a sequential loop between; a serial copy of a small array
    std::vector<double> x = fill<double>(n * n + 1, 7), d(n + 1);
    double* X = x.data();
    const unsigned un = n;
#pragma parallel
    for (unsigned i = 0; i < un; ++i) {
      double w[3];
      for (int k = 0; k < 3; ++k) w[k] = k + 0.5 * i;
#pragma parallel
      for (unsigned j = i; j < un; ++j) X[i * un + j] += w[(i + j) % 3];
      double s = 0;
      for (unsigned j = 0; j < un; ++j) s += X[i * un + j];
      d[i] = s;
#pragma parallel
      for (unsigned j = 0; j < i; j += 3) X[i * un + j] *= s;
    }
    show("triangle", x);
    show("d", d);
  }
}

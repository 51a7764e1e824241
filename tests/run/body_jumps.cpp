// Jumps, locals at one address, classes with elements inside, static variables, recursion, last values and places.
// targets: openmp interpret
// expect-warning: [appyl-unproved]
// warnings: -Wno-unused
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>
namespace check { inline int programs(int i) { return i + 1; } }
namespace outer { namespace inner {
struct Base { virtual ~Base() = default; virtual double f(const double* p) const { return p[0]; } };
struct Derived : Base { double f(const double* p) const override { return p[0] * 2; } };
template <class T, int N> class Ring {
 public:
  T& operator[](int i) { return data[(i % N + N) % N]; }
  const T& operator[](int i) const { return data[(i % N + N) % N]; }
  void push(T v) { data[next++ % N] = v; }
  T sum() const { T s = 0; for (const T& e : data) s += e; return s; }
 private:
  T data[N] = {}; int next = 0;
};
} }
using namespace outer::inner;
static double gsum; static int counter;
static int fib(int n) { int t[2] = {0, 1}; for (int k = 0; k < n; ++k) { int u = t[0] + t[1]; t[0] = t[1]; t[1] = u; } return n < 2 ? n : fib(n - 1) + fib(n - 2) - t[0] * 0; }
static void switches(const std::vector<int>& x, std::vector<int>& y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    switch (x[i] & 3) {
      case 0: int t[3]; t[0] = i; t[1] = 2; t[2] = 3; y[i] = t[0] + t[1] + t[2]; break;
      case 1: { int u[2] = {i, 1}; y[i] = u[1]; break; }
      default: y[i] = -1;
    }
    int k = 0;
    int w[4];
  again:
    w[k] = k;
    if (++k < 4) goto again;
    y[i] += w[3] + check::programs(i);
  }
}
static void rings(std::vector<double>& a, const Base& b, int n) {
#pragma parallel block(3)
  for (int i = 0; i < n; ++i) {
    Ring<double, 4> r; for (int k = 0; k < 6; ++k) r.push(k + i); r[1] += 2; r[-1] = r[0];
    a[i] += r.sum() + b.f(&a[i]);
    static const double weights[] = {1, 2, 3}; a[i] *= weights[i % 3];
    auto fact = [](auto self, int m) -> double { return m <= 1 ? 1.0 : m * self(self, m - 1); }; a[i] += fact(fact, 4) + fib(6);
    struct Local { double v[2]; double get(int k) const { return v[k]; } } l{{1, 2}}; l.v[1] = a[i]; a[i] = l.get(1);
    double acc = 0; auto add = [&acc](double d) { acc += d; return acc; }; add(1); a[i] += add(2);
    const char* s = "abcd"; a[i] += s[i % 4]; char buf[8]; std::strcpy(buf, "xyz"); a[i] += buf[1]; std::memset(buf, i, sizeof buf); a[i] += buf[7];
    double* p = new double[3]; p[0] = 1; p[1] = p[0]; a[i] += p[1]; delete[] p; double* q = (double*)std::malloc(16); q[1] = i; a[i] += q[1]; std::free(q);
    int idx[3] = {2, 0, 1}; double v[3] = {1, 2, 3}; a[i] += v[idx[idx[i % 3]]]; std::swap(v[0], v[idx[0]]); a[i] += v[0]; double (&ref)[3] = v; ref[1] = 7; for (double& e : ref) e += 1; a[i] += std::accumulate(v, v + 3, 0.0);
  }
}
static void outs(std::vector<double>& a, int n, double* last, int& where) {
  double best = -1e300; int at = -1; double t = 0; int j;
#pragma parallel reduction(max:best)
  for (int i = 0; i < n; ++i) if (a[i] > best) { best = a[i]; at = i; }
#pragma parallel private(j)
  for (int i = 0; i < n; ++i) { t = a[i] * 2; for (j = 0; j < 3; ++j) t += j; a[i] = t; }
  int i;
#pragma parallel
  for (i = 0; i < n; ++i) a[i] += 1;
  where = at + i; if (n) *last = t; gsum += best; ++counter;
}
static void outs2(std::vector<double>& a, int n, double& low, int& where) {
  low = 1e300; where = -1;
#pragma parallel reduction(min:low)
  for (int i = n - 1; i >= 0; --i) if (a[i] <= low) { low = a[i]; where = i; }
}
int main() {
  for (int n : {0, 1, 5, 40}) {
    std::vector<int> x(n), y(n); std::vector<double> a(n); for (int i = 0; i < n; ++i) x[i] = i * 7 % 5, a[i] = (i * 13) % 7;
    switches(x, y, n); long h = 0; for (int e : y) h = h * 31 + e; std::printf("%ld\n", h);
    rings(a, Derived(), n); double s = 0; for (double e : a) s += e; std::printf("%.17g\n", s);
    double last = 0, low; int where; 
    outs(a, n, &last, where); std::printf("%g %d\n", last, where);
    for (double& e : a) e = (long)e % 5;
    outs2(a, n, low, where); std::printf("%g %d\n", low, where);
  }
}

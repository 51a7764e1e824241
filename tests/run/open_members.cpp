// What a class template's loops call of the current object and of others, member objects with operators of their own,
// functions that a template's arguments choose, and objects of an iteration that change themselves.
#include "print.h"
#include <vector>

template <class T>
class Grid {
 public:
  Grid(int n, int m) : n_(n), m_(m), u_(n * m) {}
  T& operator()(int i, int j) { return u_[i * m_ + j]; }
  T operator()(int i, int j) const { return u_[i * m_ + j]; }
  T at(int i, int j) const { return u_[i * m_ + j]; }
  int width() const { return m_; }
  void begin(T v) {
#pragma parallel
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < m_; ++j) (*this)(i, j) = v + i * j;
  }
  void smooth(const Grid& o) {
#pragma parallel
    for (int i = 1; i < n_ - 1; ++i)
#pragma parallel
      for (int j = 1; j < m_ - 1; ++j) (*this)(i, j) = (o.at(i - 1, j) + o(i + 1, j)) / 2 + (*this)(i, j);
  }
  void scale(T f) {
#pragma parallel
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < m_; ++j) operator()(i, j) *= f;
  }
  void show(const char* what) const { print(what, u_.data(), u_.size()); }

 private:
  int n_, m_;
  std::vector<T> u_;
};

class Solver {
 public:
  explicit Solver(int n) : n_(n), u_(n, n), f_(n, n) { f_.begin(3); }
  void step() {
#pragma parallel
    for (int i = 1; i < n_ - 1; ++i)
      for (int j = 1; j < u_.width() - 1; ++j) u_(i, j) = f_(i - 1, j) + f_(i, j + 1) + i;
  }
  void show() const { u_.show("solver"); }

 private:
  int n_;
  Grid<double> u_, f_;
};

static double half(double x) { return x / 2; }
struct Upwind {
  static double flux(double a, double l, double r) { return a > 0 ? a * l : half(a * r); }
};
struct Central {
  static double flux(double a, double l, double r);
};
double Central::flux(double a, double l, double r) { return a * half(l + r); }

template <class Scheme, int N>
static void advect(std::vector<double>& u, const std::vector<double>& v, double a) {
  const int n = u.size();
#pragma parallel
  for (int i = N; i < n - N; ++i)
    u[i] = v[i] - (Scheme::flux(a, v[i], v[i + 1]) - Scheme::flux(a, v[i - 1], v[i]));
}

static double twice(double x) { return 2 * x; }
static double next(double x) { return x + 1; }
template <double (*F)(double)>
static void apply(double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = F(x[i]);
}

template <class T, int N>
struct Vector {
  T v[N]{};
  constexpr Vector& operator+=(const Vector& o) {
    for (int k = 0; k < N; ++k) v[k] += o.v[k];
    return *this;
  }
};
template <int N>
static void addUp(const Vector<double, N>* x, Vector<double, N>* f, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Vector<double, N> sum{};
    for (int k = 0; k < 3; ++k) sum += x[i];
    f[i] = sum;
  }
}

// An operator without arguments.
struct Twice {
  int x;
  int operator()() const { return 2 * x; }
};
static void twice(int* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const Twice each{i};
    y[i] = each();
  }
}

int main() {
  for (int n : {3, 17, 40}) {
    Grid<double> g(n, n + 2), h(n, n + 2);
    g.begin(2), h.begin(1), g.smooth(h), g.scale(3);
    g.show("grid");
    Solver s(n);
    s.step();
    s.show();
    std::vector<double> u(n), v(n);
    fill(v.data(), n, 3);
    advect<Upwind, 1>(u, v, 0.5), advect<Central, 1>(v, u, -1.5);
    apply<twice>(u.data(), n), apply<next>(v.data(), n);
    print("u", u.data(), u.size()), print("v", v.data(), v.size());
    std::vector<Vector<double, 3>> x(n), f(n);
    fill(x[0].v, 3, 1), fill(x[n - 1].v, 3, 2);
    addUp<3>(x.data(), f.data(), n);
    print("sums", f[0].v, 3), print("sums", f[n - 1].v, 3);
    std::vector<int> y(n);
    twice(y.data(), n);
    print("twice", y.data(), y.size());
  }
}

// Types that only a template's arguments decide: aliases of the function and of its class, `auto`, functions with
// `auto` parameters, elements of class templates.
// flags: -std=c++20
#include "print.h"
#include <array>
#include <vector>

template <class T>
struct Traits {
  using type = T;
  static constexpr T half = T(0.5);
};
template <class T>
struct Pair {
  T x, y;
};

template <class T>
static T halved(T x) {
  using V = T;
  V h = x / V(2);
  return h;
}
template <class T>
static auto squared(T x) {
  auto y = x * x;
  return y;
}
static auto doubled(auto x) { return x + x; }

template <class T>
static T aliases(int n, T* y) {
  using Tr = Traits<T>;
  using real = typename Tr::type;
  typedef Pair<real> Both;
  const real scale = Tr::half;
  typename Tr::type more = 2;
  Both p{1, 2};
  std::array<real, 3> c = {real(1), real(2), real(3)};
  real w[2] = {1, 2};
  real sum = 0;
  const real* in = y;
  std::vector<real> tmp(n);
#pragma parallel reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    real z = in[i] * scale * more + p.x + c[i % 3] + w[i & 1] + halved(in[i]) + squared(in[i]) + doubled(in[i]);
    tmp[i] = z;
    sum += z;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = tmp[i] + Tr::half;
  return sum;
}

template <class T>
static T deduced(const std::vector<T>& x, std::vector<T>& y, T h) {
  const auto* in = x.data();
  auto* out = y.data();
  const auto n = static_cast<int>(x.size());
  const auto m = y.size();
  const auto factor = 1 / (h * h);
#pragma parallel
  for (int i = 1; i < n - 1; ++i) {
    const auto c = in[i - 1] - 2 * in[i] + in[i + 1];
    out[i] = c * factor;
  }
  auto sum = T(0);
#pragma parallel reduction(+ : sum)
  for (std::size_t i = 0; i < m; ++i) sum += out[i];
  auto most = out[0];
#pragma parallel reduction(max : most)
  for (int i = 1; i < n; ++i) most = out[i] > most ? out[i] : most;
  return sum + most;
}

template <class T, int N>
class Vectors {
 public:
  using value_type = T;
  using vec = std::array<T, N>;
  static constexpr int dim = N;
  explicit Vectors(int n) : u_(n * N) {}
  void scale(T a) {
    const int n = size();
    value_type* p = u_.data();
    const value_type b = a + value_type(1);
#pragma parallel
    for (int i = 0; i < n; ++i)
      for (int d = 0; d < dim; ++d) {
        const value_type z = p[i * dim + d];
        p[i * dim + d] = z * b;
      }
  }
  value_type sum() const {
    value_type s = 0;
    const int n = size();
    const auto* p = u_.data();
#pragma parallel reduction(+ : s)
    for (int i = 0; i < n; ++i) {
      vec v;
      for (int d = 0; d < N; ++d) {
        v[d] = p[i * N + d];
        s += v[d];
      }
    }
    return s;
  }
  void shift(const vec& by) {
    const int n = size();
    const vec c = by;
#pragma parallel
    for (int i = 0; i < n; ++i)
      for (int d = 0; d < N; ++d) u_[i * N + d] += c[d];
  }
  int size() const { return int(u_.size()) / N; }

 private:
  std::vector<T> u_;
};

template <class T>
static void push(std::vector<Pair<T>>& p, const std::vector<Pair<T>>& v, T dt) {
  const int n = int(p.size());
#pragma parallel
  for (int i = 0; i < n; ++i) {
    p[i].x += dt * v[i].x;
    p[i].y += dt * v[i].y;
  }
}

template <class T>
static void all(int n) {
  std::vector<T> x(n), y(n);
  fill(x.data(), n, 1);
  fill(y.data(), n, 2);
  const T sum = aliases(n, x.data());
  print("aliases", x.data(), n);
  const T more = n > 1 ? deduced(x, y, T(0.5)) : T(0);
  print("deduced", y.data(), n);
  Vectors<T, 3> a(n);
  a.shift({1, 2, 3});
  a.scale(2);
  std::printf("~ %g %g %g\n", double(sum), double(more), double(a.sum()));
  std::vector<Pair<T>> p(n, {1, 2}), v(n, {T(3), T(4)});
  push(p, v, T(0.5));
  for (const Pair<T>& each : p) std::printf("%g %g\n", double(each.x), double(each.y));
}

int main() {
  for (const int n : {0, 1, 37}) {
    all<double>(n);
    all<float>(n);
  }
}

// One tile along two dimensions of an expression, tiles combined with their own sums, running sums, results of
// atomic updates.
// flags: -Iinclude
// run: 0
// run: 8
// run: 37
#include <appyl/appyl.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;
constexpr int B = 8;

void symmetric(view<const double, 2> a, view<double, 2> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    tile<double, 2> x = zeros<double>(B, B);
    for (int k = 0; k < n; k += B) {
      x += a(slice(i, B), slice(k, B));
      x = transpose(x) + x;
      x = transpose(x) * 0.25;
    }
    x = dot(x, x) - dot(transpose(x), x);
    tile<double, 2> y = transpose(x);
    y = x - y;
    x = y;
    c(slice(i, B), slice(B)) = x + y;
  }
}
void outerProducts(view<const double> a, view<double, 2> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    const auto x = a(slice(i, B));
    const tile<double> t = x * 1.0;
    for (int j = 0; j < n; j += B) {
      const tile<double> u = a(slice(j, B)) * 1.0;
      c(slice(i, B), slice(j, B)) = reshape(t, B, 1) * u + reshape(u * u, 1, B);
      c(slice(i, B), slice(j, B)) -= sum(reshape(t, B, 1) * reshape(t, 1, B), 1);
    }
  }
}
void crossed(view<const double, 2> a, view<double> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    const tile<int> r = (arange<int>(B) + i) % n;
    const tile<double, 2> g = a(reshape(r, B, 1), reshape(r, 1, B));
    c(slice(i, B)) = sum(g, 0) + max(g - transpose(g), 1);
  }
}
void forces(view<const double, 2> x, view<double> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    tile<double> f = zeros<double>(B);
    const tile<double> xi = x(slice(i, B), 0), yi = x(slice(i, B), 1);
    for (int j = 0; j < n; j += B) {
      const tile<double, 2> dx = reshape(xi, B, 1) - reshape(x(slice(j, B), 0), 1, B);
      const tile<double, 2> dy = reshape(yi, B, 1) - reshape(x(slice(j, B), 1), 1, B);
      f += sum(dx / (dx * dx + dy * dy + 1.0), 1);
    }
    c(slice(i, B)) = f;
  }
}
void differences(view<const double> a, view<double, 2> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B)
    c(slice(i, B), slice(B)) = reshape(a(slice(i, B)), B, 1) - reshape(a(slice(i, B)), 1, B);
}
void distances(view<const double> a, view<double> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    const tile<double> x = a(slice(i, B));
    c(slice(i, B)) = sum(abs(reshape(x, B, 1) - reshape(x, 1, B)), 1);
  }
}
void squares(view<const double> a, view<double> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B)
    c(slice(i, B)) = sum(reshape(a(slice(i, B)), B, 1) * reshape(a(slice(i, B)), 1, B), 0);
}
void products(view<const double, 2> a, view<double> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    const tile<double, 2> x = a(slice(i, B), slice(B)) + 0.0;
    c(slice(i, B)) = sum(dot(x, transpose(x)), 1);
  }
}
void running(view<const double> a, view<double> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) c(slice(i, B)) = cumsum(a(slice(i, B)), 0);
}
void table(view<const double, 2> a, view<double, 2> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    const tile<double, 2> x = cumsum(a(slice(i, B), slice(2 * B)) * 2.0, 0);
    tile<double, 2> y = cumsum(x - 1.0, 1);
    y += x;
    y = cumsum(y, 0);
    c(slice(i, B), slice(2 * B)) = y;
    c(slice(i, B), slice(2 * B)) += cumsum(c(slice(i, B), slice(2 * B)), 1);
  }
}
void exchanged(view<const int> label, view<int> h, view<int> c, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; i += B) {
    const tile<int> old = atomic_add(h(label(slice(i, B))), 2);
    const tile<int> seen = atomic_cas(c(slice(i, B)), i % 3, 7);
    c(slice(i, B)) += seen * 10 + old * 0;
    c(slice(i, B)) += where(old > -1, 1, 0) * min(old * 0);
  }
}
void counted(view<const int> label, view<int> h, view<int> c, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; i += B) {
    c(slice(i, B)) = label(slice(i, B)) * (atomic_add(h(0), 1) * 0 + 3);
    const int k = atomic_add(h(1), 1) * 0;
    c(slice(i, B)) += k;
    c(slice(i, B)) += label(slice(i, B)) * (atomic_max(h(2), sum(label(slice(i, B)))) * 0 + 3);
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 37;
  std::vector<double> numbers(n + 2 * n * n);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>((i * 37 + 11) % 19) - 7;
  const view<const double> v(numbers.data(), n);
  const view<const double, 2> m(numbers.data() + n, n, n);
  const auto show = [](const char* name, const auto& values) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      sum += static_cast<double>(values[i]) * static_cast<double>(i % 13 + 1);
    std::printf("%s %.10g\n", name, sum);
  };
  const auto vector = [&](const char* name, auto program) {
    std::vector<double> c(n, 1);
    program(view<double>(c.data(), n));
    show(name, c);
  };
  const auto square = [&](const char* name, auto program) {
    std::vector<double> c(n * n, 1);
    program(view<double, 2>(c.data(), n, n));
    show(name, c);
  };
  square("symmetric", [&](auto c) { symmetric(m, c, n); });
  square("outer products", [&](auto c) { outerProducts(v, c, n); });
  vector("crossed", [&](auto c) { crossed(m, c, n); });
  vector("forces", [&](auto c) { forces(m, c, n); });
  square("differences", [&](auto c) { differences(v, c, n); });
  vector("distances", [&](auto c) { distances(v, c, n); });
  vector("squares", [&](auto c) { squares(v, c, n); });
  vector("products", [&](auto c) { products(m, c, n); });
  vector("running", [&](auto c) { running(v, c, n); });
  square("table", [&](auto c) { table(m, c, n); });
  std::vector<int> label(n), counts(7), result(n);
  for (int i = 0; i < n; ++i) label[i] = i * 3 % 7, result[i] = i % 4;
  const view<const int> labels(label.data(), n);
  exchanged(labels, {counts.data(), 7}, {result.data(), n}, n);
  show("exchanged", result);
  counted(labels, {counts.data(), 7}, {result.data(), n}, n);
  show("counted", result);
  show("counts", counts);
}

// Templates on tiles of which some instances compute with 2-byte types, and others with float, double and int.
// flags: -Iinclude
// run: 0
// run: 1
// run: 19
#include <appyl/appyl.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;
constexpr int B = 8;

template <class T>
void arithmetic(view<const T> a, view<const T> b, view<T> c, T factor, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    c(slice(i, B)) = a(slice(i, B)) * b(slice(i, B)) + factor * a(slice(i, B)) - b(slice(i, B)) / 2;
    c(slice(i, B)) += a(slice(i, B));
    c(slice(i, B)) = c(slice(i, B)) * c(slice(i, B)) + T(1);
    c(slice(i, B)) *= 3;
    c(slice(i, B)) -= -b(slice(i, B)) * b(slice(i, B));
  }
}
template <class T>
void chosen(view<const T> a, view<const T> b, view<T> c, int n) {
#pragma par_dim(:n:B)
  c(slice(n)) = where(a(slice(n)) < b(slice(n)), a(slice(n)) + b(slice(n)), b(slice(n)));
#pragma par_dim(:n:B)
  c(slice(n)) += minimum(a(slice(n)), b(slice(n))) + maximum(a(slice(n)) * b(slice(n)), b(slice(n)));
#pragma par_dim(:n:B)
  store(c(slice(n)), a(slice(n)) * 2, a(slice(n)) >= 1);
}
template <class T>
void clipped(view<const T> a, view<T> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B)
    c(slice(i, B)) = maximum(a(slice(i, B)) - 1, 0) + minimum(a(slice(i, B)), 0.5f) + where(a(slice(i, B)) > 1, a(slice(i, B)), 0);
}
template <class T>
void functions(view<const T> a, view<T> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B)
    c(slice(i, B)) = sqrt(a(slice(i, B))) * 0.5f + abs(a(slice(i, B)) - 2) + exp(a(slice(i, B))) / a(slice(i, B));
}
template <class T>
void softmax(view<const T, 2> a, view<T, 2> c) {
#pragma parallel
  for (int i = 0; i < a.extent(0); ++i) {
    const auto top = max(a(i, all));
    const auto total = sum(exp(a(i, all) - top));
    c(i, all) = exp(a(i, all) - top) / total;
  }
}
template <class T>
void totals(view<const T, 2> a, view<T> sums, view<T> least, view<T, 2> running) {
#pragma parallel
  for (int i = 0; i < a.extent(0); i += B) {
    sums(slice(i, B)) = sum(a(slice(i, B), all), 1);
    least(slice(i, B)) = min(a(slice(i, B), all) * a(slice(i, B), all), 1);
    running(slice(i, B), all) = cumsum(a(slice(i, B), all), 1);
  }
}
template <class T>
void rounded(view<const T> a, view<T> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    tile<T> x = a(slice(i, B)) * 2;
    x += a(slice(i, B)) * a(slice(i, B));
    const tile<float> y = x * 0.25f;
    c(slice(i, B)) = cast<T>(y) + x;
  }
}
template <class T>
void product(view<const T, 2> a, view<T, 2> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    tile<float, 2> sum = zeros<float>(B, B);
    for (int k = 0; k < n; k += B) sum += dot(a(slice(i, B), slice(k, B)), transpose(a(slice(i, B), slice(k, B))));
    c(slice(i, B), slice(i, B)) = sum;
  }
}

// What a mask leaves out is filled with numbers of the array's type, whatever is written.
template <class T>
void masked(view<const T> a, view<T> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B)
    c(slice(i, B)) = load(a(slice(i, B)), arange(B) % 2 == 0) + load(a(slice(i, B)), arange(B) % 3 == 0, 0) *
                                                                    load(a(slice(i, B)), arange(B) + i < n, T(2)) +
                     load(a(slice(i, B)), arange(B) + i < n, 2);
}

template <class T>
void show(const char* what, const std::vector<T>& values) {
  double total = 0;
  for (std::size_t i = 0; i < values.size(); ++i) total += static_cast<double>(values[i]) * static_cast<double>(i % 7 + 1);
  std::printf("%s %.9g", what, total);
  for (std::size_t i = 0; i < values.size(); i += 11) std::printf(" %.9g", static_cast<double>(values[i]));
  std::printf("\n");
}

template <class T>
void run(const char* type, int n) {
  std::vector<T> a(n), b(n), c(n), least(n), m(n * n), results(n * n);
  for (int i = 0; i < n; ++i)
    a[i] = static_cast<T>(0.5f + static_cast<float>(i * 7 % 16) / 8), b[i] = static_cast<T>(static_cast<float>(i * 5 % 9) / 3 + 1);
  for (int i = 0; i < n * n; ++i) m[i] = static_cast<T>(static_cast<float>(i * 13 % 31) / 16 - 0.5f);
  std::printf("%s\n", type);
  arithmetic<T>(view<const T>(a), view<const T>(b), view<T>(c), static_cast<T>(1.5f), n);
  show("arithmetic", c);
  chosen<T>(view<const T>(a), view<const T>(b), view<T>(c), n);
  show("chosen", c);
  clipped<T>(view<const T>(a), view<T>(c), n);
  show("clipped", c);
  functions<T>(view<const T>(b), view<T>(c), n);
  show("functions", c);
  masked<T>(view<const T>(a), view<T>(c), n - n % B);
  show("masked", c);
  rounded<T>(view<const T>(a), view<T>(c), n);
  show("rounded", c);
  const view<const T, 2> matrix(m.data(), n, n);
  const view<T, 2> result(results.data(), n, n);
  softmax<T>(matrix, result);
  show("softmax", results);
  totals<T>(matrix, view<T>(c), view<T>(least), result);
  show("sums", c);
  show("least", least);
  show("running", results);
  product<T>(matrix, result, n);
  show("product", results);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 19;
  run<float>("float", n);
  run<double>("double", n);
  run<half>("half", n);
  run<bfloat16>("bfloat16", n);
}

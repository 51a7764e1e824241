// Tiles in templates, members, macros; stencils, triangles, arrays that end elsewhere; values that read what they replace.
// flags: -Iinclude
// run: 1
// run: 10
// run: 33
// flags: -std=c++20
#include <appyl/appyl.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>
namespace ap = appyl;
using ap::slice, ap::view, ap::tile;
template <class T, int B>
void normalise(view<const T, 2> x, view<T, 2> y) {
#pragma parallel
  for (int i = 0; i < x.extent(0); i += 4) {
    const tile<T, 2> rows = x(slice(i, 4), slice(B));
    const auto biggest = max(rows, 1);
    const auto e = exp(rows - reshape(biggest, 4, 1));
    y(slice(i, 4), slice(B)) = e / reshape(sum(e, 1), 4, 1);
  }
}
template <class T>
struct Layer {
  view<T, 2> weights;
  std::vector<T> bias;
  int out, in;
  void apply(view<const T> x, view<T> y) const {
    const view<const T> b(bias);
#pragma parallel
    for (int i = 0; i < out; i += 16) {
      tile<T> acc = ap::zeros<T>(16);
      for (int k = 0; k < in; k += 8) acc += dot(weights(slice(i, 16), slice(k, 8)), x(slice(k, 8)));
      y(slice(i, 16)) = maximum(acc + b(slice(i, 16)), T(0));
    }
  }
};
#define ROWS(i) slice((i), STEP)
#define STEP 8
void macros(view<const float> a, view<float> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += STEP) c(ROWS(i)) = 2 * a(ROWS(i)) - (a(ROWS(i)) > 3.0f);
}
void triangular(view<const double, 2> a, view<double, 2> c, int n) {
  constexpr int B = 8;
#pragma parallel
  for (int i = 0; i < n; i += B)
    for (int j = 0; j <= i; j += B) {
      tile<double, 2> acc = ap::zeros<double>(B, B);
      for (int k = 0; k < i + B; k += B) acc += dot(a(slice(i, B), slice(k, B)), transpose(a(slice(j, B), slice(k, B))));
      c(slice(i, B), slice(j, B)) = acc;
    }
}
void interior(view<const float, 2> a, view<float, 2> c, int h, int w) {
  constexpr int B = 8;
#pragma parallel
  for (int i = 1; i < h - 1; i += B)
#pragma parallel
    for (int j = 1; j < w - 1; j += B)
      c(slice(i, B), slice(j, B)) = 0.25f * (a(slice(i - 1, B), slice(j, B)) + a(slice(i + 1, B), slice(j, B)) +
                                             a(slice(i, B), slice(j - 1, B)) + a(slice(i, B), slice(j + 1, B)));
}
// arrays that end elsewhere
void shorter(view<const float> a, view<float> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 8) c(slice(i, 8)) = a(slice(i, 8)) + 1;
}
void accumulate(view<const float> a, view<float> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 8) c(slice(i, 8)) += a(slice(i, 8));
}
void inPlace(view<float, 2> a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a(i, slice(1, 8)) = a(i, slice(0, 8)) + 1;
    a(i, slice(0, 8)) = a(i, slice(0, 8)) * sum(a(i, slice(0, 8)));
    a(i, slice(0, 8)) -= a(i, 3);
  }
}
void transposed(view<const float, 2> a, view<float, 2> c, int h, int w) {
#pragma parallel
  for (int i = 0; i < h; i += 8)
#pragma parallel
    for (int j = 0; j < w; j += 4) c(slice(j, 4), slice(i, 8)) = transpose(a(slice(i, 8), slice(j, 4)));
}
void scalars(view<const float> a, view<float> c, view<int> places, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 16) {
    const int big = argmax(a(slice(i, 16)));
    const float m = max(a(slice(i, 16))), s = 2;
    if (min(a(slice(i, 16))) >= 0)
      c(slice(i, 16)) = a(slice(i, 16)) / (m + s);
    else if (m > 0)
      c(slice(i, 16)) = m;
    places(i / 16) = i + big;
  }
}
void lambdas(view<const float> a, view<float> c, int n, float f) {
  const auto scale = [f](float x, float y) { return x * f + y; };
#pragma parallel
  for (int i = 0; i < n; i += 16) {
    auto target = c(slice(i, 16));
    target = map(scale, a(slice(i, 16)), cast<float>(cast<int>(a(slice(i, 16)))));
    target += where(a(slice(i, 16)) > 2, 1, 0.5f);
  }
}
void lu(view<float, 2> a, int n) {
  for (int k = 0; k < n; ++k) {
#pragma parallel
    for (int i = k + 1; i < n; i += 4) a(slice(i, 4), k) /= a(k, k);
#pragma parallel
    for (int i = k + 1; i < n; ++i)
#pragma parallel
      for (int j = k + 1; j < n; j += 8) a(i, slice(j, 8)) -= a(i, k) * a(k, slice(j, 8));
  }
}
void show(const char* name, const std::vector<float>& x) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) s += x[i] * (1 + i % 7);
  std::printf("%s %.5g\n", name, s);
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 10;
  std::vector<float> X(n * 24), Y(n * 24);
  std::vector<double> A(n * n), C(n * n);
  for (int i = 0; i < n * 24; ++i) X[i] = i * 7 % 11 * 0.25f;
  for (int i = 0; i < n * n; ++i) A[i] = i % 5;
  const view<float, 2> x(X, n, 24), y(Y, n, 24);
  normalise<float, 24>(x, y), show("normalise", Y);
  std::vector<double> Xd(X.begin(), X.end()), Yd(n * 24);
  normalise<double, 24>(view<double, 2>(Xd, n, 24), view<double, 2>(Yd, n, 24)), show("normalise", std::vector<float>(Yd.begin(), Yd.end()));
  std::vector<float> out(n);
  Layer<float> layer{x, std::vector<float>(n, 0.5f), n, 24};
  layer.apply(view<float>(X.data(), 24), out), show("layer", out);
  std::vector<float> z(n, 1.0f);
  macros(view<float>(X.data(), n), z, n), show("macros", z);
  triangular(view<double, 2>(A, n, n), view<double, 2>(C, n, n), n), show("triangular", std::vector<float>(C.begin(), C.end()));
  interior(x, y, n, 24), show("interior", Y);
  shorter(view<float>(X.data(), n / 2), z, n), show("shorter", z);
  shorter(view<float>(X.data(), n), view<float>(z.data(), n / 3), n), show("shorter", z);
  shorter(view<float>(X.data(), n), z, n / 2 + 1), show("shorter", z);
  accumulate(view<float>(X.data(), n / 2), z, n), show("accumulate", z);
  accumulate(view<float>(X.data(), n), z, n), show("accumulate", z);
  inPlace(y, n), show("inPlace", Y);
  transposed(x, view<float, 2>(Y, 24, n), n, 24), show("transposed", Y);
  std::vector<int> places(n / 16 + 1);
  scalars(view<float>(Y.data(), n), z, places, n), show("scalars", z);
  show("places", std::vector<float>(places.begin(), places.end()));
  lambdas(view<float>(X.data(), n), z, n, 1.5f), show("lambdas", z);
  std::vector<float> L(n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) L[i * n + j] = i == j ? n : 1.0f / (1 + i + j);
  lu(view<float, 2>(L, n, n), n), show("lu", L);
}

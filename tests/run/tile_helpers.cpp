// Functions and lambdas of the program on tiles: what they return is computed where they are called. Copies of views,
// made by value: what they touch is the array's.
// flags: -Iinclude
// run: 1
// run: 63
// run: 64
// run: 200
#include <appyl/appyl.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace appyl;
constexpr int B = 16, D = 8;

template <class V>
void show(const char* name, const V& v) {
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += v[i] * static_cast<double>(1 + i % 17);
  std::printf("%s %.5g\n", name, sum);
}

namespace model {
constexpr float slope = 0.25f;
float shift = 1.5f;
template <class X>
auto sigmoid(const X& x) {
  return 1.0f / (1.0f + exp(-x));
}
template <class X>
auto leaky(const X& x) {
  return where(x > 0.0f, x, slope * x + shift);
}
tile<float> scaled(const tile<float>& x, float by) { return x * by; }
tile<float> rounded(const tile<float>& x) { return cast<int>(x); }
tile<float> twice(const tile<float>& x) { return scaled(scaled(x, 2), 1); }
template <int N, class X>
auto power(const X& x) {
  if constexpr (N == 1)
    return x;
  else
    return x * power<N - 1>(x);
}
auto softmax(const tile<float>& x) {
  const auto e = exp(x - max(x));
  const float total = sum(e);
  return e / total;
}
float norm(const tile<float>& x) { return sqrt(sum(x * x)); }
auto row(view<const float, 2> x, int i) { return x(i, slice(D)); }
}  // namespace model

slice part(int i) { return slice(i, B); }

void silu(view<const float> x, view<float> y, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) y(slice(i, B)) = x(slice(i, B)) * model::sigmoid(x(slice(i, B)));
}
void dimensions(view<const float> x, view<float> y, int n) {
#pragma par_dim(:n:B)
  y(slice(n)) = x(slice(n)) * model::sigmoid(2.0f * x(slice(n))) + model::power<3>(x(slice(n)));
}
void names(view<const float> x, view<float> y, int n) {
  const float slope = 100;  // another one
#pragma parallel
  for (int i = 0; i < n; i += B) y(slice(i, B)) = model::leaky(x(slice(i, B)) - slope * 0.0f);
}
void types(view<const double> x, view<double> y, int n, double by) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    y(slice(i, B)) = model::scaled(x(slice(i, B)), by) + 0.1;
    y(slice(i, B)) += model::rounded(x(slice(i, B)) * 0.3) / 2 + model::twice(x(slice(i, B)) + 1);
  }
}
void lambdas(view<const float> x, view<float> y, int n, float limit) {
  const auto clamp = [limit](const auto& t) { return minimum(t, limit); };
#pragma parallel
  for (int i = 0; i < n; i += B) {
    const float low = -limit;
    auto relu = [&](const auto& t) { return maximum(t, low); };
    y(slice(i, B)) = clamp(relu(x(slice(i, B)))) + relu(y(slice(i, B)));
  }
}
void rows(view<const float, 2> x, view<float, 2> y, view<float> norms) {
#pragma parallel
  for (int i = 0; i < x.extent(0); ++i) {
    y(i, slice(D)) = model::softmax(x(i, slice(D)));
    norms(i) = model::norm(model::row(x, i)) + 1;
  }
}
// The first element of the block is a number, not a place.
tile<float> ramp(view<const float> x, int first) { return x(slice(first, B)) * (first + 1); }
void places(view<const float> x, view<float> y, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) y(part(i)) += ramp(x, i) + x(part(i));
}
void mark(view<float, 2> y, int i, float v) { y(i, 1) = v; }
float ends(view<const float, 2> y, int i) { return y(i, 0) + y(i, D - 1); }
void copies(view<float, 2> x, view<float, 2> y, view<float> z, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    mark(y, i, 3);
    const view<float, 2> w = i % 2 ? x : y;
    w(i, 5) += 9;
    view<const float, 2> k = x;
    z(i) = k(i, 5) + ends(y, i);
  }
}
// Functions of a program that keep something from lane to lane get the lanes in their order, all of them.
struct Counter {
  int calls = 0;
  float operator()(float v) { return v + static_cast<float>(calls++); }
};
void counters(view<const float> x, view<float> y, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    int calls = 0;
    const auto count = [&](float v) { return v * static_cast<float>(++calls); };
    Counter counter;
    y(slice(i, B)) = where(x(slice(i, B)) > 0, map(counter, x(slice(i, B))), map(count, x(slice(i, B)) - 1));
    store(y(slice(i, B)), map(count, x(slice(i, B))), arange(B) % 2 == 0);
    y(slice(i, B)) += static_cast<float>(calls + counter.calls);
  }
}
// Elements of blocks are those of the array.
void elements(view<const float, 2> x, view<float> y) {
#pragma parallel
  for (int i = 0; i < x.extent(0); ++i) {
    const auto& row = x(i, slice(1, D - 1));  // a value, by whatever name
    const tile<float>& twofold = row * 2;
    y(i) = twofold(0) + row(i % 3 + 1) - x(i, all)(2);
  }
}

int main(int, char** argv) {
  const int n = std::atoi(argv[1]);
  std::vector<float> x(n), y(n, 1), y2(n * D), z(n), x2(n * D);
  std::vector<double> dx(n), dy(n, 1);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i * 7 % 13 - 6) / 4, dx[i] = x[i] * 3.7;
  for (int i = 0; i < n * D; ++i) x2[i] = static_cast<float>(i * 5 % 11 - 4) / 3;
  silu(x, y, n), show("silu", y);
  dimensions(x, y, n), show("dimensions", y);
  names(x, y, n), show("names", y);
  types(dx, dy, n, 0.1), show("types", dy);
  lambdas(x, y, n, 1), show("lambdas", y);
  rows({x2.data(), n, D}, {y2.data(), n, D}, z), show("softmax", y2), show("norms", z);
  places(x, y, n), show("places", y);
  counters(x, y, n), show("counters", y);
  elements({x2.data(), n, D}, y), show("elements", y);
  copies({x2.data(), n, D}, {y2.data(), n, D}, z, n), show("copies", x2), show("copies", y2), show("copies", z);
}

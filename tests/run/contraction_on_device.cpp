// Products that become calls on the device: arrays of which nothing is touched where there are no terms, views of
// any layout, functions of the sum that name parameters, members and functions, and products in templates.
#include <appyl/view.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

// run:

// Of a product without terms no array need be there.
static void add(const double* a, const double* b, double* c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j)
      for (int p = 0; p < k; ++p) c[i * n + j] += a[i * k + p] * b[p * n + j];
}

// Their strides are known when the program runs.
static void views(appyl::view<const float, 2> a, appyl::view<const float, 2> b, appyl::view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < c.extent(0); ++i)
#pragma parallel
    for (int j = 0; j < c.extent(1); ++j) {
      float sum = 0;
      for (int p = 0; p < a.extent(1); ++p) sum += a(i, p) * b(p, j);
      c(i, j) = sum;
    }
}

static float soften(float x, float by) { return x / (by + std::fabs(x)); }

struct Layer {
  std::vector<float> weights, bias, outputs;
  int inputs, width;
  float by;

  void run(const std::vector<float>& x, int count) {
#pragma parallel
    for (int i = 0; i < count; ++i)
#pragma parallel
      for (int j = 0; j < width; ++j) {
        float sum = bias[j];
        for (int p = 0; p < inputs; ++p) sum += x[i * inputs + p] * weights[p * width + j];
        const float half = sum / 2;
        outputs[i * width + j] = soften(half, by) + static_cast<float>(i % 3);
      }
  }
};

constexpr int most = 40;

template <class T, int Columns>
static void product(const T (&a)[most][8], const T (&b)[8][Columns], T (&c)[most][Columns], T alpha, int rows) {
#pragma parallel
  for (int i = 1; i <= rows; ++i)
#pragma parallel
    for (int j = 0; j < Columns; ++j)
      for (int p = 0; p < 8; ++p) c[i][j] += alpha * a[i][p] * b[p][j];
}

template <class T>
static void print(const char* what, const T* values, std::size_t count) {
  double sum = 0, last = 0;
  for (std::size_t i = 0; i < count; ++i) sum += static_cast<double>(i % 7 + 1) * values[i], last = values[i];
  std::printf("%s %.17g %.17g\n", what, sum, last);
}

template <class T>
static std::vector<T> numbers(int count, int step) {
  std::vector<T> result(count);
  for (int i = 0; i < count; ++i) result[i] = static_cast<T>(i * step % 17 - 8);
  return result;
}

int main() {
  add(nullptr, nullptr, nullptr, 70, 80, 0);
  auto sums = numbers<double>(70 * 30, 3);
  add(numbers<double>(70 * 20, 5).data(), numbers<double>(20 * 30, 7).data(), sums.data(), 70, 30, 20);
  print("add", sums.data(), sums.size());

  for (const int n : {8, 32, 65}) {
    const auto a = numbers<float>(n * n, 5), b = numbers<float>(n * n, 7);
    auto c = numbers<float>(n * n, 3);
    const appyl::view<const float, 2> rows(a.data(), {n, n}), columns(b.data(), {n, n}, {1, n}),
        part(a.data() + 1, {n / 2, n - 3}, {n, 1});
    views(rows, columns, appyl::view<float, 2>(c.data(), {n, n}));
    print("rows x columns", c.data(), c.size());
    views(columns, rows, appyl::view<float, 2>(c.data(), {n, n}, {1, n}));
    print("columns x rows", c.data(), c.size());
    views(part, columns, appyl::view<float, 2>(c.data(), {n / 2, n}));
    print("part", c.data(), c.size());
  }

  Layer layer{numbers<float>(9 * 50, 11), numbers<float>(50, 2), std::vector<float>(30 * 50), 9, 50, 1.5f};
  layer.run(numbers<float>(30 * 9, 3), 30);
  print("layer", layer.outputs.data(), layer.outputs.size());

  static int a[most][8], b[8][5], c[most][5];
  static float fa[most][8], fb[8][64], fc[most][64];
  for (int i = 0; i < most * 8; ++i) a[i / 8][i % 8] = i % 11 - 5, fa[i / 8][i % 8] = static_cast<float>(i % 13 - 6);
  for (int i = 0; i < 8 * 64; ++i) b[i % 8][i % 5] = i % 7, fb[i / 64][i % 64] = static_cast<float>(i % 9);
  product(a, b, c, -3, most - 1);
  product(fa, fb, fc, 0.5f, most - 1);
  print("integers", &c[0][0], most * 5);
  print("floats", &fc[0][0], most * 64);
}

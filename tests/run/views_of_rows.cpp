// Views and spans that a program makes of a part of an array: another name of its elements.
// flags: -Iinclude
// run: 0 0
// run: 1 1
// run: 7 33
// run: 40 5
// flags: -std=c++20
#include <appyl/appyl.hpp>

#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

using namespace appyl;

template <class T>
std::vector<T> fill(std::size_t n, int s) {
  std::vector<T> v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = static_cast<T>(static_cast<int>((i * 7 + s) % 13) - 6);
  return v;
}
template <class V>
void show(const char* name, const V& v) {
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += v[i] * (1 + i % 17);
  std::printf("%s %.10g\n", name, sum);
}

template <class T>
void scaled(const T* x, T* y, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const view<const T> row(x + i * m, m);
    view<T> out(y + i * m, m);
    out(slice(m)) = row(slice(m)) * sum(row(slice(m)));
  }
}
void squares(const float* x, float* y, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const auto square = view<const float, 2>(x + i * m * m, m, m);
    auto out = view<float, 2>(y + i * m * m, m, m);
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < m; ++k) out(j, k) = square(k, j) + static_cast<float>(out.extent(1));
  }
}
void reversed(const std::vector<float>& x, std::vector<float>& y, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::span<const float> row(x.data() + i * m, m);
    std::span<float> out(y.data() + i * m, m);
#pragma parallel
    for (int j = 0; j < m; ++j) out[j] += row[m - 1 - j];
  }
}
// The names it is made of change afterwards: it stays what it was.
void moving(const float* x, float* y, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int at = i * m, width = m;
    view<float> out(y + at, width);
    at = 0;
    width = 1;
    for (int j = 0; j < m; ++j) out(j) = x[i * m + j] + static_cast<float>(at + width);
  }
}

int main(int, char** argv) {
  const int n = std::atoi(argv[1]), m = std::atoi(argv[2]);
  const auto x = fill<float>(n * m * m, 1);
  std::vector<float> y(n * m * m), z(n * m);
  scaled(x.data(), z.data(), n, m);
  show("scaled", z);
  const auto a = fill<double>(n * m, 2);
  std::vector<double> b(n * m);
  scaled(a.data(), b.data(), n, m);
  show("scaled", b);
  squares(x.data(), y.data(), n, m);
  show("squares", y);
  reversed(x, z, n, m);
  show("reversed", z);
  moving(x.data(), z.data(), n, m);
  show("moving", z);
}

// What kernels call of objects: accessors of a class template in a function that is none, operators, and both in a lambda
// in front of the loop.
#include "print.h"
#include <vector>

template <class T>
struct Grid {
  int n, m;
  std::vector<T> values;
  T& at(int i, int j) { return values[i * m + j]; }
  const T& at(int i, int j) const { return values[i * m + j]; }
  T operator()(int i, int j) const { return values[i * m + j] * 2; }
};
struct Image {
  int width, height;
  std::vector<unsigned char> pixels;
  unsigned char operator()(int y, int x) const { return pixels[y * width + x]; }
};

static void smooth(const Grid<float>& a, Grid<float>& b) {
#pragma parallel
  for (int i = 1; i < a.n - 1; ++i)
    for (int j = 0; j < a.m; ++j) b.at(i, j) = a.at(i - 1, j) + a.at(i + 1, j) + a(i, j);
}
static void both(const Grid<double>& a, Grid<int>& b) {
#pragma parallel
  for (int i = 0; i < a.n; ++i)
    for (int j = 0; j < a.m; ++j) b.at(i, j) += static_cast<int>(a(i, j));
}
static void gradient(const Image& in, std::vector<float>& m) {
  const int factor = 3;
  auto at = [&](int y, int x) -> int { return in(y, x) * factor; };
#pragma parallel
  for (int y = 1; y < in.height - 1; ++y)
    for (int x = 1; x < in.width - 1; ++x) m[y * in.width + x] = static_cast<float>(at(y, x + 1) - at(y, x));
}

int main() {
  for (const int n : {1, 2, 3, 9}) {
    const int m = n + 2;
    Grid<float> a{n, m, std::vector<float>(n * m)}, b = a;
    fill(a.values.data(), a.values.size(), 1);
    smooth(a, b);
    print("smooth", b.values.data(), b.values.size());
    Grid<double> c{n, m, std::vector<double>(n * m)};
    Grid<int> d{n, m, std::vector<int>(n * m)};
    fill(c.values.data(), c.values.size(), 2);
    both(c, d);
    print("both", d.values.data(), d.values.size());
    Image image{m, n, std::vector<unsigned char>(n * m)};
    for (int k = 0; k < n * m; ++k) image.pixels[k] = static_cast<unsigned char>(k * 37);
    std::vector<float> result(n * m);
    gradient(image, result);
    print("gradient", result.data(), result.size());
  }
}

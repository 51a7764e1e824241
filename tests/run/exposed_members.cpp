// Classes whose elements are private, as most are: on CUDA the launches hand them on.
#include "print.h"
#include <vector>

namespace linear {
template <class T>
class Matrix {
 public:
  Matrix(int n, int m) : n_(n), m_(m), data_(std::size_t(n) * m) {}
  T& operator()(int i, int j) { return data_[index(i, j)]; }
  const T& operator()(int i, int j) const { return data_[index(i, j)]; }
  int rows() const { return n_; }
  int columns() const { return m_; }
  void twice() {
#pragma parallel
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < m_; ++j) data_[index(i, j)] *= 2;
  }

 private:
  std::size_t index(int i, int j) const { return std::size_t(i) * m_ + j; }
  int n_, m_;
  std::vector<T> data_;
};
}  // namespace linear

class Image {
  double* pixels;
  int n, pitch;

 public:
  Image(int n, int pitch, double* pixels) : pixels(pixels), n(n), pitch(pitch) {}
  double& at(int i, int j) const { return pixels[i * pitch + j]; }
  double& operator[](int i) { return pixels[i]; }
  int width() const { return pitch; }
  void copy(const Image& other) {
#pragma parallel
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < pitch; ++j) (*this).at(i, j) = other.at(i, j);
  }
};

class Lens {
  Image image;
  double factor = 3;
  double scaled(double x) const { return x * factor; }

 public:
  explicit Lens(Image image) : image(image) {}
  double& at(int i, int j) { return image.at(i, j); }
  double zoom() const { return factor * 2; }
  double twice(double x) const { return 2 * (*this).scaled(x); }
};

// The size by which rows are apart has no name outside: what the loop takes for granted cannot be checked.
class Padded {
  int n, m, pitch;
  std::vector<double> cells;

 public:
  Padded(int n, int m) : n(n), m(m), pitch(m + 1), cells(std::size_t(n) * pitch) {}
  double& operator()(int i, int j) { return cells[i * pitch + j]; }
  const std::vector<double>& all() const { return cells; }
  int rows() const { return n; }
  int columns() const { return m; }
};

static void multiply(linear::Matrix<double>& c, const linear::Matrix<double>& a, const linear::Matrix<double>& b) {
#pragma parallel
  for (int i = 0; i < c.rows(); ++i)
    for (int j = 0; j < c.columns(); ++j) {
      double s = 0;
      for (int k = 0; k < a.columns(); ++k) s += a(i, k) * b(k, j);
      c(i, j) = s;
    }
}

static void mirror(Image* to, Image& from, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) to->at(i, j) = 2 * from.at(i, m - 1 - j) + i;
}

static void focus(Lens& lens, int n, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] += lens.twice(i) + lens.zoom();
}

static void fillPadded(Padded& p) {
#pragma parallel unchecked
  for (int i = 0; i < p.rows(); ++i)
    for (int j = 0; j < p.columns(); ++j) p(i, j) = i - j;
}

int main() {
  for (const int n : {0, 1, 19}) {
    const int m = n / 2 + 1;
    linear::Matrix<double> a(n, m), b(m, n), c(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) a(i, j) = i - j, b(j, i) = i + 3 * j;
    a.twice();
    multiply(c, a, b);
    if (n > 0) print("multiply", &c(0, 0), std::size_t(n) * n);
    std::vector<double> x(n * m), y(n * m), z(n * m);
    fill(y.data(), y.size(), 5);
    Image to(n, m, x.data()), from(n, m, y.data()), copied(n, m, z.data());
    mirror(&to, from, n, m);
    copied.copy(to);
    Lens lens(to);
    focus(lens, n, y.data());
    Padded padded(n, m);
    fillPadded(padded);
    print("mirror", x.data(), x.size());
    print("focus", y.data(), y.size());
    print("copied", z.data(), z.size());
    print("padded", padded.all().data(), padded.all().size());
  }
}

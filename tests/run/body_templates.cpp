// Templates with several instantiations: the pattern is translated once and right for all of them.
#include "print.h"
#include <complex>
#include <vector>

template <class T>
static void axpy(T a, const T* x, T* y, int n) {
#pragma parallel block
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

template <class T, class Index>
static T total(const T* x, Index n) {
  T s{};
#pragma parallel reduction(+ : s)
  for (Index i = 0; i < n; ++i) s += x[i];
  return s;
}

template <int Rows, int Columns>
static void addIndex(int (&a)[Rows][Columns]) {
#pragma parallel
  for (int i = 0; i < Rows; ++i)
#pragma parallel
    for (int j = 0; j < Columns; ++j) a[i][j] += i * Columns + j;
}

template <class F>
static void apply(float* a, int n, F f) {
#pragma parallel block(32)
  for (int i = 0; i < n; ++i) a[i] = f(a[i]);
}

template <class T>
class Matrix {
 public:
  Matrix(int rows, int columns) : rows_(rows), columns_(columns), data_(rows * columns) {}
  T& operator()(int i, int j) { return data_[i * columns_ + j]; }
  void setIdentity() {
#pragma parallel
    for (int i = 0; i < rows_; ++i)
#pragma parallel
      for (int j = 0; j < columns_; ++j) data_[i * columns_ + j] = i == j ? T(1) : T(0);
  }
  template <class U>
  void addScaled(const Matrix<U>& other, T factor) {
    const U* from = other.data();
    T* to = data_.data();
#pragma parallel
    for (int i = 0; i < rows_ * columns_; ++i) to[i] += static_cast<T>(from[i]) * factor;
  }
  const T* data() const { return data_.data(); }

 private:
  int rows_, columns_;
  std::vector<T> data_;
};

// Specialised: the two bodies differ.
template <class T>
struct Operation {
  static void run(T* a, int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = a[i] + a[i];
  }
};
template <>
struct Operation<char> {
  static void run(char* a, int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = static_cast<char>(a[i] ^ 1);
  }
};

template <bool Reverse>
static void choose(int* a, int n) {
  if constexpr (Reverse) {
#pragma parallel
    for (int i = n - 1; i >= 0; --i) a[i] += 2 * i;
  } else {
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] -= i;
  }
}

int main() {
  for (int n : sizes) {
    std::vector<float> x(n), y(n);
    fill(x.data(), n, 1);
    axpy(2.0f, x.data(), y.data(), n);
    axpy(-0.5f, x.data(), y.data(), n);
    apply(y.data(), n, [](float v) { return v * 3 + 1; });
    print("float", y.data(), n);
    std::vector<long> a(n), b(n, 1);
    fill(a.data(), n, 2);
    axpy(7L, a.data(), b.data(), n);
    print("long", b.data(), n);
    std::printf("%ld %ld ~\n", total(b.data(), n), total(b.data(), static_cast<std::size_t>(n)));
    std::printf("~ %.9g\n", static_cast<double>(total(x.data(), static_cast<short>(n))));
    std::vector<int> c(n, 5);
    Operation<int>::run(c.data(), n);
    choose<true>(c.data(), n);
    choose<false>(c.data(), n);
    print("int", c.data(), n);
    std::vector<char> d(n, 'a');
    Operation<char>::run(d.data(), n);
    print("char", d.data(), n);
  }
  int small[2][3] = {}, large[9][31] = {};
  addIndex(small);
  addIndex(large);
  print("small", &small[0][0], 6);
  print("large", &large[0][0], 279);
  Matrix<double> m(7, 7);
  Matrix<float> f(7, 7);
  m.setIdentity();
  f.setIdentity();
  m.addScaled(f, 2.5);
  f.addScaled(f, 2.0f);
  print("matrix", m.data(), 49);
  print("matrix", f.data(), 49);
}

// Templates over the type of elements, with instances that add up in another type than they store; extremes of small
// floating-point numbers; constants that share a declaration.
// flags: -Iinclude
// run: 1
// run: 16
// run: 49
#include "print.h"

#include <appyl/appyl.hpp>

#include <cstdlib>
#include <vector>

using namespace appyl;

template <class T>
struct Matrix {
  int rows, columns;
  std::vector<T> elements;

  Matrix(int rows, int columns, unsigned seed)
      : rows(rows), columns(columns), elements(static_cast<std::size_t>(rows) * columns) {
    std::vector<int> numbers(elements.size());
    fill(numbers.data(), numbers.size(), seed);
    for (std::size_t k = 0; k < numbers.size(); ++k)
      elements[k] = static_cast<T>(static_cast<float>(numbers[k] % 4 - 5));  // never 0
  }
  operator view<const T, 2>() const { return view<const T, 2>(elements, rows, columns); }
  operator view<T, 2>() { return view<T, 2>(elements, rows, columns); }
  void show(const char* name) const {
    std::vector<float> numbers(elements.begin(), elements.end());
    print(name, numbers.data(), numbers.size());
  }
};

// With an accumulator of the program's own.
template <class T>
void accumulated(view<const T, 2> a, view<const T, 2> b, view<T, 2> c) {
  constexpr int BM = 8, BN = 16, BK = 4;
#pragma parallel
  for (int i = 0; i < c.extent(0); i += BM)
#pragma parallel
    for (int j = 0; j < c.extent(1); j += BN) {
      auto sum = zeros<float>(BM, BN);
      for (int k = 0; k < a.extent(1); k += BK)
        sum += dot(a(slice(i, BM), slice(k, BK)), b(slice(k, BK), slice(j, BN)));
      c(slice(i, BM), slice(j, BN)) = sum;
    }
}

template <class T>
void stated(view<const T, 2> a, view<const T, 2> b, view<T, 2> c) {
  const int M = c.extent(0), N = c.extent(1), K = a.extent(1);
#pragma par_dim( : M : 16, : N : 16) seq_dim( : K : 8)
  c(slice(M), slice(N)) = dot(a(slice(M), slice(K)), b(slice(K), slice(N)));
}

template <class T>
T greatest(view<const T, 2> x) {
  const int M = x.extent(0), N = x.extent(1);
  T most{};
#pragma par_dim( : M : 4, : N : 8)
  most = max(x(slice(M), slice(N)));
  return most;
}

half leastOf(view<const half> x, int n) {
  half least = half(1000);
#pragma parallel reduction(min : least)
  for (int i = 0; i < n; ++i) least = x(i) < least ? x(i) : least;
  return least;
}

void twice(view<const float, 2> a, view<float, 2> c, int rows, int columns) {
  constexpr int BM = 4, BN = 16;
#pragma parallel
  for (int p = 0; p < rows; ++p)
#pragma parallel
    for (int q = 0; q < columns; ++q)
      c(slice(p * BM, BM), slice(q * BN, BN)) = 2 * a(slice(p * BM, BM), slice(q * BN, BN));
}

// Conversions that are written out change the values of lanes.
void converted(view<const float> x, view<float> y, view<float> sums, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 8) {
    const auto whole = tile<int>(x(slice(i, 8)) * 0.3f);
    y(slice(i, 8)) = tile<int>(x(slice(i, 8)) * 0.5f) * 2 + whole;
    sums(i / 8) = sum(tile<int>(x(slice(i, 8)) * 0.7f)) / 4;
  }
}

template <class T>
void products(const char* name, int n) {
  const Matrix<T> a(n, n + 3, 1), b(n + 3, n + 1, 2);
  Matrix<T> c(n, n + 1, 3);
  accumulated<T>(a, b, c);
  c.show(name);
  stated<T>(a, b, c);
  c.show(name);
}

int main(int, char** argv) {
  const int n = std::atoi(argv[1]);
  products<float>("float", n);
  products<half>("half", n);
  products<bfloat16>("bfloat16", n);
  const Matrix<float> x(n, n, 4);
  const Matrix<half> y(n, n, 5);
  Matrix<float> z(n, n, 6);
  const float extremes[] = {greatest<float>(x), static_cast<float>(greatest<half>(y)),
                            static_cast<float>(leastOf(view<const half>(y.elements), n * n))};
  print("extremes", extremes, 3);
  twice(x, z, (n + 3) / 4, (n + 15) / 16);
  z.show("twice");
  std::vector<float> whole(x.elements.size()), sums(whole.size());
  converted(x.elements, whole, sums, n * n);
  print("converted", whole.data(), whole.size());
  print("sums", sums.data(), sums.size());
}

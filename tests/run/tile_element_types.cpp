// Templates over the type of elements, with instances that add up in another type than they store; extremes of small
// floating-point numbers; constants that share a declaration; numbers of which tiles are made, in the tiles' types.
// flags: -Iinclude
// run: 1
// run: 16
// run: 49
#include "print.h"

#include <appyl/appyl.hpp>

#include <complex>
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
    const auto whole = tile<int>(x(slice(i, 8)) * 0.375f);
    y(slice(i, 8)) = tile<int>(x(slice(i, 8)) * 0.5f) * 2 + whole;
    sums(i / 8) = sum(tile<int>(x(slice(i, 8)) * 0.7f)) / 4;
  }
}

template <class T>
void made(view<const T> x, view<double> y, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 8) {
    auto none = zeros<T>(8);
    none += full<T>(1, 8);
    y(slice(i, 8)) = (zeros<T>(8) + 1) / 2 + arange<T>(8) / 4 + none / 4 + (arange<T>(8) + i) / 2;
    y(slice(i, 8)) += where(x(slice(i, 8)) > 3, full<T>(1, 8), zeros<T>(8)) / 2 + max(full<T>(3, 4)) / 2;
    y(slice(i, 8)) += maximum(x(slice(i, 8)), zeros<T>(8)) + load(x(slice(i, 8)), x(slice(i, 8)) < 0, 0) / 2;
  }
}

// 0 - 1 of unsigned numbers, 300 of bytes.
void wrapped(view<const int> x, view<double> y, double less, int n) {
  constexpr int B = 300;
#pragma parallel
  for (int i = 0; i < n; i += B) {
    y(slice(i, B)) = zeros<unsigned>(B) - 1;
    y(slice(i, B)) += arange<unsigned char>(B) + i;
    y(slice(i, B)) += arange<unsigned>(B) - 3 + full<int>(less, B);
    y(slice(i, B)) += (arange(B) - 5) / 3U + where(arange<unsigned>(B) - 3 < 2U, 1, 0);
    const auto bytes = arange<unsigned char>(B) - 7;
    y(slice(i, B)) += bytes + sum(arange<unsigned char>(B)) + load(x(slice(i, B)), x(slice(i, B)) > 3, 0.5);
  }
}

// A tile of halves by name is one beside other types, too.
void keptHalves(view<const half> x, view<const bfloat16> b, view<float> y, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 8) {
    tile<half> t = x(slice(i, 8));
    const tile<bfloat16> u = b(slice(i, 8));
    t += 1000;
    y(slice(i, 8)) = t * 3 + t * u + where(t > half(1002.0f), t, 3) / 7;
  }
}
int size(unsigned char) { return 1; }
int size(int) { return 4; }
void overloaded(view<const unsigned char> x, view<int> y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const auto sizes = [](auto v) { return size(v); };
    y(i) = sum(map(sizes, load(x(slice(0, 3)), x(slice(0, 3)) > 3, 0))) + sum(map(sizes, zeros<unsigned char>(8)));
  }
}

using Complex = std::complex<float>;
void scaled(view<const Complex> x, view<Complex> y, Complex a, Complex b, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 8) y(slice(i, 8)) = x(slice(i, 8)) * (a + b) - (a - b);
}

// Sums lose what they lose once in a block, not once in an element.
void rounded(view<const float, 2> x, view<const unsigned> u, view<int> y, view<double> z, int m, int n) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int s = 0;
    for (int j = 0; j < n; j += 8) s += sum(x(i, slice(j, 8)) * 0.375f);
    y(i) = s;
    for (int j = 0; j < n; j += 4) y(i) -= sum(x(i, slice(j, 4)) * 0.375f);
    double total = i;
    for (int j = 0; j < n; j += 8) total += sum(u(slice(j, 8)));
    z(i) = total;
  }
#pragma parallel
  for (int i = 0; i < m; i += 4) {
    tile<int> t = zeros<int>(4);
    for (int j = 0; j < n; j += 8) t += sum(x(slice(i, 4), slice(j, 8)) * 0.375f, 1);
    y(slice(i, 4)) += t;
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

// Rows become single elements of class type.
template <class T>
void rowSums(view<const T, 2> x, view<T> sums, view<T> more) {
#pragma parallel
  for (int i = 0; i < x.extent(0); ++i) {
    sums(i) = sum(x(i, all));
    more(i) += sum(x(i, all) * x(i, all));
  }
}
void rowSums(view<const Complex, 2> x, view<Complex> sums, view<Complex> more) {
#pragma parallel
  for (int i = 0; i < x.extent(0); ++i) {
    sums(i) = sum(x(i, all));
    more(i) += sum(x(i, all) * x(i, all));
  }
}
// Some of the instances are halves, none is a bfloat16.
template <class T>
void rowNorms(view<const T, 2> x, view<T> norms) {
#pragma parallel
  for (int i = 0; i < x.extent(0); ++i) {
    norms(i) = max(x(i, all));
    norms(i) += sum(x(i, all) * x(i, all));
  }
}
// The sum has wrapped around before it is added to something wider.
void wrappedSums(view<const unsigned, 2> x, view<long> sums, int n, int m) {
#pragma par_dim(:n:8, :m:4)
  sums(slice(n)) += sum(x(slice(n), slice(m)), 1);
}
void rowExtremes(view<const bfloat16, 2> x, view<bfloat16> extremes) {
#pragma parallel
  for (int i = 0; i < x.extent(0); ++i) {
    extremes(i) = max(x(i, all)) - min(x(i, all));
    if (max(x(i, all)) > 3.0f) extremes(i) *= 2 * static_cast<float>(max(x(i, all)));
  }
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
  std::vector<int> numbers(x.elements.begin(), x.elements.end()), rows(n);
  std::vector<double> y2(numbers.size());
  made<float>(x.elements, y2, n * n);
  print("made", y2.data(), y2.size());
  made<double>(std::vector<double>(numbers.begin(), numbers.end()), y2, n * n);
  print("made", y2.data(), y2.size());
  wrapped(numbers, y2, 2.75, n * n);
  print("wrapped", y2.data(), y2.size());
  std::vector<Complex> c(numbers.size()), d(c.size());
  for (std::size_t k = 0; k < c.size(); ++k) c[k] = Complex(x.elements[k], 1);
  scaled(c, d, Complex(1, 2), Complex(3, -1), n * n);
  std::vector<float> parts;
  for (const Complex& each : d) parts.insert(parts.end(), {each.real(), each.imag()});
  print("scaled", parts.data(), parts.size());
  rounded(x, std::vector<unsigned>(n, 3000000000U), rows, y2, n, n);
  print("rounded", rows.data(), rows.size());
  print("rounded", y2.data(), n);
  std::vector<bfloat16> square(n * n), ranges(n), rowTotals(n), rowSquares(n);
  for (int k = 0; k < n * n; ++k) square[k] = static_cast<bfloat16>(static_cast<float>(k * 7 % 11) - 5);
  for (int k = 0; k < n; ++k) rowSquares[k] = static_cast<bfloat16>(1.0f);
  rowExtremes(view<const bfloat16, 2>(square, n, n), ranges);
  rowSums<bfloat16>(view<const bfloat16, 2>(square, n, n), view<bfloat16>(rowTotals), view<bfloat16>(rowSquares));
  for (const auto& results : {ranges, rowTotals, rowSquares}) print("of rows", results.data(), results.size());
  std::vector<float> floatTotals(n), floatSquares(n);
  rowSums<float>(view<const float, 2>(x.elements, n, n), view<float>(floatTotals), view<float>(floatSquares));
  for (const auto& results : {floatTotals, floatSquares}) print("of rows", results.data(), results.size());
  std::vector<half> halfNorms(n);
  rowNorms<float>(view<const float, 2>(x.elements, n, n), view<float>(floatTotals));
  rowNorms<half>(view<const half, 2>(y.elements, n, n), view<half>(halfNorms));
  for (int k = 0; k < n; ++k) std::printf("~ %g %g\n", floatTotals[k], static_cast<float>(halfNorms[k]));
  std::vector<unsigned> large(n * n, 4000000000U);
  std::vector<long> wide(n, 5);
  wrappedSums(view<const unsigned, 2>(large, n, n), wide, n, n);
  print("wrapped sums", wide.data(), wide.size());
  std::vector<Complex> table(n * n), complexTotals(n), complexSquares(n);
  for (int k = 0; k < n * n; ++k) table[k] = Complex(static_cast<float>(k % 7), 1);
  rowSums(view<const Complex, 2>(table, n, n), view<Complex>(complexTotals), view<Complex>(complexSquares));
  for (int k = 0; k < n; ++k) std::printf("~ %g %g\n", complexTotals[k].real(), complexSquares[k].imag());
  std::vector<half> halves(numbers.begin(), numbers.end());
  std::vector<bfloat16> brains(numbers.begin(), numbers.end());
  std::vector<float> floats(numbers.size());
  keptHalves(halves, brains, floats, n * n);
  print("keptHalves", floats.data(), floats.size());
  if (n > 2) overloaded(std::vector<unsigned char>(numbers.begin(), numbers.end()), rows, n);
  print("overloaded", rows.data(), rows.size());
}

// The products of matrices of appyl/cpu against the loops that they stand for: every element gets its
// products in the loop's order, so that integer-valued data must give the same values, and other data the
// bits of a loop of FMAs.
#include <doctest/doctest.h>
#include <appyl/cpu/contraction.hpp>

#include <array>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <random>
#include <thread>
#include <vector>

using namespace appyl::cpu;
using appyl::bfloat16;
using appyl::half;

namespace {

/// An array whose elements are `row` and `column` apart, in a vector without room to spare: an access outside
/// it is an error that the address sanitizer finds.
template <class T>
struct array {
  std::ptrdiff_t rows, columns, row, column;
  std::vector<T> data;

  array(std::ptrdiff_t m, std::ptrdiff_t n, std::ptrdiff_t r, std::ptrdiff_t c)
      : rows(m), columns(n), row(r), column(c) {
    data.resize(m > 0 && n > 0 ? static_cast<std::size_t>((m - 1) * r + (n - 1) * c + 1) : 0);
  }
  T& operator()(std::ptrdiff_t i, std::ptrdiff_t j) {
    return data[static_cast<std::size_t>(i * row + j * column)];
  }
  matrix<T> whole() { return {data.data(), row, column}; }
  matrix<const T> constant() const { return {data.data(), row, column}; }
};

enum class storage { rows, columns, wide_rows, wide_columns, scattered };
constexpr storage storages[] = {storage::rows, storage::columns, storage::wide_rows, storage::wide_columns,
                                storage::scattered};

template <class T>
array<T> stored(std::ptrdiff_t m, std::ptrdiff_t n, storage how) {
  switch (how) {
    case storage::rows: return {m, n, n, 1};
    case storage::columns: return {m, n, 1, m};
    case storage::wide_rows: return {m, n, n + 5, 1};
    case storage::wide_columns: return {m, n, 1, m + 3};
    default: return {m, n, 2 * n + 1, 2};
  }
}

std::mt19937 numbers(7);

/// Small integers, whose sums of products are exact in every type.
template <class T>
void fill(array<T>& x, int most = 8) {
  std::uniform_int_distribution<int> any(-most, most);
  for (T& element : x.data) element = static_cast<T>(any(numbers));
}
[[maybe_unused]] void fill_with_fractions(array<float>& x) {
  std::uniform_real_distribution<float> any(-1, 1);
  for (float& element : x.data) element = any(numbers);
}

/// How many elements differ from the loop's; also those between the elements of C, which nothing may change.
template <class T>
long differences(const std::vector<T>& x, const std::vector<T>& y) {
  long count = 0;
  for (std::size_t i = 0; i < x.size(); ++i) count += !(x[i] == y[i]);
  return count;
}

template <class Sum = void, class A, class B, class C, class Start, class Tail, class Loop>
long check(array<A>& a, array<B>& b, array<C>& c, const Start& start, const Tail& tail, region part,
           Loop loop) {
  array<C> expected = c;
  for (std::ptrdiff_t i = 0; i < c.rows; ++i)
    for (std::ptrdiff_t j = 0; j < c.columns; ++j)
      if (part == region::full || (part == region::lower ? j <= i : j >= i)) loop(expected(i, j), i, j);
  contract<Sum>({c.rows, c.columns, a.columns}, a.constant(), b.constant(), c.whole(), start, tail, part);
  return differences(c.data, expected.data);
}

template <class T>
long check_sum(std::ptrdiff_t m, std::ptrdiff_t n, std::ptrdiff_t k, storage sa = storage::rows,
               storage sb = storage::rows, storage sc = storage::rows, region part = region::full) {
  array<T> a = stored<T>(m, k, sa), b = stored<T>(k, n, sb), c = stored<T>(m, n, sc);
  fill(a);
  fill(b);
  fill(c);
  return check(a, b, c, from_c, as_it_is, part, [&](T& element, std::ptrdiff_t i, std::ptrdiff_t j) {
    for (std::ptrdiff_t p = 0; p < k; ++p) element = static_cast<T>(element + a(i, p) * b(p, j));
  });
}

}  // namespace

TEST_CASE_TEMPLATE("every size", T, float, double, std::int32_t) {
  for (std::ptrdiff_t m : {0, 1, 2, 3, 17, 127, 129})
    for (std::ptrdiff_t n : {0, 1, 2, 3, 17, 128, 129})
      for (std::ptrdiff_t k : {0, 1, 2, 3, 17, 129}) {
        CAPTURE(m);
        CAPTURE(n);
        CAPTURE(k);
        REQUIRE(check_sum<T>(m, n, k) == 0);
      }
  CHECK(check_sum<T>(300, 300, 300) == 0);
  CHECK(check_sum<T>(29, 31, 2000) == 0);
  CHECK(check_sum<T>(1500, 9, 40) == 0);
  CHECK(check_sum<T>(9, 4500, 40) == 0);
}

TEST_CASE_TEMPLATE("every storage", T, float, double) {
  for (storage a : storages)
    for (storage b : storages)
      for (storage c : storages) {
        CAPTURE(static_cast<int>(a));
        CAPTURE(static_cast<int>(b));
        CAPTURE(static_cast<int>(c));
        REQUIRE(check_sum<T>(67, 45, 39, a, b, c) == 0);
        REQUIRE(check_sum<T>(5, 101, 250, a, b, c) == 0);
        REQUIRE(check_sum<T>(101, 3, 250, a, b, c) == 0);
      }
  for (storage a : storages) REQUIRE(check_sum<T>(153, 401, 901, a) == 0);  // so large that A is copied
}

TEST_CASE_TEMPLATE("other types", T, std::int64_t, std::uint8_t, long double, std::complex<double>) {
  for (std::ptrdiff_t m : {1, 3, 17, 60})
    for (std::ptrdiff_t n : {1, 3, 17, 60})
      for (std::ptrdiff_t k : {0, 1, 17, 300}) REQUIRE(check_sum<T>(m, n, k) == 0);
}

TEST_CASE_TEMPLATE("vectors", T, float, double, std::int32_t, std::uint8_t, std::complex<double>) {
  const std::vector<std::ptrdiff_t> terms = {0, 1, 7, 8, 16, 63, 300};
  for (std::ptrdiff_t m : {0, 1, 2, 7, 15, 16, 17, 63, 500, 2051, 4096, 4109})
    for (std::ptrdiff_t k : terms)
      for (storage sa : storages)
        for (std::ptrdiff_t stride : {1, 3}) {
          CAPTURE(m);
          CAPTURE(k);
          CAPTURE(static_cast<int>(sa));
          array<T> a = stored<T>(m, k, sa), x(k, 1, stride, 1), y(m, 1, stride, 1);
          fill(a);
          fill(x);
          fill(y);
          array<T> expected = y;
          for (std::ptrdiff_t i = 0; i < m; ++i)
            for (std::ptrdiff_t p = 0; p < k; ++p)
              expected(i, 0) = static_cast<T>(expected(i, 0) + a(i, p) * x(p, 0));
          contract({m, k}, a.constant(), column<const T>{x.data.data(), stride},
                   column{y.data.data(), stride}, from_c);
          REQUIRE(differences(y.data, expected.data) == 0);
        }
}

TEST_CASE("vectors of two bytes, factors, starts and tails") {
  for (std::ptrdiff_t m : {1, 33, 1500})
    for (storage how : storages) {
      const std::ptrdiff_t k = 77;
      array<bfloat16> a = stored<bfloat16>(m, k, how);
      array<float> x(k, 1, 1, 1), y(m, 1, 1, 1), bias(m, 1, 1, 1);
      fill(a);
      fill(x);
      fill(y);
      fill(bias);
      array<float> expected = y;
      for (std::ptrdiff_t i = 0; i < m; ++i) {
        float sum = bias(i, 0) + expected(i, 0);
        for (std::ptrdiff_t p = 0; p < k; ++p) sum += 2 * static_cast<float>(a(i, p)) * x(p, 0);
        expected(i, 0) = sum > 0 ? sum + expected(i, 0) : static_cast<float>(i);
      }
      contract(
          {m, k}, 2 * a.constant(), column<const float>{x.data.data()}, column{y.data.data()},
          [&](float old, std::ptrdiff_t i, std::ptrdiff_t j) {
            CHECK(j == 0);
            return bias(i, 0) + old;
          },
          [&](float sum, float old, std::ptrdiff_t i, std::ptrdiff_t) {
            return sum > 0 ? sum + old : static_cast<float>(i);
          });
      REQUIRE(differences(y.data, expected.data) == 0);
    }
}

TEST_CASE("signed integers wrap around") {
  array<std::int32_t> a(40, 50, 50, 1), b(50, 40, 40, 1), c(40, 40, 40, 1);
  fill(a, 2000000000);
  fill(b, 2000000000);
  CHECK(check(a, b, c, from_zero, as_it_is, region::full, [&](std::int32_t& element, auto i, auto j) {
          std::uint32_t sum = 0;
          for (std::ptrdiff_t p = 0; p < 50; ++p)
            sum += static_cast<std::uint32_t>(a(i, p)) * static_cast<std::uint32_t>(b(p, j));
          element = static_cast<std::int32_t>(sum);
        }) == 0);
}

TEST_CASE_TEMPLATE("two bytes, summed as float", T, bfloat16, half) {
  for (std::ptrdiff_t k : {0, 5, 100, 1100}) {
    array<T> a(50, k, k, 1), b(k, 70, 70, 1), c(50, 70, 70, 1);
    fill(a);
    fill(b);
    fill(c);
    CHECK(check(a, b, c, from_c, as_it_is, region::full, [&](T& element, std::ptrdiff_t i, std::ptrdiff_t j) {
            float sum = static_cast<float>(element);
            for (std::ptrdiff_t p = 0; p < k; ++p)
              sum += static_cast<float>(a(i, p)) * static_cast<float>(b(p, j));
            element = static_cast<T>(sum);
          }) == 0);
    array<float> wide(50, 70, 70, 1);
    CHECK(check(a, b, wide, from_zero, as_it_is, region::full,
                [&](float& element, std::ptrdiff_t i, std::ptrdiff_t j) {
                  element = 0;
                  for (std::ptrdiff_t p = 0; p < k; ++p)
                    element += static_cast<float>(a(i, p)) * static_cast<float>(b(p, j));
                }) == 0);
  }
}

TEST_CASE("sums of a wider type than C") {
  for (std::ptrdiff_t k : {3, 700}) {
    array<float> a(33, k, k, 1), b(k, 47, 1, k), c(33, 47, 47, 1);
    fill(a, 3000);
    fill(b, 3000);
    CHECK(check<double>(a, b, c, from_zero, as_it_is, region::full, [&](float& element, auto i, auto j) {
            double sum = 0;
            for (std::ptrdiff_t p = 0; p < k; ++p) sum += static_cast<double>(a(i, p)) * b(p, j);
            element = static_cast<float>(sum);
          }) == 0);
  }
}

TEST_CASE("starts, factors and tails") {
  for (std::ptrdiff_t k : {0, 1, 40, 900})
    for (storage how : storages) {
      CAPTURE(k);
      CAPTURE(static_cast<int>(how));
      array<float> a(45, k, k, 1), b = stored<float>(k, 61, how), c = stored<float>(45, 61, how);
      fill(a);
      fill(b);
      fill(c);
      const auto sum = [&](float from, std::ptrdiff_t i, std::ptrdiff_t j) {
        for (std::ptrdiff_t p = 0; p < k; ++p) from += a(i, p) * b(p, j);
        return from;
      };
      using index = std::ptrdiff_t;
      CHECK(check(a, b, c, from_zero, as_it_is, region::full,
                  [&](float& element, index i, index j) { element = sum(0, i, j); }) == 0);
      CHECK(check(a, b, c, from_value(5.0f), as_it_is, region::full,
                  [&](float& element, index i, index j) { element = sum(5, i, j); }) == 0);
      fill(c);
      CHECK(check(a, b, c, from_c_times(3.0f), as_it_is, region::full,
                  [&](float& element, index i, index j) { element = sum(3 * element, i, j); }) == 0);
      CHECK(check(
                a, b, c, [](index i, index j) { return static_cast<float>(i - 2 * j); }, as_it_is,
                region::full,
                [&](float& element, index i, index j) {
                  element = sum(static_cast<float>(i - 2 * j), i, j);
                }) == 0);
      const auto bias = [](float x, index i, index j) {
        return std::max(0.0f, x + static_cast<float>(3 * i - j));
      };
      CHECK(check(a, b, c, from_zero, bias, region::full,
                  [&](float& element, index i, index j) { element = bias(sum(0, i, j), i, j); }) == 0);
      fill(c);
      const auto update = [](float x, float old, index, index) { return 2 * old + 3 * x; };
      CHECK(check(a, b, c, from_zero, update, region::full,
                  [&](float& element, index i, index j) { element = 2 * element + 3 * sum(0, i, j); }) == 0);
      // alpha stays with A where the product is transposed.
      fill(c);
      array<float> expected = c;
      for (index i = 0; i < 45; ++i)
        for (index j = 0; j < 61; ++j)
          for (index p = 0; p < k; ++p) expected(i, j) += 4.0f * a(i, p) * b(p, j);
      contract({45, 61, k}, 4.0f * a.constant(), b.constant(), c.whole(), from_c);
      CHECK(differences(c.data, expected.data) == 0);
    }
}

TEST_CASE_TEMPLATE("in place", T, float, double, std::int32_t) {
  for (std::ptrdiff_t m : {0, 1, 17, 255, 256, 257, 700})
    for (std::ptrdiff_t n : {0, 1, 19, 50})
      for (std::ptrdiff_t k : {0, 1, 33, 50}) {
        CAPTURE(m);
        CAPTURE(n);
        CAPTURE(k);
        array<T> x(m, 50, 50, 1), b = stored<T>(k, n, storage::rows);
        fill(x, 3), fill(b, 3);
        array<T> expected = x;
        const auto tail = [](T sum, std::ptrdiff_t i, std::ptrdiff_t j) {
          return static_cast<T>(sum + static_cast<T>(i - 2 * j));
        };
        for (std::ptrdiff_t i = 0; i < m; ++i)
          for (std::ptrdiff_t j = 0; j < n; ++j) {
            T sum = static_cast<T>(i);
            for (std::ptrdiff_t p = 0; p < k; ++p) sum += 2 * x(i, p) * b(p, j);
            expected(i, j) = tail(sum, i, j);
          }
        const matrix<const T> rows{x.data.data(), 50, 1};
        contract_in_place(
            {m, n, k}, T(2) * rows, b.constant(), x.whole(),
            [](std::ptrdiff_t i, std::ptrdiff_t) { return static_cast<T>(i); }, tail);
        REQUIRE(differences(x.data, expected.data) == 0);
      }
  array<T> x(40, 40, 40, 1), b(40, 40, 40, 1), y(40, 40, 40, 1);  // as it is, from the elements before
  fill(x), fill(b);
  y.data = x.data;
  contract({40, 40, 40}, x.constant(), b.constant(), y.whole(), from_c);
  contract_in_place({40, 40, 40}, x.constant(), b.constant(), x.whole(), from_c);
  CHECK(differences(x.data, y.data) == 0);
}

TEST_CASE("triangles") {
  for (region part : {region::lower, region::upper})
    for (storage how : storages)
      for (std::ptrdiff_t n : {1, 17, 100, 301}) {
        CAPTURE(n);
        REQUIRE(check_sum<float>(n, n, 33, storage::rows, storage::columns, how, part) == 0);
        REQUIRE(check_sum<double>(n, n + 40, 260, storage::rows, storage::rows, how, part) == 0);
        REQUIRE(check_sum<float>(n + 40, n, 33, storage::columns, storage::rows, how, part) == 0);
      }
}

namespace {

/// A times B, one of which is a triangle: nothing beyond its edge is read, where numbers are none.
template <class T>
long check_triangle(std::ptrdiff_t m, std::ptrdiff_t n, std::ptrdiff_t k, bool ofA, bool isLower,
                    std::ptrdiff_t shift, storage how, region part = region::full) {
  array<T> a = stored<T>(m, k, how), b = stored<T>(k, n, how), c = stored<T>(m, n, how);
  fill(a);
  fill(b);
  fill(c);
  const auto isThere = [&](std::ptrdiff_t row, std::ptrdiff_t column) {
    return isLower ? column <= row + shift : column >= row + shift;
  };
  if constexpr (std::is_floating_point_v<T>) {
    array<T>& factor = ofA ? a : b;
    for (std::ptrdiff_t i = 0; i < factor.rows; ++i)
      for (std::ptrdiff_t j = 0; j < factor.columns; ++j)
        if (!isThere(i, j)) factor(i, j) = std::numeric_limits<T>::quiet_NaN();
  }
  array<T> expected = c;
  const auto tail = [](T sum, std::ptrdiff_t i, std::ptrdiff_t j) { return sum * T(2) + T(int(i - 2 * j)); };
  for (std::ptrdiff_t i = 0; i < m; ++i)
    for (std::ptrdiff_t j = 0; j < n; ++j) {
      if (part == region::lower && j > i) continue;
      T sum = expected(i, j);
      for (std::ptrdiff_t p = 0; p < k; ++p)
        if (ofA ? isThere(i, p) : isThere(p, j)) sum += T(3) * a(i, p) * b(p, j);
      expected(i, j) = tail(sum, i, j);
    }
  const auto product = [&](const auto& left, const auto& right) {
    contract({m, n, k}, T(3) * left, right, c.whole(), from_c, tail, part);
  };
  if (ofA)
    product(isLower ? lower(a.constant(), shift) : upper(a.constant(), shift), b.constant());
  else
    product(a.constant(), isLower ? lower(b.constant(), shift) : upper(b.constant(), shift));
  return differences(c.data, expected.data);
}

}  // namespace

TEST_CASE_TEMPLATE("triangles as factors", T, float, double, std::int32_t, std::complex<double>) {
  for (bool ofA : {true, false})
    for (bool isLower : {true, false})
      for (std::ptrdiff_t shift : {-60, -1, 0, 5}) {
        CAPTURE(ofA);
        CAPTURE(isLower);
        CAPTURE(shift);
        for (std::ptrdiff_t m : {1, 9, 70})
          for (std::ptrdiff_t n : {1, 17, 100})
            for (std::ptrdiff_t k : {0, 1, 13, 90})
              REQUIRE(check_triangle<T>(m, n, k, ofA, isLower, shift, storage::wide_rows) == 0);
        REQUIRE(check_triangle<T>(60, 40, 55, ofA, isLower, shift, storage::columns) == 0);
        REQUIRE(check_triangle<T>(80, 80, 80, ofA, isLower, shift, storage::rows, region::lower) == 0);
      }
  CHECK(check_triangle<T>(150, 120, 1500, true, true, 1300, storage::rows) == 0);
  CHECK(check_triangle<T>(150, 120, 1500, false, true, -1300, storage::scattered) == 0);
}

TEST_CASE("triangles at the ends of their memory") {
  // Rows n - 1 apart of what is left of the diagonal: the last row ends where the memory does.
  const std::ptrdiff_t n = 40;
  std::vector<double> rows(static_cast<std::size_t>((n - 1) * n), 1.0),
      b(static_cast<std::size_t>(n * n), 1.0), c(static_cast<std::size_t>(n * n));
  contract({n, n, n}, lower(matrix<const double>{rows.data(), n - 1, 1}, -1),
           matrix<const double>{b.data(), n, 1}, matrix{c.data(), n, 1}, from_zero);
  for (std::ptrdiff_t i = 0; i < n; ++i)
    REQUIRE(c[static_cast<std::size_t>(i * n)] == static_cast<double>(i));
}

TEST_CASE_TEMPLATE("several loops over the terms", T, float, double, std::int32_t) {
  for (int m : {1, 7, 40})
    for (int n : {1, 9, 70})
      for (int p : {0, 1, 5})
        for (int q : {1, 4, 33})
          for (int r : {1, 3, 17}) {
            const auto size = [](int count) { return static_cast<std::size_t>(count); };
            array<T> a(1, m * p * q * r, 1, 1), b(1, p * q * r * n, 1, 1), c(m, n, n, 1);
            fill(a, 3), fill(b, 3);
            array<T> expected = c;
            for (int i = 0; i < m; ++i)
              for (int j = 0; j < n; ++j)
                for (int x = 0; x < p; ++x)
                  for (int y = 0; y < q; ++y)
                    for (int z = 0; z < r; ++z)
                      expected(i, j) += a.data[size(((y * p + x) * m + i) * r + z)] *
                                        b.data[size(((z * q + y) * n + j) * p + x)];
            contract({m, n, terms(p, q, r)}, nested(matrix<const T>{a.data.data(), r, 1}, m * r, p * m * r),
                     nested(matrix<const T>{b.data.data(), q * n * p, p}, 1, n * p), c.whole(), from_zero);
            REQUIRE(differences(c.data, expected.data) == 0);
          }
}

#if defined(__FMA__) && !defined(APPYL_TEST_NO_CONTRACTION)
TEST_CASE("the bits of a loop of FMAs, in order") {
  for (std::ptrdiff_t k : {1, 100, 1500}) {
    array<float> a(40, k, k, 1), b(k, 80, 80, 1), c(40, 80, 80, 1);
    fill_with_fractions(a);
    fill_with_fractions(b);
    fill_with_fractions(c);
    const float alpha = 0.7f, beta = 0.3f;
    array<float> expected = c;
    for (std::ptrdiff_t i = 0; i < 40; ++i)
      for (std::ptrdiff_t j = 0; j < 80; ++j) {
        float sum = beta * expected(i, j);
        for (std::ptrdiff_t p = 0; p < k; ++p) sum = std::fma(alpha * a(i, p), b(p, j), sum);
        expected(i, j) = sum;
      }
    contract({40, 80, k}, alpha * a.constant(), b.constant(), c.whole(), from_c_times(beta));
    CHECK(differences(c.data, expected.data) == 0);
    // Of the transposed matrix, whose lines lie side by side.
    array<float> y(80, 1, 1, 1), sums(80, 1, 1, 1);
    for (std::ptrdiff_t j = 0; j < 80; ++j)
      for (std::ptrdiff_t p = 0; p < k; ++p) sums(j, 0) = std::fma(b(p, j), a(0, p), sums(j, 0));
    contract({80, k}, matrix<const float>{b.data.data(), 1, 80}, column<const float>{a.data.data(), 1},
             column{y.data.data()}, from_zero);
    CHECK(differences(y.data, sums.data) == 0);
  }
}
#endif

TEST_CASE("a matrix and a vector, wherever they lie: sums with shares of their terms, and always the same bits") {
  for (std::ptrdiff_t k : {1, 15, 16, 100, 1503}) {
    const std::ptrdiff_t m = 37;
    std::vector<float> a(static_cast<std::size_t>(m * k + 16)), x(static_cast<std::size_t>(k)), first, y(m);
    for (std::size_t p = 0; p < x.size(); ++p) x[p] = 1.0f / static_cast<float>(p + 3);
    for (std::ptrdiff_t start = 0; start < 16; ++start) {
      for (std::ptrdiff_t e = 0; e < m * k; ++e) a[static_cast<std::size_t>(start + e)] = static_cast<float>(e % 19) / 7;
      contract({m, k}, matrix<const float>{a.data() + start, k, 1}, column<const float>{x.data(), 1}, column{y.data()},
               from_zero);
      if (start == 0) first = y;
      CHECK(differences(y, first) == 0);
    }
    for (std::ptrdiff_t i = 0; i < m; ++i) {
      double sum = 0;
      for (std::ptrdiff_t p = 0; p < k; ++p)
        sum += static_cast<double>(static_cast<float>((i * k + p) % 19) / 7) * x[static_cast<std::size_t>(p)];
      CHECK(std::abs(first[static_cast<std::size_t>(i)] - sum) <= 1e-5 * std::abs(sum));
    }
  }
}

TEST_CASE("threads share columns rather than rows, whose panels of B would be of several threads") {
  // The busiest thread has as many tiles, a few more, many more; there are nothing but rows to share.
  CHECK(detail::place_of(1, 2, 8, 16).columns == 2);
  CHECK(detail::place_of(1, 2, 8, 57).columns == 2);
  CHECK(detail::place_of(1, 2, 200, 11).rows == 2);
  CHECK(detail::place_of(1, 2, 200, 1).rows == 2);
}

#ifdef _OPENMP
TEST_CASE("a thread that is late finds its panels and partial sums as it left them") {
  const int before = omp_get_max_threads();
  for (const int threads : {2, 3}) {
    omp_set_num_threads(threads);
    for (const auto [m, n] : {std::array<std::ptrdiff_t, 2>{40, 1250}, {40, 4096}, {600, 60}, {600, 200}}) {
      const std::ptrdiff_t k = 900;
      array<float> a(m, k, k, 1), b(k, n, n, 1), c(m, n, n, 1);
      fill(a);
      fill(b);
      fill(c);
      const auto later = [](float sum, float old, std::ptrdiff_t i, std::ptrdiff_t j) {
        if (i == 0 && j % 64 == 0 && omp_get_thread_num() == 0)
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return old + sum;
      };
      CHECK(check(a, b, c, from_zero, later, region::full, [&](float& element, std::ptrdiff_t i, std::ptrdiff_t j) {
              for (std::ptrdiff_t p = 0; p < k; ++p) element += a(i, p) * b(p, j);
            }) == 0);
    }
  }
  omp_set_num_threads(before);
}
#endif

TEST_CASE("inside a parallel region, in a batch, and within a tail") {
  std::vector<long> wrong(6);
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int t = 0; t < 6; ++t) {
    array<float> a(130, 140, 140, 1), b(140, 150, 150, 1), c(130, 150, 150, 1);
    for (std::size_t i = 0; i < a.data.size(); ++i)
      a.data[i] = static_cast<float>((i + static_cast<std::size_t>(t)) % 7);
    for (std::size_t i = 0; i < b.data.size(); ++i) b.data[i] = static_cast<float>(i % 5);
    wrong[static_cast<std::size_t>(t)] = check(a, b, c, from_zero, as_it_is, region::full,
                                               [&](float& element, std::ptrdiff_t i, std::ptrdiff_t j) {
                                                 element = 0;
                                                 for (std::ptrdiff_t p = 0; p < 140; ++p)
                                                   element += a(i, p) * b(p, j);
                                               });
  }
  CHECK(wrong == std::vector<long>(6));

  const std::ptrdiff_t n = 20;
  array<double> a(50 * n, n, n, 1), b(50 * n, n, n, 1), c(50 * n, n, n, 1);
  fill(a);
  fill(b);
  array<double> expected = c;
  for (std::ptrdiff_t z = 0; z < 50; ++z)
    for (std::ptrdiff_t i = 0; i < n; ++i)
      for (std::ptrdiff_t j = 0; j < n; ++j)
        for (std::ptrdiff_t p = 0; p < n; ++p) expected(z * n + i, j) += a(z * n + i, p) * b(z * n + p, j);
  for_each_in_batch(50, n * n * n, [&](std::ptrdiff_t z) {
    const std::ptrdiff_t at = z * n * n;
    contract({n, n, n}, matrix{a.data.data() + at, n, 1}, matrix{b.data.data() + at, n, 1},
             matrix{c.data.data() + at, n, 1}, from_zero);
  });
  CHECK(differences(c.data, expected.data) == 0);

  array<double> outer(2, 2, 2, 1);
  contract({2, 2, n}, a.constant(), b.constant(), outer.whole(), from_zero, [&](double sum, auto, auto) {
    double inner = 0;
    contract({1, 1, n}, a.constant(), b.constant(), matrix<double>{&inner, 1, 1}, from_zero);
    return sum - inner;
  });
  CHECK(outer(0, 0) == 0);
  CHECK(outer(1, 1) == expected(1, 1) - expected(0, 0));
}

#include <appyl/appyl.hpp>
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

using namespace appyl;

namespace {

std::vector<double> numbers(int n) {
  std::vector<double> v(static_cast<std::size_t>(n));
  std::iota(v.begin(), v.end(), 0.0);
  return v;
}

template <class X>
std::vector<double> listed(const X& x) {  // lanes that exist, in order
  std::vector<double> result;
  detail::for_each_lane(x.lanes().shape, [&](const auto& lane) {
    if (x.lanes().has(lane) && x.has(lane)) result.push_back(static_cast<double>(x.at(lane)));
  });
  return result;
}

using Values = std::vector<double>;

template <class Act>
std::string error(Act act) {
  try {
    act();
  } catch (const shape_error& e) {
    return e.what();
  }
  return "";
}

/// The interface of std::mdspan: a matrix stored by columns.
struct Columns {
  double* p;
  std::size_t rows, columns;
  static constexpr std::size_t rank() { return 2; }
  double* data_handle() const { return p; }
  std::size_t extent(std::size_t d) const { return d == 0 ? rows : columns; }
  std::size_t stride(std::size_t d) const { return d == 0 ? 1 : rows; }
};

}  // namespace

TEST_CASE("views are made from what holds elements") {
  auto v = numbers(12);
  const view<double, 2> a(v.data(), 3, 4), b(v, 3, 4);
  CHECK(a(1, 2) == 6);
  CHECK(b(2, 3) == 11);
  CHECK(view(v).extent(0) == 12);
  const auto& constant = v;
  CHECK(sum(view<const double>(constant)) == 66);
  const view<const double, 2> readOnly = a;
  CHECK(readOnly(2, 0) == 8);
  int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
  CHECK(view(table)(1, 2) == 6);
  CHECK(sum(view(table), 0)(2) == 9);
  const view<double, 2> columns = Columns{v.data(), 3, 4};
  CHECK(columns(2, 1) == 5);
  CHECK(sum(columns(all, 1)) == 3 + 4 + 5);
  CHECK(a.reshape(2, 6)(1, 0) == 6);
  CHECK(error([&] { columns.reshape(12); }) == "a view of shape (3, 4) that is not contiguous is reshaped to (12)");
  CHECK(error([&] { a.reshape(5, 2); }) == "a view of shape (3, 4) reshaped to (5, 2)");
  CHECK(error([&] { view<double, 2>(v, 4, 4); }) == "a view of shape (4, 4) on 12 elements");
}

TEST_CASE("a slice is clipped to its array") {
  auto v = numbers(5);
  const view a(v);
  CHECK(listed(a(slice(3, 4))) == Values{3, 4});
  CHECK(listed(a(slice(-2, 4))) == Values{0, 1});
  CHECK(listed(a(slice(9, 4))).empty());
  CHECK(listed(a(slice(-9, 4))).empty());
  CHECK(a(slice(3, 4)).extent(0) == 4);
  a(slice(3, 4)) = 7;
  CHECK(v == Values{0, 1, 2, 7, 7});
  a(slice(-1, 3)) = arange(3) + 10;
  CHECK(v == Values{11, 12, 2, 7, 7});
  a(slice(0, 3)) = a(slice(3, 3));  // the last lane does not exist
  CHECK(v == Values{7, 7, 2, 7, 7});
  CHECK(error([&] { a(slice(0, -1)); }) == "a slice of -1 elements");
}

TEST_CASE("the right side is read before the left one is written") {
  auto v = numbers(6);
  const view a(v);
  a(slice(1, 5)) = a(slice(0, 5));
  CHECK(v == Values{0, 0, 1, 2, 3, 4});
  a(slice(0, 5)) += a(slice(1, 5));
  CHECK(v == Values{0, 1, 3, 5, 7, 4});
}

TEST_CASE("lanes that do not exist are seen nowhere") {
  std::vector<double> v = numbers(4);
  v[1] = std::numeric_limits<double>::quiet_NaN();
  const view a(v.data(), 1);  // the rest lies outside
  CHECK(sum(a(slice(0, 4))) == 0);
  CHECK(max(a(slice(0, 4)) - 3) == -3);
  CHECK(dot(a(slice(0, 4)), a(slice(0, 4))) == 0);
  CHECK(argmax(a(slice(0, 4))) == 0);
  CHECK(argmax(a(slice(1, 4))) == -1);
  tile<double> t = full(5.0, 4);
  t += a(slice(0, 4)) + 1;
  CHECK(listed(t) == Values{6, 5, 5, 5});
  t = a(slice(0, 4));
  CHECK(listed(t) == Values{0});
  t = 2;
  CHECK(listed(t) == Values{2, 2, 2, 2});
  const view<double, 2> m(v.data(), 1, 1);
  CHECK(listed(sum(m(slice(0, 2), slice(0, 3)), 1)) == Values{0});
  CHECK(listed(sum(m(slice(0, 2), slice(5, 3)), 1)) == Values{0});  // the row exists, its columns do not
  CHECK(listed(dot(m(slice(0, 2), slice(0, 3)), m(slice(0, 3), slice(0, 2)))) == Values{0});
}

TEST_CASE("shapes are broadcast as in NumPy") {
  auto v = numbers(12);
  const view<double, 2> a(v.data(), 3, 4);
  const auto row = arange(4);
  const auto column = reshape(arange(3), 3, 1);
  CHECK(listed(a(slice(1, 1), all) + row) == Values{4, 6, 8, 10});
  CHECK(sum(a() + row) == 66 + 18);
  CHECK(sum(a() * column) == 0 + 22 + 76);
  CHECK((column + row).extent(0) == 3);
  CHECK((column + row)(2, 3) == 5);
  CHECK(sum(1.0 - a()) == 12 - 66);
  CHECK(error([&] { a() + arange(3); }) == "shapes (3, 4) and (3) do not fit each other");
  CHECK(error([&] { a(slice(2), all) += a(); }) == "shapes (2, 4) and (3, 4) do not fit each other");
  CHECK(error([&] { a(0, all) = reshape(arange(4), 4) + reshape(arange(2), 2); }) ==
        "shapes (4) and (2) do not fit each other");
  CHECK(error([&] { a(slice(0, 1), all) += a(); }) == "shape (3, 4) does not fit into (1, 4)");
  CHECK(error([&] {
          tile<double, 2> t = zeros<double>(2, 2);
          t = a();
        }) == "a tile of shape (2, 2) is assigned one of shape (3, 4)");
}

TEST_CASE("operators and functions act on each lane") {
  const auto x = arange(6) - 2;
  CHECK(listed(x % 2) == Values{0, -1, 0, 1, 0, 1});
  CHECK(listed(x > 0 && x < 3) == Values{0, 0, 0, 1, 1, 0});
  CHECK(listed(!(x == 0)) == Values{1, 1, 0, 1, 1, 1});
  CHECK(listed((x & 1) | 4) == Values{4, 5, 4, 5, 4, 5});
  CHECK(listed(abs(x)) == Values{2, 1, 0, 1, 2, 3});
  CHECK(listed(maximum(x, 1)) == Values{1, 1, 1, 1, 2, 3});
  CHECK(listed(minimum(x, -x)) == Values{-2, -1, 0, -1, -2, -3});
  CHECK(listed(where(x < 0, 0.5, x)) == Values{0.5, 0.5, 0, 1, 2, 3});
  CHECK(listed(pow(x, 2)) == Values{4, 1, 0, 1, 4, 9});
  CHECK(appyl::pow(3.0f, 2) == 9);
  CHECK(appyl::fma(2, 3.0, half(1)) == 7);
  CHECK(listed(fma(cast<double>(x), 2.0, 1.0)) == Values{-3, -1, 1, 3, 5, 7});
  CHECK(listed(map([](int v, int w) { return v * w + 1; }, x, 3)) == Values{-5, -2, 1, 4, 7, 10});
  CHECK(exp(tile<float>({2}, 0.0f))(1) == 1.0f);
  CHECK(sqrt(4.0) == 2);
  CHECK(rsqrt(4.0f) == 0.5f);
  CHECK(maximum(2, 3.5) == 3.5);
  CHECK(where(true, 1, 2.5) == 1);
  static_assert(std::is_same_v<decltype(exp(std::declval<tile<float>>()))::value_type, float>);
  static_assert(std::is_same_v<decltype(x + 0.5)::value_type, double>);
  static_assert(std::is_same_v<decltype(x < 1)::value_type, bool>);
}

TEST_CASE("reductions take all lanes or one axis") {
  auto v = numbers(6);
  const view<double, 2> a(v.data(), 2, 3);
  CHECK(prod(a() + 1) == 720);
  CHECK(listed(sum(a(), 0)) == Values{3, 5, 7});
  CHECK(listed(sum(a(), 1)) == Values{3, 12});
  CHECK(listed(max(a(), 0)) == Values{3, 4, 5});
  CHECK(listed(min(-a(), 1)) == Values{-2, -5});
  CHECK(argmin(-a()) == 5);
  CHECK(listed(argmax(where(a() == 1, 9, a()), 1)) == Values{1, 2});
  CHECK(argmax(full(3, 4)) == 0);
  CHECK(listed(cumsum(a(), 1)) == Values{0, 1, 3, 3, 7, 12});
  CHECK(listed(cumsum(a(), 0)) == Values{0, 1, 2, 3, 5, 7});
  CHECK(sum(arange(4), 0) == 6);
  CHECK(error([&] { sum(a(), 2); }) == "axis 2 of shape (2, 3)");
  CHECK(error([&] { sum(a(), -1); }) == "axis -1 of shape (2, 3)");
  CHECK(max(tile<float>({0})) == -std::numeric_limits<float>::infinity());
}

TEST_CASE("tiles of rank 0 hold one value") {
  tile<float, 0> t = full(3.0f);
  CHECK(sum(t) == 3);
  CHECK(max(t + 1.0f) == 4);
  t += arange(1)(0) + 2;
  CHECK(t() == 5);
  const auto row = arange(3) + t;
  CHECK(listed(row) == Values{5, 6, 7});
  CHECK(listed(map([](float a, int b) { return a * static_cast<float>(b); }, t, 2)) == Values{10});
}

TEST_CASE("planes of an array of three dimensions, transposed, reversed and repeated") {
  auto v = numbers(24);
  const view<double, 3> a(v.data(), 2, 3, 4);
  const auto turned = transpose(a(1, all, all));
  CHECK(listed(turned) == Values{12, 16, 20, 13, 17, 21, 14, 18, 22, 15, 19, 23});
  CHECK(listed(a(all, slice(1, 1), slice(2, 2)) + reshape(arange(2), 2, 1, 1)) == Values{6, 7, 19, 20});
  CHECK(sum(a(slice(5, 2), all, all)) == 0);
  CHECK(listed(sum(a(), 1)) == Values{12, 15, 18, 21, 48, 51, 54, 57});
}

TEST_CASE("products of matrices, batches of them, and vectors") {
  auto v = numbers(24);
  const view<double, 2> a(v.data(), 2, 3), b(v.data(), 3, 2);
  CHECK(listed(dot(a(), b())) == Values{10, 13, 28, 40});
  CHECK(listed(matmul(a(), transpose(a()))) == Values{5, 14, 14, 50});
  CHECK(listed(dot(a(), arange(3))) == Values{5, 14});
  CHECK(listed(dot(arange(2), a())) == Values{3, 4, 5});
  CHECK(dot(arange(4), arange(4)) == 14);
  const view<double, 3> batch(v.data(), 2, 3, 4);
  const auto product = dot(batch(), transpose(batch(0, all, all)));
  CHECK(product.shape() == extents<3>{2, 3, 3});
  CHECK(product(1, 0, 0) == 0 * 12 + 13 + 2 * 14 + 3 * 15);
  CHECK(error([&] { dot(a(), a()); }) == "dot of shapes (2, 3) and (2, 3)");
  // In blocks that do not divide the sizes.
  tile<double, 2> c = zeros<double>(2, 2);
  for (int k = 0; k < 3; k += 2) c += dot(a(slice(0, 2), slice(k, 2)), b(slice(k, 2), slice(0, 2)));
  CHECK(listed(c) == Values{10, 13, 28, 40});
}

TEST_CASE("index tiles gather and scatter") {
  auto v = numbers(24);
  const view<double, 2> a(v.data(), 4, 6);
  tile<int> t = arange(3);
  t(0) = 3;
  CHECK(listed(a(t, 1)) == Values{19, 7, 13});
  CHECK(listed(a(t, slice(4, 4))) == Values{22, 23, 10, 11, 16, 17});
  CHECK(listed(a(t, t)) == Values{21, 7, 14});
  CHECK(a(reshape(t, 3, 1), t).shape() == extents<2>{3, 3});
  CHECK(a(all, t).shape() == extents<2>{4, 3});
  const view<double, 3> c(v.data(), 2, 3, 4);
  CHECK(c(arange(2), slice(2), arange(2)).shape() == extents<2>{2, 2});  // apart: the index tiles come first
  CHECK(c(arange(2), slice(2), arange(2))(1, 0) == 13);
  a(t, 0) = 100 + arange(3);
  CHECK(v[18] == 100);
  CHECK(v[12] == 102);
  a(tile<int>({2}, 1), 5) += 1;  // both lanes are the same element
  CHECK(v[11] == 13);
  auto below = a(arange(5), 0);  // an error where it is used
  CHECK_THROWS_WITH_AS(sum(below), "index 4 of a dimension of 4 elements", std::out_of_range);
  CHECK_THROWS_WITH_AS(below = 1, "index 4 of a dimension of 4 elements", std::out_of_range);
  CHECK(sum(load(below, arange(5) < 4, 0.0)) == sum(a(all, 0)));
  store(below, 7, arange(5) < 4);
  CHECK(sum(a(all, 0)) == 28);
}

TEST_CASE("masks keep access away") {
  auto v = numbers(5);
  const view a(v);
  const auto inside = arange(4) + 3 < 5;
  CHECK(listed(load(a(slice(3, 4)), inside, -1)) == Values{3, 4, -1, -1});
  CHECK(listed(load(a(slice(3, 4)), true)) == Values{3, 4});
  store(a(slice(3, 4)), arange(4), inside);
  CHECK(v == Values{0, 1, 2, 0, 1});
  store(a(slice(0, 3)), 9.0, arange(3) != 1);
  CHECK(v == Values{9, 1, 9, 0, 1});
}

TEST_CASE("updates of memory return what was there") {
  std::vector<int> v = {1, 2, 3, 4};
  const view a(v);
  CHECK(atomic_add(a(0), 5) == 1);
  CHECK(listed(atomic_add(a(slice(2, 4)), arange(4))) == Values{3, 4});
  CHECK(v == std::vector<int>{6, 2, 3, 5});
  atomic_max(a(all), 4);
  CHECK(v == std::vector<int>{6, 4, 4, 5});
  atomic_min(a(1), 3);
  atomic_or(a(1), 8);
  atomic_and(a(0), 3);
  atomic_xor(a(2), 1);
  CHECK(v == std::vector<int>{2, 11, 5, 5});
  CHECK(atomic_exchange(a(0), 7) == 2);
  CHECK(atomic_cas(a(0), 7, 8) == 7);
  CHECK(atomic_cas(a(0), 7, 9) == 8);
  CHECK(v[0] == 8);
  atomic_cas(a(slice(2, 2)), 5, 0);
  CHECK(v == std::vector<int>{8, 11, 0, 0});
  atomic_add(a(tile<int>({3}, 2)), 1);
  CHECK(v[2] == 3);
}

TEST_CASE("two-byte types are exact where they can be") {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const float value = detail::float_of_half(static_cast<std::uint16_t>(bits));
    if (std::isnan(value)) continue;
    CHECK(detail::half_bits(value) == bits);
#ifdef __FLT16_MAX__
    CHECK(static_cast<float>(static_cast<_Float16>(value)) == value);
#endif
  }
#ifdef __FLT16_MAX__
  for (std::uint32_t bits = 0; bits < 0xff000000; bits += 77777) {
    const float value = detail::float_of(bits);
    if (std::isnan(value)) continue;
    CHECK(detail::float_of_half(detail::half_bits(value)) == static_cast<float>(static_cast<_Float16>(value)));
  }
#endif
  CHECK(static_cast<float>(bfloat16(1.0f)) == 1.0f);
  CHECK(static_cast<float>(bfloat16(1.00390625f)) == 1.0f);    // halfway, to even
  CHECK(static_cast<float>(bfloat16(1.01171875f)) == 1.015625f);
  CHECK(std::isnan(static_cast<float>(bfloat16(std::numeric_limits<float>::quiet_NaN()))));
  const auto ones = cast<half>(full(1.0f, 4096));
  CHECK(dot(ones, ones) == 4096);  // 2048 + 1 is no half
  CHECK(sum(cast<bfloat16>(arange(8))) == 28);
  std::vector<signed char> bytes(300, 100);
  CHECK(dot(view(bytes), view(bytes)) == 3000000);
}

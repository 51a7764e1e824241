// Calls of grids as users write them: kernels and arrays of all kinds, mistakes and what is said about them.
#include <appyl/grid.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

using namespace appyl;

namespace {

template <class Call>
std::string errorOf(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

const BlockSpec pairs{{2}, [](int i) { return i; }};

struct Scale {
  float by;
  template <class A, class B>
  void operator()(A a, B b) const {
    b(all) = a(all) * by;
  }
};
void increase(ref<const float, 1> a, ref<float, 1> b) { b(all) = a(all) + 1.0f; }

enum class Colour : unsigned char { Red, Green };
struct Particle {
  double x, mass;
};

template <class T>
void twice() {
  for (const int n : {1, 2, 5, 8})
    for (const int size : {1, 3, 8, 100})
      for (const std::optional<Order>& order :
           {std::optional<Order>(), std::optional<Order>(Order{Order::Kind::Shuffled, 3})}) {
        const auto count = static_cast<std::size_t>(n);
        std::vector<T> x(count), y(count);
        for (std::size_t i = 0; i != count; ++i) x[i] = static_cast<T>(static_cast<float>(i % 5));
        const BlockSpec blocks{{size}, [](int i) { return i; }};
        grid_call([](ref<const T, 1> a, ref<T, 1> r) { r(all) = a(all) + a(all); },
                  {(n + size - 1) / size, {blocks}, {blocks}, order})(x, y);
        for (std::size_t i = 0; i != count; ++i) REQUIRE(y[i] == static_cast<T>(x[i] + x[i]));
      }
}

}  // namespace

TEST_CASE("kernels are functions, objects, templates, std::functions") {
  std::vector<float> x(9), y(9);
  std::iota(x.begin(), x.end(), 0.0f);
  const auto are = [&](float factor, float more) {
    for (std::size_t i = 0; i != 9; ++i) CHECK(y[i] == x[i] * factor + more);
  };
  grid_call(Scale{3}, {5, {pairs}, {pairs}})(x, y);
  are(3, 0);
  grid_call(increase, {5, {pairs}, {pairs}})(x, y);
  are(1, 1);
  const std::function<void(ref<const float, 1>, ref<float, 1>)> function = Scale{4};
  grid_call(function, {5, {pairs}, {pairs}})(x, y);
  are(4, 0);
  grid_call(std::ref(function), {5, {pairs}, {pairs}})(x, y);
  are(4, 0);
  grid_call([](auto& a, auto&& b) { b(all) = a(all) * 5.0f; }, {5, {pairs}, {pairs}})(x, y);
  are(5, 0);
  grid_call([](const ref<const float, 1>& a, ref<float, 1>& b) { b(all) = a * 2.0f + a; },
            {5, {pairs}, {pairs}})(x, y);
  are(3, 0);
}

TEST_CASE("elements of any type") {
  twice<float>();
  twice<double>();
  twice<long double>();
  twice<int>();
  twice<unsigned char>();
  twice<short>();
  twice<long>();
  twice<half>();
  twice<bfloat16>();
  twice<std::complex<double>>();
  std::complex<float> number;
  grid_call([](ref<const std::complex<float>, 0> a, ref<std::complex<float>, 0> o) { store(o, 2.0f * load(a)); })(
      std::complex<float>(1, 2), number);
  CHECK(number == std::complex<float>(2, 4));
  auto colour = Colour::Red;
  grid_call([](ref<Colour, 0> o) { o() = Colour::Green; })(colour);
  CHECK(colour == Colour::Green);
  std::vector<Particle> particles(5);  // the last block sticks out
  grid_call([](ref<Particle, 1> o) { o(0).mass = o(1).mass = 1; }, {3, {}, {pairs}})(particles);
  for (const Particle& each : particles) CHECK(each.mass == 1);
}

TEST_CASE("sizes, squeezed and whole dimensions in any mixture") {
  const int sizes[] = {3, 5, 4, 7};
  std::vector<int> x(3 * 5 * 4 * 7), y(x.size());
  std::iota(x.begin(), x.end(), 0);
  const view<const int, 4> in(x.data(), sizes[0], sizes[1], sizes[2], sizes[3]);
  const view<int, 4> out(y.data(), sizes[0], sizes[1], sizes[2], sizes[3]);
  const auto areTimes = [&](int factor) {
    for (std::size_t i = 0; i != x.size(); ++i) REQUIRE(y[i] == factor * x[i]);
  };
  const BlockSpec two{{squeezed, 2, squeezed, 3}, [](auto... i) { return std::array{i...}; }};
  grid_call([](ref<const int, 2> a, ref<int, 2> o) { o(all, all) = a(all, all) * 3; },
            {{3, 3, 4, 3}, {two}, {two}})(in, out);
  areTimes(3);
  const BlockSpec whole{{{}, 2, squeezed, {}}, [](int j, int k) { return std::tuple(0, j, k, 0); }};
  grid_call(
      [](ref<const int, 3> a, ref<int, 3> o) {
        REQUIRE(a.shape() == extents<3>{3, 2, 7});
        o(all, all, all) = a(all, all, all) * 2;
      },
      {{3, 4}, {whole}, {whole}})(in, out);
  areTimes(2);
  const BlockSpec one{{squeezed, squeezed, squeezed, squeezed}, [](auto... i) { return std::array{i...}; }};
  grid_call([](ref<const int, 0> a, ref<int, 0> o) { o() = 5 * a(); }, {{3, 5, 4, 7}, {one}, {one}})(in, out);
  areTimes(5);
  std::vector<int> edges(7, -1);  // padded in front and behind
  grid_call([](ref<int, 1> o) { o(all) = static_cast<int>(program_id(0)); },
            {3, {}, {BlockSpec{{3}, [](int i) { return 3 * i; }, Unblocked{{{1, 1}}}}}})(edges);
  CHECK(edges == std::vector<int>{0, 0, 1, 1, 1, 2, 2});
}

TEST_CASE("integers that stand for nothing do not trap") {
  std::vector<int> x{8, 9, 10}, y(3);
  for (const std::optional<Order>& order : {std::optional<Order>(), std::optional<Order>(Order{})}) {
    grid_call([](ref<const int, 1> a, ref<int, 1> o) { o(all) = 100 / a(all) + a(all) % a(all) + a(all) + a(all); },
              {2, {pairs}, {pairs}, order})(x, y);
    CHECK(y == std::vector<int>{28, 29, 30});
  }
}

TEST_CASE("places and masks as the documents write them") {
  std::vector<int> x(2 * 6 * 4), o(x.size(), -1);
  std::iota(x.begin(), x.end(), 0);
  grid_call([](ref<const int, 3> a, ref<int, 3> b) {
    const auto rows = load(a, std::tuple(0, slice(2, 3), all));
    const auto same = load(a, std::tuple(0, 2 + arange<int>(3), all));
    const tile<int, 2> sliced = a(0, slice(2, 3), all);
    for (int i = 0; i != 3; ++i)
      for (int j = 0; j != 4; ++j) {
        CHECK(rows(i, j) == (2 + i) * 4 + j);
        CHECK(same(i, j) == rows(i, j));
        CHECK(sliced(i, j) == rows(i, j));
      }
    store(b, std::tuple(0, ds(2, 3), all), rows);
    b(1, arange<int>(3), all) = rows;
  })(view<const int, 3>(x.data(), 2, 6, 4), view<int, 3>(o.data(), 2, 6, 4));
  for (int k = 0; k != 12; ++k) {
    CHECK(o[static_cast<std::size_t>(8 + k)] == 8 + k);
    CHECK(o[static_cast<std::size_t>(24 + k)] == 8 + k);
  }
  CHECK(o[0] == -1);

  // One element under a mask, which is not touched where it is false.
  std::vector<float> values{1, 2, 3}, result(3, 9);
  float number = 0;
  grid_call(
      [](ref<const float, 1> a, ref<const float, 0> s, ref<float, 1> b, ref<float, 0> r) {
        CHECK(load(a, std::tuple(1), true, -1) == 2);
        CHECK(load(a, std::tuple(77), false, -1) == -1);
        CHECK(load(a, std::tuple(77), false) == 0);
        CHECK(load(s, std::tuple(), false, 4) == 4);
        store(b, std::tuple(1), 5, true);
        store(b, std::tuple(77), 5, false);
        store(r, std::tuple(), load(s, std::tuple(), true, 4), true);
        store(r, std::tuple(), 8, false);
      },
      {{}, {BlockSpec{}, BlockSpec{}}, {BlockSpec{}, BlockSpec{}}, Order{}})(values, 2.0f, result, number);
  CHECK(result == std::vector<float>{9, 5, 9});
  CHECK(number == 2);
  grid_call([](ref<const float, 1> a, ref<float, 1> b) { store(b, std::tuple(), load(a, std::tuple())); })(values,
                                                                                                     result);
  CHECK(result == values);
  // Blocks are operands as they are.
  grid_call([](ref<const float, 1> a, ref<float, 1> b) { store(b, a + 2.0f * a); })(values, result);
  CHECK(result == std::vector<float>{3, 6, 9});
  view<float> target(result);
  store(target, view<float>(values));
  CHECK(result == values);
  // Duplicates: the last one stays.
  std::vector<int> at{1, 1, 0};
  grid_call([](ref<const float, 1> a, ref<const int, 1> t, ref<float, 1> b) { b(t(all)) = a(all); })(values, at,
                                                                                             result);
  CHECK(result == std::vector<float>{3, 2, 3});
}

TEST_CASE("the product of the design document") {
  std::vector<float> x(512 * 256, 1), y(256 * 1024, 1), z(512 * 1024);
  const auto product = [](auto activation, int blockK) {
    return [=](ref<const float, 2> a, ref<const float, 2> b, ref<float, 2> o) {
      tile<float, 2> sum = zeros<float>(a.extent(0), b.extent(1));
      for (int k = 0; k != a.extent(1) / blockK; ++k)
        sum += dot(a(all, ds(k * blockK, blockK)), b(ds(k * blockK, blockK), all));
      o(all, all) = map(activation, sum);
    };
  };
  const auto gelu = [](float v) { return 0.5f * v * (1 + std::erf(v / std::sqrt(2.0f))); };
  grid_call(product(gelu, 128), {{4, 4},
                                 {BlockSpec{{128, 256}, [](int i, int) { return std::array{i, 0}; }},
                                  BlockSpec{{256, 256}, [](int, int j) { return std::array{0, j}; }}},
                                 {BlockSpec{{128, 256}, [](int i, int j) { return std::array{i, j}; }}}})(
      view<const float, 2>(x.data(), 512, 256), view<const float, 2>(y.data(), 256, 1024),
      view<float, 2>(z.data(), 512, 1024));
  CHECK(z == std::vector<float>(z.size(), 256));
}

TEST_CASE("calls in kernels, on their blocks") {
  std::vector<int> x(12), y(12);
  std::iota(x.begin(), x.end(), 0);
  const BlockSpec rows{{squeezed, {}}, [](int i) { return std::array{i, 0}; }};
  const BlockSpec cells{{squeezed}, [](int i) { return i; }};
  const view<const int, 2> in(x.data(), 3, 4);
  const view<int, 2> out(y.data(), 3, 4);
  grid_call(
      [&](ref<const int, 1> a, ref<int, 1> o) {
        const int row = static_cast<int>(program_id(0));
        grid_call([&](ref<const int, 0> u, ref<int, 0> v) { v() = u() * 10 + static_cast<int>(program_id(0)) + 100 * row; },
                  {4, {cells}, {cells}})(a, o);
        CHECK(program_id(0) == row);
      },
      {3, {rows}, {rows}})(in, out);
  for (int i = 0; i != 12; ++i) CHECK(y[static_cast<std::size_t>(i)] == i * 10 + i % 4 + 100 * (i / 4));
  const BlockSpec flat{{1, 4}, [](int i) { return std::array{i, 0}; }};
  grid_call(
      [](ref<const int, 2> a, ref<int, 2> o) {
        grid_call([](ref<const int, 2> u, ref<int, 2> v) { v(all, all) = 2 * u(all, all); })(a, o);
      },
      {3, {flat}, {flat}})(in, out);
  for (int i = 0; i != 12; ++i) CHECK(y[static_cast<std::size_t>(i)] == 2 * i);
  int number = 0;
  grid_call([](ref<const int, 0> a, ref<int, 0> o) {
    grid_call([](ref<const int, 0> u, ref<int, 0> v) { v() = u() + 1; })(a, o);
  })(3, number);
  CHECK(number == 4);
}

TEST_CASE("arrays that share memory, and elements that share a place") {
  std::vector<int> v{1, 2, 3, 4, 5};
  const auto twiceInPlace = [](ref<int, 1> a, ref<int, 1> o) { o(all) = a(all) * 2; };
  grid_call(twiceInPlace, {3, {pairs}, {pairs}})(v, v);
  grid_call(twiceInPlace, {3, {pairs}, {pairs}, Order{}})(v, v);
  CHECK(v == std::vector<int>{4, 8, 12, 16, 20});
  std::vector<int> one(4);
  const view<int, 2> folded(one.data(), extents<2>{64, 4}, extents<2>{0, 1});
  grid_call(
      [](ref<int, 1> o) {
        for (int k = 0; k != 1000; ++k)
          for (int j = 0; j != 4; ++j) o(j) = o(j) + 1;
      },
      {64, {}, {BlockSpec{{squeezed, 4}, [](int i) { return std::array{i, 0}; }}}})(folded);
  CHECK(one == std::vector<int>(4, 64000));
  std::vector<int> w(24, -1);  // transposed
  const view<int, 2> columns(w.data(), extents<2>{4, 6}, extents<2>{1, 4});
  grid_call([](ref<int, 2> o) { o(all, all) = static_cast<int>(10 * program_id(0) + program_id(1)); },
            {{2, 3}, {}, {BlockSpec{{3, 2}, [](int i, int j) { return std::array{i, j}; }}}})(columns);
  for (int i = 0; i != 4; ++i)
    for (int j = 0; j != 6; ++j) CHECK(columns(i, j) == 10 * (i / 3) + j / 2);
}

TEST_CASE("what kernels may not write") {
  std::vector<int> x(6), y(6);
  const std::vector<int> fixed(6);
  const auto copy = [](ref<const int, 1> a, ref<int, 1> o) { o(all) = a(all); };
  CHECK(errorOf([&] { grid_call(copy, {3, {pairs}, {pairs}})(x, fixed); }) ==
        "grid_call: output 0: an array of const elements, which the kernel cannot write");
  CHECK(errorOf([&] {
          grid_call([](ref<int, 1> o, ref<const int, 1> a) { o(all) = a(all); }, {3, {pairs}, {pairs}})(x, y);
        }) == "grid_call: output 0: the kernel takes a ref of const elements, which it cannot write");
  const auto writes = [](ref<int, 1> a, ref<int, 1> o) {
    o(all) = a(all);
    if (program_id(0) == 1) a(1) = 7;
  };
  CHECK(errorOf([&] { grid_call(writes, {3, {pairs}, {pairs}, Order{}})(x, y); }) ==
        "grid_call: input 0: program (1) writes to it; what kernels write is an output");
  CHECK(x == std::vector<int>(6));
  CHECK(errorOf([&] { grid_call(copy, {3, {pairs, pairs}})(x, y); }) ==
        "grid_call: a call with 2 arrays, 2 specs of inputs, and 0 of outputs");
}

TEST_CASE("numbers that no integer counts") {
  CHECK(Grid({1L << 40, 0, 1L << 40}).size() == 0);
  CHECK(errorOf([] { Grid({1L << 40, 1L << 40}).size(); }) ==
        "a grid of shape (1099511627776, 1099511627776) has more programs than can be counted");
  CHECK(errorOf([] {
          slices_for_invocation({5}, BlockSpec{{1L << 40}, [](int) { return 1L << 40; }}, {5}, {4});
        }) == "the block of program (4) begins at 1099511627776 * 1099511627776 in dimension 0 of an array of shape (5)");
  CHECK(errorOf([] { slices_for_invocation({5}, BlockSpec{{1}, [](int) { return 0; }}, {1L << 40}, {1L << 32}); }) ==
        "an index map that takes ints in program (4294967296); an IndexMap::of_indices takes larger numbers, too");
  const BlockSpec large{{1}, IndexMap::of_indices([](const indices& ids) { return ids; })};
  CHECK(slices_for_invocation({1L << 40}, large, {1L << 40}, {1L << 32})[0].start == 1L << 32);
  CHECK(errorOf([] {
          slices_for_invocation({5}, BlockSpec{{1}, [](int i) { return i; }, Unblocked{{{-1, 0}}}}, {5}, {4});
        }) == "a padding of (-1, 0) elements");
}

TEST_CASE("axes of grids and batches") {
  std::vector<int> x(12), y(12);
  const view<int, 2> x2(x.data(), 3, 4), y2(y.data(), 3, 4);
  const view<int, 3> x3(x.data(), 2, 2, 3), y3(y.data(), 3, 2, 2);
  const auto copy = [](ref<const int, 1> a, ref<int, 1> o) { o(all) = a(all); };
  const auto copy2 = [](ref<const int, 2> a, ref<int, 2> o) { o(all, all) = a(all, all); };
  const auto call = grid_call(copy, {2, {pairs}, {pairs}});
  CHECK(errorOf([&] { vmap(call, 2)(x2, y2); }) == "vmap: input 0: an array of rank 2 has no axis 2");
  CHECK(errorOf([&] { vmap(call, -1)(x2, y2); }) == "vmap: input 0: an array of rank 2 has no axis -1");
  CHECK(errorOf([&] { vmap(call, {0, 1})(x2, y2); }) == "vmap: 2 batch axes for 1 inputs");
  // The shape, the map and the padding are those of one of the batch's arrays.
  CHECK(errorOf([&] { vmap(grid_call(copy2, {2, {pairs}, {BlockSpec{}}}), 2)(x3, y3); }) ==
        "grid_call: input 0: an array of rank 2 in each batch, and a block shape of rank 1");
  CHECK(errorOf([&] {
          vmap(grid_call(copy2, {1, {BlockSpec{{2, 2}, [](int i) { return i; }}}, {BlockSpec{}}}), 2)(x3, y3);
        }) == "grid_call: input 0: an array of rank 2, a block shape of rank 2, and an index map with 1 value");
  CHECK(errorOf([&] {
          vmap(grid_call(copy2, {1, {BlockSpec{{2, 2}, {}, Unblocked{{{0, 0}}}}}, {BlockSpec{}}}), 2)(x3, y3);
        }) == "grid_call: input 0: padding of 1 dimensions of an array of rank 2");
  CHECK(errorOf([&] {
          vmap(grid_call([](ref<const int, 1>, ref<int, 1>) { program_id(-1); }, {2, {pairs}, {pairs}}))(x2, y2);
        }) == "program_id(-1): a grid of rank 1 has no axis -1");
}

TEST_CASE("batches of batches, along different axes, of none of the inputs") {
  std::vector<int> a(2 * 3 * 4), b{1, 10, 100}, o(a.size());
  std::iota(a.begin(), a.end(), 0);
  const auto call = grid_call([](ref<const int, 1> u, ref<const int, 0> s, ref<int, 1> v) { v(all) = u(all) * s(); },
                              {2, {pairs, BlockSpec{}}, {pairs}});
  vmap(vmap(call, {0, 0}), {1, std::nullopt})(view<int, 3>(a.data(), 3, 2, 4), b, view<int, 3>(o.data(), 2, 3, 4));
  for (std::size_t p = 0; p != 2; ++p)
    for (std::size_t q = 0; q != 3; ++q)
      for (std::size_t i = 0; i != 4; ++i) CHECK(o[(p * 3 + q) * 4 + i] == a[(q * 2 + p) * 4 + i] * b[q]);
  vmap(call, {std::nullopt, std::nullopt})(view<int>(a.data(), 4), 3, view<int, 2>(o.data(), 5, 4));
  for (std::size_t p = 0; p != 5; ++p)
    for (std::size_t i = 0; i != 4; ++i) CHECK(o[p * 4 + i] == a[i] * 3);
  // Squeezed and padded specs.
  std::vector<int> x(60), y(60);
  std::iota(x.begin(), x.end(), 0);
  const auto place = [](int i, int j) { return std::array{i, j}; };
  const auto sums = grid_call(
      [](ref<const int, 1> u, ref<int, 1> v) {
        v(0) = u(1) + (program_id(1) > 0 ? u(0) : 0) + (program_id(1) < 3 ? u(2) : 0);
      },
      {{5, 4}, {BlockSpec{{squeezed, 3}, place, Unblocked{{{0, 0}, {1, 1}}}}}, {BlockSpec{{squeezed, 1}, place}}});
  vmap(sums, 2)(view<int, 3>(x.data(), 5, 4, 3), view<int, 3>(y.data(), 3, 5, 4));
  for (int p = 0; p != 3; ++p)
    for (int i = 0; i != 5; ++i)
      for (int j = 0; j != 4; ++j) {
        const auto at = [&](int k) { return k < 0 || k > 3 ? 0 : x[static_cast<std::size_t>((i * 4 + k) * 3 + p)]; };
        CHECK(y[static_cast<std::size_t>((p * 5 + i) * 4 + j)] == at(j) + at(j - 1) + at(j + 1));
      }
}

TEST_CASE("of several exceptions the first program's comes out") {
  std::vector<float> y(9);
  for (int turn = 0; turn != 20; ++turn)
    CHECK(errorOf([&] {
            grid_call(
                [](ref<float, 1>) {
                  if (program_id(0) >= 2) throw std::invalid_argument(std::to_string(program_id(0)));
                },
                {5, {}, {pairs}})(y);
          }) == "2");
}

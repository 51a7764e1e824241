// The examples of the Pallas documents, with the results that they print, and what surrounds them.
#include <appyl/grid.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

using namespace appyl;

namespace {

std::string text(const std::vector<slice>& slices) {
  std::string result;
  for (const slice& each : slices)
    result += (result.empty() ? "" : " ") + std::to_string(each.start) + ":" +
              std::to_string(each.start + each.size);
  return result;
}

/// Each output block is filled with the program's place, a decimal digit for each axis of the grid.
std::vector<std::vector<int>> programIds(int rows, int columns, const BlockSpec& spec, const Grid& grid,
                                         std::optional<Order> order = Order{}) {
  std::vector<int> result(static_cast<std::size_t>(rows * columns), -1);
  const std::size_t rank = grid.rank();
  grid_call(
      [rank](ref<int, 2> o) {
        std::ptrdiff_t number = 0;
        for (std::size_t axis = 0; axis != rank; ++axis) number = 10 * number + program_id(axis);
        o(all, all) = static_cast<int>(number);
      },
      {grid, {}, {spec}, order})(view<int, 2>(result.data(), rows, columns));
  std::vector<std::vector<int>> table;
  for (int i = 0; i != rows; ++i)
    table.emplace_back(result.begin() + i * columns, result.begin() + (i + 1) * columns);
  return table;
}

using Table = std::vector<std::vector<int>>;
const auto same = [](auto i, auto j) { return std::array{i, j}; };

template <class Call>
std::string errorOf(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("slices of a program") {
  const BlockSpec spec{{10, 20}, same};
  CHECK(text(slices_for_invocation({100, 100}, spec, {10, 5}, {2, 4})) == "20:30 80:100");
  CHECK(text(slices_for_invocation({100, 100},
                                   BlockSpec{{10, 20}, [](int i, int j, int) { return std::array{i, j}; }},
                                   {10, 5, 4}, {2, 4, 0})) == "20:30 80:100");
  CHECK(text(slices_for_invocation({100, 90}, spec, {10, 5}, {2, 4})) == "20:30 80:100");
  CHECK(text(slices_for_invocation({100, 90}, BlockSpec{}, {10, 5}, {2, 4})) == "0:100 0:90");
  CHECK(text(slices_for_invocation({100, 90}, BlockSpec{{5, 6}}, {10, 5}, {2, 4})) == "0:5 0:6");
  CHECK(text(slices_for_invocation({100}, BlockSpec{{5}, [](int i) { return i; }}, 20, {3})) == "15:20");
  CHECK(text(slices_for_invocation({}, BlockSpec{}, {}, {})).empty());
  // A map for grids of every rank.
  const BlockSpec any{{10, 20}, [](auto... i) { return std::array{i...}; }};
  CHECK(text(slices_for_invocation({100, 100}, any, {10, 5}, {2, 4})) == "20:30 80:100");
}

TEST_CASE("what is wrong with a program's place or a spec") {
  const BlockSpec spec{{10, 20}, same};
  CHECK(errorOf([&] { slices_for_invocation({100, 90}, spec, {10, 5}, {2}); }) ==
        "program (2) of a grid of shape (10, 5)");
  CHECK(errorOf([&] { slices_for_invocation({100, 90}, spec, {10, 5}, {2, 5}); }) ==
        "program (2, 5) lies outside of the grid (10, 5)");
  CHECK(errorOf([&] { slices_for_invocation({100, 90}, spec, {10, 5}, {-1, 0}); }) ==
        "program (-1, 0) lies outside of the grid (10, 5)");
  CHECK(errorOf([&] { slices_for_invocation({100}, spec, {10, 5}, {2, 4}); }) ==
        "an array of rank 1, a block shape of rank 2, and an index map with 2 values");
  CHECK(errorOf([&] {
          slices_for_invocation({100, 90}, BlockSpec{{10, 20}, [](int i, int) { return i; }}, {10, 5},
                                {2, 4});
        }) == "an array of rank 2, a block shape of rank 2, and an index map with 1 value");
  CHECK(errorOf([&] { slices_for_invocation({100, 80}, spec, {10, 5}, {2, 4}); }) ==
        "the block of program (2, 4) begins at 80 in dimension 1 of an array of shape (100, 80)");
  CHECK(errorOf([&] { slices_for_invocation({100, 90}, spec, {10, 5, 2}, {2, 4, 0}); }) ==
        "an index map that does not take the 3 dimensions of the grid");
  CHECK(errorOf([] { BlockSpec{{-1}}; }) == "a block of -1 elements");
  CHECK(errorOf([] { Grid{-1}; }) == "a grid of shape (-1)");
  CHECK(errorOf([] { program_id(0); }) == "program_id(0): no program of a grid runs here");
}

TEST_CASE("programs of a grid") {
  const Table wanted{{0, 0, 0, 1, 1, 1},       {0, 0, 0, 1, 1, 1},       {10, 10, 10, 11, 11, 11},
                     {10, 10, 10, 11, 11, 11}, {20, 20, 20, 21, 21, 21}, {20, 20, 20, 21, 21, 21},
                     {30, 30, 30, 31, 31, 31}, {30, 30, 30, 31, 31, 31}};
  for (const std::optional<Order>& order : {std::optional<Order>(), std::optional<Order>(Order{}),
                                            std::optional<Order>(Order{Order::Kind::Reversed}),
                                            std::optional<Order>(Order{Order::Kind::Shuffled, 7})}) {
    CHECK(programIds(8, 6, BlockSpec{{2, 3}, same}, {4, 2}, order) == wanted);
    Table cut = wanted;
    cut.pop_back();
    for (auto& row : cut) row.pop_back();
    CHECK(programIds(7, 5, BlockSpec{{2, 3}, same}, {4, 2}, order) == cut);
    CHECK(programIds(1, 2, BlockSpec{{2, 3}, same}, {1, 1}, order) == Table{{0, 0}});
    CHECK(programIds(8, 6,
                     BlockSpec{{2, 3}, [](auto i, auto j) { return std::array{2 * i, 3 * j}; }, Unblocked{}},
                     {4, 2}, order) == wanted);
    CHECK(programIds(7, 7,
                     BlockSpec{{2, 3},
                               [](auto i, auto j) { return std::array{2 * i, 3 * j}; },
                               Unblocked{{{1, 0}, {2, 0}}}},
                     {4, 3}, order) == Table{{0, 1, 1, 1, 2, 2, 2},
                                             {10, 11, 11, 11, 12, 12, 12},
                                             {10, 11, 11, 11, 12, 12, 12},
                                             {20, 21, 21, 21, 22, 22, 22},
                                             {20, 21, 21, 21, 22, 22, 22},
                                             {30, 31, 31, 31, 32, 32, 32},
                                             {30, 31, 31, 31, 32, 32, 32}});
  }
}

TEST_CASE("several programs write one block: the last in row-major order wins") {
  const auto ignoring = [](auto i, auto j, auto) { return std::array{i, j}; };
  CHECK(programIds(8, 6, BlockSpec{{2, 3}, ignoring}, {4, 2, 10}) == Table{{9, 9, 9, 19, 19, 19},
                                                                           {9, 9, 9, 19, 19, 19},
                                                                           {109, 109, 109, 119, 119, 119},
                                                                           {109, 109, 109, 119, 119, 119},
                                                                           {209, 209, 209, 219, 219, 219},
                                                                           {209, 209, 209, 219, 219, 219},
                                                                           {309, 309, 309, 319, 319, 319},
                                                                           {309, 309, 309, 319, 319, 319}});
  const Table last(4, {12, 12, 12, 12});
  CHECK(programIds(4, 4, BlockSpec{}, {2, 3}) == last);
  CHECK(programIds(4, 4, BlockSpec{{4, 4}}, {2, 3}) == last);
  CHECK(programIds(4, 4, BlockSpec{}, {2, 3}, std::nullopt) == last);
  CHECK(programIds(4, 4, BlockSpec{}, {2, 3}, Order{Order::Kind::Reversed}) == Table(4, {0, 0, 0, 0}));
}

TEST_CASE("squeezed dimensions") {
  int result[3][4] = {};
  const auto kernel = [](ref<int, 1> o) {
    REQUIRE(o.shape() == extents<1>{2});
    o(all) = static_cast<int>(10 * program_id(1) + program_id(0));
    CHECK(num_programs(0) == 3);
    CHECK(num_programs(1) == 2);
  };
  grid_call(kernel, {{3, 2}, {}, {BlockSpec{{squeezed, 2}, same}}})(result);
  const int wanted[3][4] = {{0, 0, 10, 10}, {1, 1, 11, 11}, {2, 2, 12, 12}};
  for (int i = 0; i != 3; ++i)
    for (int j = 0; j != 4; ++j) CHECK(result[i][j] == wanted[i][j]);
  CHECK(errorOf([&] { grid_call(kernel, {{3, 2}, {}, {BlockSpec{{1, 2}, same}}})(result); }) ==
        "grid_call: output 0: the kernel takes a block of rank 1, and gets one of rank 2");
}

TEST_CASE("kernels of the documents") {
  std::vector<int> iota(8, -1);
  grid_call([](ref<int, 1> o) { o(program_id(0)) = static_cast<int>(program_id(0)); }, {8})(iota);
  CHECK(iota == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7});

  std::vector<int> x{0, 1, 2, 3, 4, 5, 6, 7}, y{8, 9, 10, 11, 12, 13, 14, 15}, sum(8);
  const std::vector<int> wanted{8, 10, 12, 14, 16, 18, 20, 22};
  const auto add = [](auto a, auto b, auto o) { o(all) = a(all) + b(all); };
  grid_call(add)(x, y, sum);
  CHECK(sum == wanted);
  sum.assign(8, 0);
  const BlockSpec halves{{2}, [](auto i) { return i; }};
  grid_call(add, {4, {halves, halves}, {halves}})(x, y, sum);
  CHECK(sum == wanted);

  const auto makeKernel = [](auto eltwise) {
    return [eltwise](ref<float, 0> a, ref<float, 0> b, ref<float, 0> o) {
      store(o, std::tuple(), eltwise(load(a, std::tuple()) + load(b, std::tuple())));
    };
  };
  float result = 0;
  grid_call(makeKernel([](float v) { return v * 2; }), {1})(1.0f, 1.0f, result);
  CHECK(result == 4);
  grid_call(makeKernel([](float v) { return std::exp(v); }), {1})(1.0f, 1.0f, result);
  CHECK(result == doctest::Approx(std::exp(2.0f)));
}

TEST_CASE("a product with a fused activation") {
  const int m = 16, k = 8, n = 32, blockM = 4, blockN = 8, blockK = 4;
  std::vector<float> x(m * k), y(k * n), z(m * n);
  for (int i = 0; i != m * k; ++i) x[static_cast<std::size_t>(i)] = static_cast<float>(i % 7 - 3);
  for (int i = 0; i != k * n; ++i) y[static_cast<std::size_t>(i)] = static_cast<float>(i % 5 - 2);
  const auto product = [&](auto activation) {
    return [=](ref<const float, 2> a, ref<const float, 2> b, ref<float, 2> o) {
      tile<float, 2> acc = zeros<float>(a.extent(0), b.extent(1));
      for (std::ptrdiff_t at = 0; at != a.extent(1) / blockK; ++at)
        acc += dot(a(all, ds(at * blockK, blockK)), b(ds(at * blockK, blockK), all));
      o(all, all) = map(activation, acc);
    };
  };
  const auto relu = [](float v) { return v > 0 ? v : 0; };
  grid_call(product(relu), {{4, 4},
                            {BlockSpec{{blockM, k}, [](auto i, auto) { return std::array{i, i * 0}; }},
                             BlockSpec{{k, blockN}, [](auto, auto j) { return std::array{j * 0, j}; }}},
                            {BlockSpec{{blockM, blockN}, same}}})(view<const float, 2>(x.data(), m, k),
                                                                  view<const float, 2>(y.data(), k, n),
                                                                  view<float, 2>(z.data(), m, n));
  for (int i = 0; i != m; ++i)
    for (int j = 0; j != n; ++j) {
      float total = 0;
      for (int l = 0; l != k; ++l)
        total += x[static_cast<std::size_t>(i * k + l)] * y[static_cast<std::size_t>(l * n + j)];
      CHECK(z[static_cast<std::size_t>(i * n + j)] == relu(total));
    }
}

TEST_CASE("a product of matrices seen in blocks, in four dimensions, without a copy") {
  constexpr int m = 8, k = 12, n = 6, blockM = 4, blockK = 3, blockN = 2;
  std::vector<float> a(m * k), b(k * n), c(m * n);
  for (std::size_t i = 0; i != a.size(); ++i) a[i] = static_cast<float>(i % 7) - 3;
  for (std::size_t i = 0; i != b.size(); ++i) b[i] = static_cast<float>(i % 5) - 2;
  const view<const float, 4> aBlocks =
      view<const float, 2>(a.data(), m, k).reshape(m / blockM, blockM, k / blockK, blockK);
  const view<const float, 4> bBlocks =
      view<const float, 2>(b.data(), k, n).reshape(k / blockK, blockK, n / blockN, blockN);
  const view<float, 4> cBlocks =
      view<float, 2>(c.data(), m, n).reshape(m / blockM, blockM, n / blockN, blockN);
  const auto kernel = [](ref<const float, 4> x, ref<const float, 4> y, ref<float, 4> z) {
    CHECK(x.shape() == extents<4>{1, blockM, k / blockK, blockK});
    CHECK(y.shape() == extents<4>{k / blockK, blockK, 1, blockN});
    tile<float, 2> acc = zeros<float>(blockM, blockN);
    for (std::ptrdiff_t step = 0; step != y.extent(0); ++step)
      acc += dot(x(0, all, step, all), y(step, all, 0, all));
    z(0, all, 0, all) = acc;
  };
  grid_call(kernel,
            {{m / blockM, n / blockN},
             {BlockSpec{{1, blockM, k / blockK, blockK}, [](int i, int) { return std::array{i, 0, 0, 0}; }},
              BlockSpec{{k / blockK, blockK, 1, blockN}, [](int, int j) { return std::array{0, 0, j, 0}; }}},
             {BlockSpec{{1, blockM, 1, blockN}, [](int i, int j) { return std::array{i, 0, j, 0}; }}}})(
      aBlocks, bBlocks, cBlocks);
  for (std::size_t i = 0; i != m; ++i)
    for (std::size_t j = 0; j != n; ++j) {
      float total = 0;
      for (std::size_t l = 0; l != k; ++l) total += a[i * k + l] * b[l * n + j];
      CHECK(c[i * n + j] == total);
    }
}

TEST_CASE("blocks that stick out are padded, and cut off") {
  std::vector<float> x{1, 2, 3, 4, 5}, y(5);
  const BlockSpec pairs{{2}, [](auto i) { return i; }};
  int padded = 0;
  grid_call(
      [&](ref<const float, 1> a, ref<float, 1> o) {
        CHECK(o.extent(0) == 2);
        for (std::ptrdiff_t i = 0; i != 2; ++i) padded += std::isnan(a(i)) ? 1 : 0;
        o(all) = a(all) * 2;
      },
      {3, {pairs}, {pairs}, Order{}})(x, y);
  CHECK(padded == 1);
  CHECK(y == std::vector<float>{2, 4, 6, 8, 10});

  // What no program covers keeps its value; overlapping windows of the input.
  std::vector<float> sums(5, -1);
  grid_call([](ref<const float, 1> a, ref<float, 1> o) { o(all) = sum(a(all)); },
            {3, {BlockSpec{{3}, [](auto i) { return i; }, Unblocked{}}}, {BlockSpec{{1}, [](auto i) {
                                                                                      return i + 1;
                                                                                    }}}})(x, sums);
  CHECK(sums == std::vector<float>{-1, 6, 9, 12, -1});
}

TEST_CASE("masks, dynamic slices, and index tiles") {
  std::vector<float> x{0, 1, 2, 3, 4, 5, 6, 7}, y(8, 9);
  grid_call([](ref<const float, 1> a, ref<float, 1> o) {
    const tile<int> at = arange<int>(8);
    const auto mask = at < 5;
    store(o, std::tuple(at), load(a, std::tuple(at), mask, -1.0f));
    store(o, std::tuple(ds(0, 2)), 5.0f, arange<int>(2) > 0);
  })(x, y);
  CHECK(y == std::vector<float>{0, 5, 2, 3, 4, -1, -1, -1});
  std::vector<float> z(6);
  grid_call([](ref<const float, 2> a, ref<float, 2> o) {
    o(all, all) = a(reshape(arange<int>(2), 2, 1), reshape(arange<int>(3), 1, 3));
  })(view<const float, 2>(x.data(), 2, 4), view<float, 2>(z.data(), 2, 3));
  CHECK(z == std::vector<float>{0, 1, 2, 4, 5, 6});
}

TEST_CASE("batches") {
  std::vector<int> x{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, y{1, 2, 3, 4}, z(12);
  const BlockSpec halves{{2}, [](auto i) { return i; }};
  const auto add = grid_call(
      [](ref<const int, 1> a, ref<const int, 1> b, ref<int, 1> o) {
        CHECK(num_programs(0) == 2);
        o(all) = a(all) * b(all) + static_cast<int>(program_id(0));
      },
      {2, {halves, halves}, {halves}});
  vmap(add, {0, std::nullopt})(view<int, 2>(x.data(), 3, 4), y, view<int, 2>(z.data(), 3, 4));
  for (std::size_t b = 0; b != 3; ++b)
    for (std::size_t i = 0; i != 4; ++i) CHECK(z[b * 4 + i] == x[b * 4 + i] * y[i] + static_cast<int>(i / 2));

  // The batch axis last; a whole array, of which no spec says anything; two batches.
  vmap(add, {1, std::nullopt})(view<int, 2>(x.data(), 4, 3), y, view<int, 2>(z.data(), 3, 4));
  for (std::size_t b = 0; b != 3; ++b)
    for (std::size_t i = 0; i != 4; ++i) CHECK(z[b * 4 + i] == x[i * 3 + b] * y[i] + static_cast<int>(i / 2));
  const auto twice = grid_call([](ref<const int, 1> a, ref<int, 1> o) { o(all) = a(all) * 2; });
  vmap(vmap(twice))(view<int, 3>(x.data(), 2, 3, 2), view<int, 3>(z.data(), 2, 3, 2));
  for (std::size_t i = 0; i != 12; ++i) CHECK(z[i] == 2 * x[i]);
  CHECK(errorOf([&] {
          vmap(add)(view<int, 2>(x.data(), 3, 4), view<int, 2>(y.data(), 1, 4), view<int, 2>(z.data(), 3, 4));
        }) == "vmap: input 1: batches of 3 and 1 arrays");
}

TEST_CASE("calls that do not fit") {
  std::vector<int> x(4), y(4);
  const BlockSpec halves{{2}, [](auto i) { return i; }};
  const auto copy = [](ref<int, 1> a, ref<int, 1> o) { o(all) = a(all); };
  CHECK(errorOf([&] { grid_call(copy, {2, {halves, halves}, {halves}})(x, y); }) ==
        "grid_call: a call with 2 arrays, 2 specs of inputs, and 1 of outputs");
  CHECK(errorOf([&] { grid_call(copy, {3, {halves}, {halves}})(x, y); }) ==
        "grid_call: input 0: the block of program (2) begins at 4 in dimension 0 of an array of shape (4)");
  CHECK(errorOf([&] {
          grid_call([](ref<int, 1>, ref<int, 1>) { program_id(1); }, {2, {halves}, {halves}})(x, y);
        }) == "program_id(1): a grid of rank 1 has no axis 1");
  // An empty grid does nothing; in place, the order is row-major.
  grid_call(copy, {0, {halves}, {halves}})(x, y);
  std::vector<int> sums{1, 1, 1, 1};
  grid_call([](ref<const int, 1> a, ref<int, 1> o) { o(0) = a(0) + a(1); },
            {3, {BlockSpec{{2}, [](auto i) { return i; }, Unblocked{}}}, {BlockSpec{{1}, [](auto i) {
                                                                                      return i + 1;
                                                                                    }}}})(sums, sums);
  CHECK(sums == std::vector<int>{1, 2, 3, 4});
}

TEST_CASE("whether the blocks of two programs share an element") {
  // Against all pairs, for blocks at any place, also before the array, close together and far apart.
  std::mt19937 random(5);
  int meetings = 0;
  for (int turn = 0; turn != 3000; ++turn) {
    const std::size_t rank = 1 + random() % 3, boxes = 2 + random() % 6;
    const std::ptrdiff_t spread = turn % 3 == 0 ? 1'000'000 : 12;
    detail::array_blocks blocks{rank, {}};
    indices sizes(rank);
    for (auto& each : sizes) each = 1 + static_cast<std::ptrdiff_t>(random() % 4);
    for (std::size_t box = 0; box != boxes; ++box)
      for (std::size_t d = 0; d != rank; ++d) {
        std::ptrdiff_t start = static_cast<std::ptrdiff_t>(random()) % spread - (turn % 2 ? 5 : 0);
        if (turn % 5 == 0) start = start / sizes[d] * sizes[d];
        blocks.slices.emplace_back(start, sizes[d]);
      }
    bool meet = false;
    for (std::size_t one = 0; one != boxes; ++one)
      for (std::size_t other = 0; other != one; ++other) {
        bool both = true;
        for (std::size_t d = 0; d != rank; ++d)
          both &= std::abs(blocks.of(one)[d].start - blocks.of(other)[d].start) < sizes[d];
        meet |= both;
      }
    meetings += meet;
    REQUIRE(detail::overlap(blocks, boxes) == meet);
  }
  CHECK(meetings > 300);
  CHECK(meetings < 2700);
}

TEST_CASE("calls in parallel") {
  // Many programs, each with a block of its own; and many that share one, where the last one wins.
  std::vector<long> squares(10007), last(3);
  const BlockSpec tens{{10}, [](auto i) { return i; }};
  grid_call(
      [](ref<long, 1> o) {
        for (std::ptrdiff_t k = 0; k != 10; ++k) {
          const long at = static_cast<long>(program_id(0) * 10 + k);
          o(k) = at * at;
        }
      },
      {1001, {}, {tens}})(squares);
  for (std::size_t i = 0; i != squares.size(); ++i) REQUIRE(squares[i] == static_cast<long>(i * i));
  grid_call(
      [](ref<long, 1> o) {  // the first program is the slowest
        volatile long work = 0;
        for (long k = 0; k != 3000000 && program_id(0) == 0; ++k) work = work + 1;
        o(all) = static_cast<long>(program_id(0));
      },
      {20, {}, {BlockSpec{}}})(last);
  REQUIRE(last == std::vector<long>{19, 19, 19});
  CHECK(errorOf([&] {
          grid_call([](ref<long, 1>) { throw std::invalid_argument("in a program"); },
                    {1001, {}, {tens}})(squares);
        }) == "in a program");
}

TEST_CASE("kernels that throw nothing are asked for their ranks, too") {
  std::vector<int> o(12);
  const auto kernel = [](ref<int, 1> b) noexcept {
    b(all) = static_cast<int>(10 * program_id(1) + program_id(0));
  };
  const BlockSpec rows{{squeezed, 2}, [](int i, int j) { return std::array{i, j}; }};
  grid_call(kernel, {{3, 2}, {}, {rows}})(view<int, 2>(o.data(), 3, 4));
  CHECK(o == std::vector<int>{0, 0, 10, 10, 1, 1, 11, 11, 2, 2, 12, 12});
}

TEST_CASE("a template in batches gets blocks without the batch dimensions") {
  std::vector<float> x(24, 1), y(24);
  const auto twice = [](auto in, auto out) { out(all) = 2 * in(all); };
  vmap(grid_call(twice), 0)(view<const float, 2>(x.data(), 3, 8), view<float, 2>(y.data(), 3, 8));
  CHECK(y == std::vector<float>(24, 2));
  vmap(vmap(grid_call(twice)), 1)(view<const float, 3>(y.data(), 2, 3, 4), view<float, 3>(x.data(), 3, 2, 4));
  CHECK(x == std::vector<float>(24, 4));
}

TEST_CASE("interpreted calls check elements against the block") {
  std::vector<int> x{0, 1, 2, 3, 4, 5, 6, 7}, o(8, -1);
  const BlockSpec two{{2}, [](int i) { return i; }};
  const auto with = [&](int read, int written) {
    grid_call(
        [&](ref<const int, 1> a, ref<int, 1> b) {
          b(all) = a(all);
          b(written) = 100 + a(read);
          b(slice(1, 4)) = 7;  // the lanes outside do not exist
        },
        {3, {two}, {two}, Order{}})(x, o);
  };
  with(1, 0);
  CHECK(o == std::vector<int>{101, 7, 103, 7, 105, 7, -1, -1});
  CHECK(errorOf([&] { with(1, 2); }) == "grid_call: output 0: program (0): element 2 in dimension 0 of a block of shape (2)");
  CHECK(errorOf([&] { with(-1, 0); }) == "grid_call: input 0: program (0): element -1 in dimension 0 of a block of shape (2)");
  CHECK(errorOf([&] {
          grid_call([](ref<int, 2> b) { b(2, all) = 1; },
                    {{}, {}, {}, Order{}})(view<int, 2>(o.data(), 2, 4));
        }) == "grid_call: output 0: program (): element 2 in dimension 0 of a block of shape (2, 4)");
}

TEST_CASE("grids of many dimensions") {
  const BlockSpec one{{1}, [](auto... i) { return std::array{(i + ...)}; }};
  indices sizes(9, 1), place(9, 0);
  sizes[8] = 4;
  place[8] = 3;
  CHECK(slices_for_invocation({4}, one, Grid(sizes), place)[0].start == 3);
  CHECK(
      errorOf([&] { slices_for_invocation({4}, one, Grid(indices(33, 1)), indices(33, 0)); }) ==
      "a grid of 33 dimensions; an index map that takes integers has 32 at most, an IndexMap::of_indices any "
      "number");
  const BlockSpec any{{1}, IndexMap::of_indices([](const indices& ids) { return indices{ids.back()}; })};
  CHECK(slices_for_invocation({4}, any, Grid(indices(33, 4)), indices(33, 2))[0].start == 2);
}

TEST_CASE("sizes of any integer type") {
  std::size_t rows = 4, columns = 2;
  std::vector<int> o(rows * columns);
  const BlockSpec twoByOne{{2, 1}, [](int i, int j) { return std::array{i, j}; }};
  grid_call([](ref<int, 2> b) { b(all, all) = 3; },
            {{rows / 2, columns}, {}, {twoByOne}})(view<int, 2>(o.data(), rows, columns));
  CHECK(o == std::vector<int>(8, 3));
  CHECK(slices_for_invocation({rows, columns}, BlockSpec{{rows / 2, columns}}, {rows}, {0})[0].size == 2);
}

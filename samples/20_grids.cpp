// Grids and block specs as a library: which elements the programs of a grid get, and what kernels make of
// them. There is no annotated loop here; the programs are called one after the other, in any order. (`all` is
// `appyl::all` here, since CUDA declares another one.)
//
// flags: -Iinclude
// run:
#include <appyl/grid.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace appyl;

void printSlices(const char* what, const std::vector<slice>& slices) {
  std::printf("%s:", what);
  for (const slice& each : slices)
    std::printf(" [%lld, %lld)", static_cast<long long>(each.start),
                static_cast<long long>(each.start + each.size));
  std::printf("\n");
}

// Fills the block of each program with the program's place: a decimal digit for each axis of the grid.
void showProgramIds(const char* what, int rows, int columns, const BlockSpec& spec, const Grid& grid) {
  std::vector<int> result(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), -1);
  const std::size_t rank = grid.rank();
  const auto kernel = [rank](ref<int, 2> o) {
    std::ptrdiff_t number = 0;
    for (std::size_t axis = 0; axis != rank; ++axis) number = 10 * number + program_id(axis);
    o(appyl::all, appyl::all) = static_cast<int>(number);
  };
  grid_call(kernel, {grid, {}, {spec}, Order{}})(view<int, 2>(result.data(), rows, columns));
  std::printf("%s\n", what);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      std::printf("%4d%s", result[static_cast<std::size_t>(i * columns + j)], j + 1 == columns ? "\n" : "");
}

template <class Function>
auto sumOfTwo(Function function) {
  return [function](ref<const float, 0> x, ref<const float, 0> y, ref<float, 0> o) {
    store(o, std::tuple(), function(load(x, std::tuple()) + load(y, std::tuple())));
  };
}

template <class Activation>
auto product(int blockK, Activation activation) {
  return [blockK, activation](ref<const float, 2> a, ref<const float, 2> b, ref<float, 2> c) {
    tile<float, 2> sum = zeros<float>(a.extent(0), b.extent(1));
    for (std::ptrdiff_t k = 0; k < a.extent(1) / blockK; ++k)
      sum += dot(a(appyl::all, ds(k * blockK, blockK)), b(ds(k * blockK, blockK), appyl::all));
    c(appyl::all, appyl::all) = map(activation, sum);
  };
}

// The largest difference from the sum over k of a(i, k) b(k, j), of matrices that the programs see in blocks,
// as arrays of four dimensions: (rows of blocks, rows of a block, columns of blocks, columns of a block).
float differenceInBlocks(int m, int n, int k, int blockM, int blockN, int blockK) {
  const auto size = [](int rows, int columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  };
  std::vector<float> a(size(m, k)), b(size(k, n)), c(size(m, n));
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 7) - 3;
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 5) - 2;
  const int steps = k / blockK;
  const auto kernel = [](ref<const float, 4> x, ref<const float, 4> y, ref<float, 4> z) {
    tile<float, 2> sum = zeros<float>(z.extent(1), z.extent(3));
    for (std::ptrdiff_t step = 0; step < y.extent(0); ++step)
      sum += dot(x(0, appyl::all, step, appyl::all), y(step, appyl::all, 0, appyl::all));
    z(0, appyl::all, 0, appyl::all) = sum;
  };
  grid_call(kernel,
            {{m / blockM, n / blockN},
             {BlockSpec{{1, blockM, steps, blockK}, [](int i, int) { return std::array{i, 0, 0, 0}; }},
              BlockSpec{{steps, blockK, 1, blockN}, [](int, int j) { return std::array{0, 0, j, 0}; }}},
             {BlockSpec{{1, blockM, 1, blockN}, [](int i, int j) { return std::array{i, 0, j, 0}; }}}})(
      view<const float, 4>(a.data(), m / blockM, blockM, steps, blockK),
      view<const float, 4>(b.data(), steps, blockK, n / blockN, blockN),
      view<float, 4>(c.data(), m / blockM, blockM, n / blockN, blockN));
  float largest = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int l = 0; l < k; ++l) sum += a[size(i, k) + size(l, 1)] * b[size(l, n) + size(j, 1)];
      largest = std::fmax(largest, std::fabs(sum - c[size(i, n) + size(j, 1)]));
    }
  return largest;
}

int main() {
  const auto same = [](int i, int j) { return std::array{i, j}; };

  std::puts("Slices of program (2, 4) of a 10 x 5 grid");
  const BlockSpec blocks{{10, 20}, same};
  printSlices("  100 x 100", slices_for_invocation({100, 100}, blocks, {10, 5}, {2, 4}));
  printSlices("  the same in a grid with one more axis",
              slices_for_invocation({100, 100},
                                    BlockSpec{{10, 20}, [](int i, int j, int) { return std::array{i, j}; }},
                                    {10, 5, 4}, {2, 4, 0}));
  printSlices("  100 x 90, which ends inside the block",
              slices_for_invocation({100, 90}, blocks, {10, 5}, {2, 4}));
  printSlices("  no block shape", slices_for_invocation({100, 90}, BlockSpec{}, {10, 5}, {2, 4}));
  printSlices("  no index map", slices_for_invocation({100, 90}, BlockSpec{{5, 6}}, {10, 5}, {2, 4}));

  std::puts("\nWhich program writes which element");
  showProgramIds("an 8 x 6 array in 2 x 3 blocks", 8, 6, BlockSpec{{2, 3}, same}, {4, 2});
  showProgramIds("7 x 5: blocks that stick out are cut off", 7, 5, BlockSpec{{2, 3}, same}, {4, 2});
  showProgramIds("1 x 2: smaller than a block", 1, 2, BlockSpec{{2, 3}, same}, {1, 1});
  showProgramIds("an axis that the block does not depend on: the last program wins", 8, 6,
                 BlockSpec{{2, 3}, [](int i, int j, int) { return std::array{i, j}; }}, {4, 2, 10});
  showProgramIds("no block shape: every program has all of it", 4, 4, BlockSpec{}, {2, 3});
  showProgramIds("no index map: every program has the first block", 4, 4, BlockSpec{{4, 4}}, {2, 3});
  const auto elements = [](int i, int j) { return std::array{2 * i, 3 * j}; };
  showProgramIds("unblocked: the map counts elements", 8, 6, BlockSpec{{2, 3}, elements, Unblocked{}},
                 {4, 2});
  showProgramIds("unblocked, padded by one row and two columns in front", 7, 7,
                 BlockSpec{{2, 3}, elements, Unblocked{{{1, 0}, {2, 0}}}}, {4, 3});

  int squeezedRows[3][4] = {};
  const auto digits = [](ref<int, 1> o) {
    o(appyl::all) = static_cast<int>(10 * program_id(1) + program_id(0));
  };
  grid_call(digits, {{3, 2}, {}, {BlockSpec{{squeezed, 2}, same}}})(squeezedRows);
  std::puts("a squeezed dimension: each block is two numbers of one row");
  for (const auto& row : squeezedRows) std::printf("%4d%4d%4d%4d\n", row[0], row[1], row[2], row[3]);

  std::puts("\nKernels");
  std::vector<int> numbers(8), x(8), y(8);
  for (int i = 0; i < 8; ++i) {
    x[static_cast<std::size_t>(i)] = i;
    y[static_cast<std::size_t>(i)] = 8 + i;
  }
  const auto print = [](const char* what, const std::vector<int>& values) {
    std::printf("%s:", what);
    for (const int each : values) std::printf(" %d", each);
    std::printf("\n");
  };
  grid_call([](ref<int, 1> o) { o(program_id(0)) = static_cast<int>(program_id(0)); }, {8})(numbers);
  print("iota", numbers);
  const BlockSpec pairs{{2}, [](int i) { return i; }};
  const auto add = [](ref<const int, 1> a, ref<const int, 1> b, ref<int, 1> o) {
    o(appyl::all) = a(appyl::all) + b(appyl::all);
  };
  grid_call(add, {4, {pairs, pairs}, {pairs}})(x, y, numbers);
  print("a sum, two at a time", numbers);
  float doubled = 0, exponential = 0;
  grid_call(sumOfTwo([](float v) { return v * 2; }), {1})(1.0f, 1.0f, doubled);
  grid_call(sumOfTwo([](float v) { return std::exp(v); }), {1})(1.0f, 1.0f, exponential);
  std::printf("2 (1 + 1) = %g, exp(1 + 1) = %.4f\n", static_cast<double>(doubled),
              static_cast<double>(exponential));

  const auto gelu = [](float v) { return 0.5f * v * (1 + std::erf(v / std::sqrt(2.0f))); };
  std::vector<float> ones(64 * 256, 1), more(256 * 128, 1), z(64 * 128);
  grid_call(product(128, gelu), {{4, 4},
                                 {BlockSpec{{16, 256}, [](int i, int) { return std::array{i, 0}; }},
                                  BlockSpec{{256, 32}, [](int, int j) { return std::array{0, j}; }}},
                                 {BlockSpec{{16, 32}, same}}})(
      view<const float, 2>(ones, 64, 256), view<const float, 2>(more, 256, 128), view<float, 2>(z, 64, 128));
  std::printf("a product of ones with a fused activation: %g ... %g\n", static_cast<double>(z.front()),
              static_cast<double>(z.back()));
  std::printf("a product seen in blocks is off by %g\n",
              static_cast<double>(differenceInBlocks(64, 64, 128, 16, 16, 8)));
}

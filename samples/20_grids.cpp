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
auto elementwise(Function function) {
  return [function](ref<const float, 1> x, ref<float, 1> y) { y(appyl::all) = map(function, x(appyl::all)); };
}

template <class Activation>
auto product(Activation activation) {
  return [activation](ref<const float, 2> a, ref<const float, 2> b, ref<float, 2> c) {
    c(appyl::all, appyl::all) =
        map(activation, dot(a(appyl::all, appyl::all), b(appyl::all, appyl::all)));
  };
}

int main() {
  const auto same = [](int i, int j) { return std::array{i, j}; };

  std::puts("Slices of program (2, 4) of a 10 x 5 grid");
  const BlockSpec blocks{{10, 20}, same};
  printSlices("  100 x 100", slices_for_invocation({100, 100}, blocks, {10, 5}, {2, 4}));
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
  showProgramIds("unblocked: the map counts elements", 8, 6, BlockSpec{{2, 3}, elements, Unblocked{}}, {4, 2});
  showProgramIds("unblocked, padded by one row and two columns in front", 7, 7,
                 BlockSpec{{2, 3}, elements, Unblocked{{{1, 0}, {2, 0}}}}, {4, 3});

  std::puts("\nKernels");
  std::vector<int> numbers(8);
  grid_call([](ref<int, 0> o) { o() = static_cast<int>(program_id(0)); },
            {8, {}, {BlockSpec{{squeezed}, [](int i) { return i; }}}})(view<int>(numbers));
  std::printf("iota:");
  for (const int each : numbers) std::printf(" %d", each);
  std::vector<float> x(8), y(8);
  for (int i = 0; i < 8; ++i) x[static_cast<std::size_t>(i)] = static_cast<float>(i);
  const BlockSpec pairs{{2}, [](int i) { return i; }};
  grid_call(elementwise([](float value) { return 2 * value + 1; }), {4, {pairs}, {pairs}})(view<const float>(x),
                                                                                          view<float>(y));
  std::printf("\n2 x + 1, two at a time:");
  for (const float each : y) std::printf(" %g", each);

  // The rows of a by blocks of two, the columns of b by blocks of four; negative sums become zero.
  std::vector<float> a(4 * 3), b(3 * 8), c(4 * 8);
  for (std::size_t k = 0; k < a.size(); ++k) a[k] = static_cast<float>(k) - 5;
  for (std::size_t k = 0; k < b.size(); ++k) b[k] = static_cast<float>(k % 5);
  grid_call(product([](float value) { return value < 0 ? 0 : value; }),
            {{2, 2},
             {BlockSpec{{2, 3}, [](int i, int) { return std::array{i, 0}; }},
              BlockSpec{{3, 4}, [](int, int j) { return std::array{0, j}; }}},
             {BlockSpec{{2, 4}, same}}})(view<const float, 2>(a, 4, 3), view<const float, 2>(b, 3, 8),
                                         view<float, 2>(c, 4, 8));
  std::printf("\na product with a fused activation:\n");
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 8; ++j)
      std::printf("%5g%s", c[static_cast<std::size_t>(i * 8 + j)], j == 7 ? "\n" : "");
}

// Tiles and gaps cover every row of every step once, and what a row depends on has been computed before it.
#include <appyl/cpu/time_tiles.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace appyl::cpu;

TEST_SUITE_BEGIN("cpu/time tiles");

namespace {

struct Case {
  std::ptrdiff_t lower, upper, below, above, width, steps, threads;
};

/// In which phase and tile each row of each step is, from -2 to 2 beside the space.
void check(const Case& c) {
  CAPTURE(c.upper);
  CAPTURE(c.width);
  CAPTURE(c.steps);
  const dimension space(c.lower, c.upper, c.below + c.above, 0);
  const tiled_dimension tiles = detail::tiled(space, c.steps, c.width, c.threads);
  const std::ptrdiff_t first = c.lower - 2, rows = c.upper + 2 - first;
  struct Place {
    int phase;
    std::ptrdiff_t tile;
  };
  std::vector<std::vector<Place>> places(static_cast<std::size_t>(c.steps));
  for (std::ptrdiff_t step = 0; step < c.steps; ++step) {
    std::vector<int> seen(static_cast<std::size_t>(rows));
    places[step].resize(static_cast<std::size_t>(rows));
    for (int phase = 0; phase < tiles.phases; ++phase)
      for (std::ptrdiff_t tile = 0; tile < tiles.count - phase; ++tile) {
        const auto range =
            tiles.of<long>(phase, tile, c.below * step, c.above * step, long(first), long(c.upper + 2));
        for (long row = range.first; row < range.end; ++row) {
          ++seen[row - first];
          places[step][row - first] = {phase, tile};
          REQUIRE(tiles.has(phase, tile, c.below * step, c.above * step, row));
        }
      }
    for (const int each : seen) REQUIRE(each == 1);
  }
  for (std::ptrdiff_t step = 1; step < c.steps; ++step)
    for (std::ptrdiff_t row = 0; row < rows; ++row)
      for (std::ptrdiff_t source = row - c.below; source <= row + c.above; ++source) {
        if (source < 0 || source >= rows) continue;
        const Place own = places[step][row], other = places[step - 1][source];
        REQUIRE((other.phase < own.phase || (other.phase == own.phase && other.tile == own.tile)));
      }
}

}  // namespace

TEST_CASE("rows and what they depend on") {
  for (const std::ptrdiff_t extent : {0, 1, 2, 5, 17, 64, 101})
    for (const std::ptrdiff_t width : {1, 3, 16, 40})
      for (const std::ptrdiff_t steps : {1, 2, 5, 9})
        for (const std::ptrdiff_t threads : {1, 3})
          for (const auto [below, above] : {rows<int>{0, 0}, {1, 1}, {0, 2}, {3, 1}})
            check({1, 1 + extent, below, above, width, steps, threads});
}

TEST_CASE("unsigned ranges that are empty stay so") {
  const tiled_dimension tiles = detail::tiled(dimension(1, 10, 2, 0), 2, 5, 1);
  const auto range = tiles.of<unsigned>(0, 0, 1, 1, 3u, 2u);
  CHECK(range.first == range.end);
}

TEST_CASE("as many steps as pay") {
  const auto inCache = plan_time_tiles(8, 16., dimension(1, 100, 2, 0));
  CHECK(inCache.steps == 1);
  CHECK(inCache.along[0].phases == 1);
  const double row = static_cast<double>(detail::second_level.bytes) / 32;
  CHECK(plan_time_tiles(8, row, dimension(0, 10000, 2, 0)).steps == 8);
  CHECK(plan_time_tiles(100, row, dimension(0, 10000, 2, 0)).steps == 13);  // gaps of 24 beside tiles of 32
  CHECK(plan_time_tiles(8, row, dimension(0, 10000, 40, 0)).steps == 1);
  CHECK(plan_time_tiles(0, row, dimension(0, 10000, 2, 0)).steps == 1);
  const auto plane = plan_time_tiles(4, row / 32, dimension(0, 1000, 2, 0), dimension(0, 8, 2, 0));
  CHECK(plane.along[1].count == 1);  // short ones stay whole
}

TEST_CASE("a row's second part begins at a line of memory, unless the row is short") {
  alignas(64) static const double elements[16] = {};
  alignas(64) static const struct { char bytes[48]; } others[2] = {};
  const auto isWhole = [](const auto& parts, long lower, long upper) {
    return parts[0].first == lower && parts[0].end == lower && parts[1].first == lower && parts[1].end == upper;
  };
  for (int offset = 0; offset < 9; ++offset)
    for (const int lower : {-3, 0, 5})
      for (const int length : {256, 257, 2000}) {
        const auto parts = at_lines<int>(elements + offset, lower, lower + length);
        CHECK(parts[0].first == lower);
        CHECK(parts[0].end == parts[1].first);
        CHECK(parts[1].first - lower == (8 - offset % 8) % 8);
        CHECK(parts[1].end == lower + length);
      }
  CHECK(isWhole(at_lines<int>(elements + 1, 1, 256), 1, 256));
  CHECK(isWhole(at_lines<int, 8>(elements + 1, 1, 64), 1, 64));
  CHECK(at_lines<int, 8>(elements + 1, 1, 65)[1].first == 8);
  CHECK(isWhole(at_lines<long>(elements + 1, 7, 3), 7, 3));
  CHECK(isWhole(at_lines<unsigned>(elements + 1, 7, 7), 7, 7));
  CHECK(isWhole(at_lines<int>(others + 1, 0, 6000), 0, 6000));
  CHECK(at_lines<unsigned long>(elements + 3, 2, 2000)[1].first == 7);
}

TEST_SUITE_END();

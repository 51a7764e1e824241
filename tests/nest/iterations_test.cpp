// The number of iterations of headers with constants, beside what a compiler makes of such a loop.
#include "nest/ast/iterations.h"

#include <doctest/doctest.h>

#include <cstdint>

using namespace appyl;

namespace {

template <typename Counter>
llvm::APSInt constant(long long value) {
  return llvm::APSInt(llvm::APInt(8 * sizeof(Counter), static_cast<std::uint64_t>(value), true),
                      std::is_unsigned_v<Counter>);
}

template <typename Compared>
bool holds(Comparison comparison, Compared counter, Compared bound) {
  switch (comparison) {
    case Comparison::Less: return counter < bound;
    case Comparison::LessEqual: return counter <= bound;
    case Comparison::Greater: return counter > bound;
    case Comparison::GreaterEqual: return counter >= bound;
    case Comparison::NotEqual: return counter != bound;
  }
  return false;
}

/// The loop itself; a counter of 8 bits that has not ended after 256 iterations never does.
template <typename Counter, typename Compared>
std::optional<std::uint64_t> counted(Counter i, Comparison comparison, Compared bound, int step) {
  std::uint64_t count = 0;
  for (; holds<Compared>(comparison, static_cast<Compared>(i), bound); i = static_cast<Counter>(i + step))
    if (++count > 256) return std::nullopt;
  return count;
}

template <typename Counter, typename Compared>
int differences() {
  int found = 0;
  for (const auto comparison : {Comparison::Less, Comparison::LessEqual, Comparison::Greater,
                                Comparison::GreaterEqual, Comparison::NotEqual})
    for (const int step : {1, -1, 3, -100})
      for (int first = std::numeric_limits<Counter>::min(); first <= std::numeric_limits<Counter>::max();
           ++first)
        for (int bound = -128; bound < 256; ++bound) {
          const auto end = static_cast<Compared>(bound);
          if (end != bound) continue;
          const ConstantHeader header{constant<Counter>(first), constant<Compared>(bound), comparison, step,
                                      true};
          found += iterationsOf(header) != counted(static_cast<Counter>(first), comparison, end, step);
        }
  return found;
}

}  // namespace

TEST_SUITE_BEGIN("nest/iterations");

TEST_CASE("all headers of 8 bits, compared as either type or as int") {
  CHECK(differences<std::uint8_t, std::uint8_t>() == 0);
  CHECK(differences<std::int8_t, std::int8_t>() == 0);
  CHECK(differences<std::int8_t, std::uint8_t>() == 0);
  CHECK(differences<std::uint8_t, int>() == 0);
  CHECK(differences<std::int8_t, int>() == 0);
}

TEST_CASE("a counter that does not wrap around has to end before the end of its type") {
  const auto count = [](long long first, Comparison comparison, long long bound, int step) {
    return iterationsOf({constant<int>(first), constant<unsigned>(bound), comparison, step, false});
  };
  CHECK(count(0, Comparison::Less, 2147483647, 1) == 2147483647);
  CHECK(count(0, Comparison::Less, 2147483648, 1) == std::nullopt);
  CHECK(count(-1, Comparison::Greater, 4294967200, -1) == 95);
  CHECK(count(-1, Comparison::Less, 10, 1) == 0);
  CHECK(count(5, Comparison::Greater, 4294967200, -1) == 0);
}

TEST_CASE("64 bits") {
  const auto count = [](long long first, Comparison comparison, long long bound, std::int64_t step) {
    return iterationsOf(
        {constant<std::uint64_t>(first), constant<std::uint64_t>(bound), comparison, step, true});
  };
  CHECK(count(0, Comparison::Less, -1, 1) == UINT64_MAX);
  CHECK(count(-100, Comparison::LessEqual, -2, 1) == 99);
  CHECK(count(10, Comparison::NotEqual, -1, -1) == 11);
  CHECK(count(0, Comparison::LessEqual, -1, 1) == std::nullopt);
}

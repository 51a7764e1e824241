// The order in which the programs of a grid run when they run one after the other: as the grid counts them,
// backwards, or shuffled by a seed. A right program computes the same in every order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace appyl {

struct Order {
  enum class Kind { RowMajor, Reversed, Shuffled } kind = Kind::RowMajor;
  std::uint64_t seed = 0;
};

/// `row_major`, `reversed`, `shuffled:<seed>`; nullopt: anything else.
inline std::optional<Order> parse_order(std::string_view text) {
  constexpr std::string_view shuffled = "shuffled:";
  if (text == "row_major") return Order{};
  if (text == "reversed") return Order{Order::Kind::Reversed, 0};
  if (text.substr(0, shuffled.size()) != shuffled) return std::nullopt;
  text.remove_prefix(shuffled.size());
  std::uint64_t seed = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    seed = seed * 10 + static_cast<std::uint64_t>(digit - '0');
  }
  return text.empty() ? std::nullopt : std::optional(Order{Order::Kind::Shuffled, seed});
}

/// What the environment variable APPYL_ORDER asks for; row-major where it is not set. What is no order ends
/// the program with status 2.
inline Order order_from_environment() {
  const char* const wanted = std::getenv("APPYL_ORDER");
  if (!wanted || !*wanted) return {};
  if (const auto order = parse_order(wanted)) return *order;
  std::fprintf(stderr, "APPYL_ORDER is '%s'; it is one of row_major, reversed, shuffled:<seed>\n", wanted);
  std::exit(2);
}

/// 0 ... count-1 in the order: the same one for the same seed wherever it is computed.
template <class Integer>
std::vector<Integer> permutation(const Order& order, std::size_t count) {
  std::vector<Integer> numbers(count);
  std::iota(numbers.begin(), numbers.end(), Integer(0));
  if (order.kind == Order::Kind::Reversed) std::reverse(numbers.begin(), numbers.end());
  if (order.kind == Order::Kind::Shuffled) {
    // Numbers by Steele, Lea and Flood's SplitMix64 (OOPSLA 2014), order by Fisher and Yates.
    std::uint64_t state = order.seed + count;
    for (std::size_t k = count; k > 1; --k) {
      std::uint64_t random = state += 0x9e3779b97f4a7c15u;
      random = (random ^ random >> 30) * 0xbf58476d1ce4e5b9u;
      random = (random ^ random >> 27) * 0x94d049bb133111ebu;
      random ^= random >> 31;
      std::swap(numbers[k - 1], numbers[static_cast<std::size_t>(random % k)]);
    }
  }
  return numbers;
}

}  // namespace appyl

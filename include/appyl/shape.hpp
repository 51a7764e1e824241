// Shapes, slices, and which lanes of a block exist.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace appyl {

/// Numbers of elements along each dimension, or the place of one, outermost first.
template <std::size_t Rank>
using extents = std::array<std::ptrdiff_t, Rank>;

/// Shapes that do not fit each other; the message names both.
class shape_error : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// `size` elements from `start` on: NumPy's 2:5 is slice(2, 3). It may stick out of the array at both ends.
struct slice {
  std::ptrdiff_t start, size;

  constexpr slice(std::ptrdiff_t first, std::ptrdiff_t count) : start(first), size(count) {}
  constexpr explicit slice(std::ptrdiff_t count) : start(0), size(count) {}
};

struct all_t {};
/// A whole dimension.
inline constexpr all_t all{};

namespace detail {

/// `(3, 4)`.
template <std::size_t Rank>
std::string text(const extents<Rank>& shape) {
  std::string result = "(";
  for (std::size_t d = 0; d != Rank; ++d) result += (d ? ", " : "") + std::to_string(shape[d]);
  return result + ")";
}

template <std::size_t Rank>
constexpr std::ptrdiff_t count(const extents<Rank>& shape) {
  std::ptrdiff_t product = 1;
  for (const std::ptrdiff_t each : shape) product *= each;
  return product;
}

/// Calls `visit` for each place, in row-major order.
template <std::size_t Rank, class Visit>
void for_each_lane(const extents<Rank>& shape, Visit&& visit) {
  for (const std::ptrdiff_t each : shape)
    if (each <= 0) return;
  extents<Rank> lane{};
  while (true) {
    visit(static_cast<const extents<Rank>&>(lane));
    std::size_t d = Rank;
    while (d > 0 && ++lane[d - 1] == shape[d - 1]) lane[--d] = 0;
    if (d == 0) return;
  }
}

/// A block's shape, and the lanes of it that exist: those inside the array that it is cut from.
template <std::size_t Rank>
struct lanes {
  extents<Rank> shape{}, first{}, last{};  // of each dimension, lanes [first, last) exist

  static lanes whole(const extents<Rank>& shape) { return {shape, {}, shape}; }

  bool has(const extents<Rank>& lane) const {
    for (std::size_t d = 0; d != Rank; ++d)
      if (lane[d] < first[d] || lane[d] >= last[d]) return false;
    return true;
  }
  bool complete() const {
    for (std::size_t d = 0; d != Rank; ++d)
      if (first[d] > 0 || last[d] < shape[d]) return false;
    return true;
  }
};

/// NumPy's broadcasting: dimensions are matched from the last one on; 1 and absent ones are repeated.
template <std::size_t A, std::size_t B>
auto broadcast(const lanes<A>& a, const lanes<B>& b) {
  constexpr std::size_t rank = A > B ? A : B;
  lanes<rank> result;
  if constexpr (rank > 0) {
    for (std::size_t d = 0; d < rank; ++d) {
      const bool in_a = d + A >= rank, in_b = d + B >= rank;
      const std::size_t at_a = in_a ? d + A - rank : 0, at_b = in_b ? d + B - rank : 0;
      const std::ptrdiff_t size_a = in_a ? a.shape[at_a] : 1, size_b = in_b ? b.shape[at_b] : 1;
      if (size_a != size_b && size_a != 1 && size_b != 1)
        throw shape_error("shapes " + text(a.shape) + " and " + text(b.shape) + " do not fit each other");
      const std::ptrdiff_t size = size_a == 1 ? size_b : size_a;
      result.shape[d] = size;
      result.last[d] = size;
      const auto clip = [&](std::ptrdiff_t own, std::ptrdiff_t first, std::ptrdiff_t last) {
        if (own == 1 && size != 1) {
          if (first >= last) result.last[d] = 0;  // what is repeated does not exist
        } else {
          result.first[d] = first > result.first[d] ? first : result.first[d];
          result.last[d] = last < result.last[d] ? last : result.last[d];
        }
      };
      if (in_a) clip(size_a, a.first[at_a], a.last[at_a]);
      if (in_b) clip(size_b, b.first[at_b], b.last[at_b]);
    }
  }
  return result;
}

/// Where an operand of the shape stands when the result is at `lane`.
template <std::size_t Rank, std::size_t Wide>
extents<Rank> operand_lane(const extents<Rank>& shape, const extents<Wide>& lane) {
  extents<Rank> result{};
  for (std::size_t d = 0; d != Rank; ++d) result[d] = shape[d] == 1 ? 0 : lane[d + Wide - Rank];
  return result;
}

}  // namespace detail
}  // namespace appyl

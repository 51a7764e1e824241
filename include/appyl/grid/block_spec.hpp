// Which block of an array each program of a grid gets.
#pragma once

#include <appyl/shape.hpp>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace appyl {

/// The place of a program in its grid, of a block or an element in an array; or their shapes.
using indices = std::vector<std::ptrdiff_t>;

namespace detail {

inline std::string text(const indices& numbers) {
  std::string result = "(";
  for (std::size_t d = 0; d != numbers.size(); ++d) result += (d ? ", " : "") + std::to_string(numbers[d]);
  return result + ")";
}

}  // namespace detail

/// An integer of any type, so that `{rows, 2}` is no narrowing conversion.
struct any_integer {
  std::ptrdiff_t value;
  template <class N, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  constexpr any_integer(N number) : value(static_cast<std::ptrdiff_t>(number)) {}
};

/// How many blocks of `size` elements cover `count` of them: the quotient, rounded up, of numbers that are
/// not negative.
template <class Count, class Size, class Number = std::common_type_t<Count, Size>>
constexpr Number cdiv(Count count, Size size) {
  return static_cast<Number>(static_cast<Number>(count) / static_cast<Number>(size) +
                             (static_cast<Number>(count) % static_cast<Number>(size) > 0 ? 1 : 0));
}

/// A shape or a place as an argument: indices, or a list of integers of any types.
class index_list {
 public:
  index_list(indices numbers) : list(std::move(numbers)) {}
  index_list(std::initializer_list<any_integer> numbers) {
    for (const any_integer each : numbers) list.push_back(each.value);
  }
  operator const indices&() const { return list; }

 private:
  indices list;
};

/// Numbers of programs along each dimension: `{3, 2}`, `4`; `{}` is one program.
class Grid {
 public:
  Grid() = default;
  template <class N, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  Grid(N programs) : Grid(indices{static_cast<std::ptrdiff_t>(programs)}) {}
  Grid(std::initializer_list<any_integer> programs)
      : Grid(static_cast<const indices&>(index_list(programs))) {}
  explicit Grid(indices programs) : sizes(std::move(programs)) {
    for (const std::ptrdiff_t each : sizes)
      if (each < 0) throw std::invalid_argument("a grid of shape " + detail::text(sizes));
  }

  std::size_t rank() const { return sizes.size(); }
  const indices& shape() const { return sizes; }
  /// How many programs there are. Throws where no integer counts them.
  std::ptrdiff_t size() const {
    if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return 0;
    std::ptrdiff_t product = 1;
    for (const std::ptrdiff_t each : sizes) {
      if (each > std::numeric_limits<std::ptrdiff_t>::max() / product)
        throw std::invalid_argument("a grid of shape " + detail::text(sizes) +
                                    " has more programs than can be counted");
      product *= each;
    }
    return product;
  }
  /// The place of a program, by its number in row-major order.
  indices program(std::ptrdiff_t number) const {
    indices ids(rank());
    for (std::size_t d = rank(); d > 0; --d) {
      ids[d - 1] = number % sizes[d - 1];
      number /= sizes[d - 1];
    }
    return ids;
  }
  /// Its place along one axis.
  std::ptrdiff_t place(std::ptrdiff_t number, std::size_t axis) const {
    for (std::size_t d = rank() - 1; d != axis; --d) number /= sizes[d];
    return number % sizes[axis];
  }
  /// The place of the next program; that of the last one is followed by the first one's.
  void advance(indices& ids) const {
    for (std::size_t d = rank(); d > 0 && ++ids[d - 1] == sizes[d - 1]; --d) ids[d - 1] = 0;
  }

 private:
  indices sizes;
};

struct squeezed_t {};
/// A dimension of a block that has one element and that the kernel does not see: `None` in Pallas.
inline constexpr squeezed_t squeezed{};

/// The extent of a block along one dimension.
struct BlockExtent {
  enum class Kind { Size, Squeezed, Whole } kind = Kind::Whole;
  std::ptrdiff_t size = 0;

  BlockExtent() = default;  // as many as the array has
  BlockExtent(squeezed_t) : kind(Kind::Squeezed), size(1) {}
  template <class N, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  BlockExtent(N elements) : kind(Kind::Size), size(static_cast<std::ptrdiff_t>(elements)) {
    if (size < 0) throw std::invalid_argument("a block of " + std::to_string(size) + " elements");
  }
};

/// The map's values are numbers of blocks.
struct Blocked {};
/// The map's values are elements of the array, which is padded by so many in front of and behind each
/// dimension.
struct Unblocked {
  std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>> padding = {};
};

/// One of the two.
struct IndexingMode {
  bool is_blocked = true;
  std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>> padding;  // none: without

  IndexingMode(Blocked) {}
  IndexingMode(Unblocked mode) : is_blocked(false), padding(std::move(mode.padding)) {}
};

/// From the place of a program to that of its block: any callable that takes as many integers as the grid has
/// dimensions (32 at most; an `of_indices` takes any number), and returns an integer, or a std::array, tuple,
/// pair or vector of them. Absent, it gives zeros.
class IndexMap {
 public:
  static constexpr std::size_t max_grid_rank = 32;

  using of_indices = std::function<indices(const indices&)>;

  IndexMap() = default;
  IndexMap(of_indices map) {
    if (map) function = [map = std::move(map)](const indices& ids, indices& place) { place = map(ids); };
  }
  template <class F,
            std::enable_if_t<!std::is_same_v<F, IndexMap> && !std::is_same_v<F, of_indices>, int> = 0>
  IndexMap(F map)
      : function([map = std::move(map)](const indices& ids, indices& place) { call(map, ids, place); }) {
    static_assert(
        takes_some_rank<F>(std::make_index_sequence<most_integers<F>>()),
        "an index map is callable, also when it is const, with an int for each dimension of the grid");
  }

  bool is_absent() const { return !function; }
  indices operator()(const indices& ids) const {
    indices place;
    write(ids, place);
    return place;
  }
  /// The same in memory that is there already.
  void write(const indices& ids, indices& place) const { function(ids, place); }

 private:
  std::function<void(const indices& ids, indices& place)> function;

  template <std::size_t>
  struct integer {
    using type = int;
  };

  // The parameters of a callable that has one signature; of a template, which is asked about every rank,
  // those of a grid.
  template <class F>
  struct parameters : std::integral_constant<std::size_t, max_grid_rank> {};
  template <class R, class C, class... P>
  struct parameters<R (C::*)(P...) const> : std::integral_constant<std::size_t, sizeof...(P)> {};
  template <class R, class C, class... P>
  struct parameters<R (C::*)(P...) const noexcept> : std::integral_constant<std::size_t, sizeof...(P)> {};
  template <class R, class... P>
  struct parameters<R (*)(P...)> : std::integral_constant<std::size_t, sizeof...(P)> {};
  template <class F, class = void>
  struct signature {
    using type = F;
  };
  template <class F>
  struct signature<F, std::void_t<decltype(&F::operator())>> {
    using type = decltype(&F::operator());
  };
  template <class F>
  static constexpr std::size_t most_integers =
      std::min<std::size_t>(parameters<typename signature<F>::type>::value, max_grid_rank);

  template <class Map, std::size_t Rank = 0>
  static void call(const Map& map, const indices& ids, indices& place) {
    if constexpr (Rank > most_integers<Map>) {
      if (ids.size() > max_grid_rank)
        throw std::invalid_argument(
            "a grid of " + std::to_string(ids.size()) + " dimensions; an index map that takes integers has " +
            std::to_string(max_grid_rank) + " at most, an IndexMap::of_indices any number");
      throw std::invalid_argument("an index map that does not take the " + std::to_string(ids.size()) +
                                  " dimensions of the grid");
    } else {
      // `std::array{i...}` of no numbers does not compile: what takes one is not asked about none.
      if constexpr (Rank != 0 || !takes<Map>(std::make_index_sequence<1>()))
        if constexpr (takes<Map>(std::make_index_sequence<Rank>()))
          if (ids.size() == Rank) return call(map, ids, place, std::make_index_sequence<Rank>());
      call<Map, Rank + 1>(map, ids, place);
    }
  }
  template <class Map, std::size_t... D>
  static constexpr bool takes(std::index_sequence<D...>) {
    return std::is_invocable_v<const Map&, typename integer<D>::type...>;
  }
  template <class Map, std::size_t... Rank>
  static constexpr bool takes_some_rank(std::index_sequence<Rank...>) {
    if constexpr ((takes<Map>(std::make_index_sequence<Rank + 1>()) || ...))
      return true;
    else
      return takes<Map>(std::make_index_sequence<0>());
  }
  template <class Map, std::size_t... D>
  static void call(const Map& map, [[maybe_unused]] const indices& ids, indices& place,
                   std::index_sequence<D...>) {
    for (const std::ptrdiff_t each : ids)
      if (each > std::numeric_limits<int>::max())
        throw std::invalid_argument("an index map that takes ints in program " + detail::text(ids) +
                                    "; an IndexMap::of_indices takes larger numbers, too");
    static_assert(!std::is_void_v<std::invoke_result_t<const Map&, typename integer<D>::type...>>,
                  "an index map returns the place of a block");
    list(map(static_cast<int>(ids[D])...), place);
  }

  template <class N>
  static std::ptrdiff_t integer_of(const N& number) {
    static_assert(std::is_integral_v<N>,
                  "an index map returns an integer, or a std::array, tuple, pair or vector of integers");
    return static_cast<std::ptrdiff_t>(number);
  }
  template <class N>
  static void list(const N& numbers, indices& place) {
    place.clear();
    if constexpr (is_tuple<N>::value)
      std::apply([&](const auto&... each) { (place.push_back(integer_of(each)), ...); }, numbers);
    else if constexpr (is_range<N>::value)
      for (const auto& each : numbers) place.push_back(integer_of(each));
    else
      place.push_back(integer_of(numbers));
  }
  template <class R, class = void>
  struct is_range : std::false_type {};
  template <class R>
  struct is_range<R, std::void_t<decltype(std::begin(std::declval<const R&>()))>> : std::true_type {};
  template <class T>
  struct is_tuple : std::false_type {};
  template <class... T>
  struct is_tuple<std::tuple<T...>> : std::true_type {};
  template <class A, class B>
  struct is_tuple<std::pair<A, B>> : std::true_type {};
};

/// How an array is cut into blocks. `BlockSpec{}` is the whole array; a shape without a map is its first
/// block.
struct BlockSpec {
  std::vector<BlockExtent> block_shape;  // none: the whole array
  IndexMap index_map;
  IndexingMode mode;

  BlockSpec(std::vector<BlockExtent> shape = {}, IndexMap map = {}, IndexingMode how = Blocked{})
      : block_shape(std::move(shape)), index_map(std::move(map)), mode(std::move(how)) {}
};

namespace detail {

/// Throws where a spec does not fit an array of rank `rank`.
inline void expect_ranks(std::size_t rank, std::size_t of_block, std::size_t places) {
  if (of_block != rank || places != rank)
    throw std::invalid_argument("an array of rank " + std::to_string(rank) + ", a block shape of rank " +
                                std::to_string(of_block) + ", and an index map with " +
                                std::to_string(places) + (places == 1 ? " value" : " values"));
}
inline void expect_padding(std::size_t rank, const IndexingMode& mode) {
  if (!mode.padding.empty() && mode.padding.size() != rank)
    throw std::invalid_argument("padding of " + std::to_string(mode.padding.size()) +
                                " dimensions of an array of rank " + std::to_string(rank));
  for (const auto& [low, high] : mode.padding)
    if (low < 0 || high < 0)
      throw std::invalid_argument("a padding of (" + std::to_string(low) + ", " + std::to_string(high) +
                                  ") elements");
}

/// Writes the block of `program`, one of the grid's, into `slices`, one slice per dimension. `place` is
/// memory for what the map says.
inline void place_block(const indices& shape, const BlockSpec& spec, const indices& program, indices& place,
                        slice* slices) {
  const std::size_t rank = shape.size();
  const bool is_mapped = !spec.index_map.is_absent(), is_shaped = !spec.block_shape.empty();
  if (is_mapped) spec.index_map.write(program, place);
  expect_ranks(rank, is_shaped ? spec.block_shape.size() : rank, is_mapped ? place.size() : rank);
  expect_padding(rank, spec.mode);
  const auto& padding = spec.mode.padding;
  for (std::size_t d = 0; d != rank; ++d) {
    const BlockExtent extent = is_shaped ? spec.block_shape[d] : BlockExtent();
    const std::ptrdiff_t size = extent.kind == BlockExtent::Kind::Whole ? shape[d] : extent.size;
    const std::ptrdiff_t low = padding.empty() ? 0 : padding[d].first,
                         high = padding.empty() ? 0 : padding[d].second;
    const std::ptrdiff_t at = is_mapped ? place[d] : 0;
    const std::ptrdiff_t step = spec.mode.is_blocked ? size : 1, end = low + shape[d] + high;
    std::ptrdiff_t distance = 0;
    const bool is_countable = !__builtin_mul_overflow(std::abs(at), step, &distance) &&
                              distance <= std::numeric_limits<std::ptrdiff_t>::max() - low;
    const bool is_inside = is_countable && at >= 0 && distance < end;
    const bool is_empty = is_countable && size == 0 && distance == 0 && shape[d] == 0;
    if (!is_inside && !is_empty)
      throw std::invalid_argument("the block of program " + text(program) + " begins at " +
                                  (is_countable ? std::to_string(at * step - low)
                                                : std::to_string(at) + " * " + std::to_string(step)) +
                                  " in dimension " + std::to_string(d) + " of an array of shape " +
                                  text(shape));
    slices[d] = slice(at * step - low, size);
  }
}

}  // namespace detail

/// Which elements of an array of `shape` the program gets: for each dimension `slice(first, number)`, which
/// may stick out of the array. Throws std::invalid_argument where the ranks differ, the program is none of
/// the grid's, or the block begins outside of its array. Source: `slices_for_invocation` of the Pallas
/// documents.
inline std::vector<slice> slices_for_invocation(const index_list& shape_of_array, const BlockSpec& spec,
                                                const Grid& grid, const index_list& place) {
  const indices &shape = shape_of_array, &program = place;
  if (program.size() != grid.rank())
    throw std::invalid_argument("program " + detail::text(program) + " of a grid of shape " +
                                detail::text(grid.shape()));
  for (std::size_t d = 0; d != program.size(); ++d)
    if (program[d] < 0 || program[d] >= grid.shape()[d])
      throw std::invalid_argument("program " + detail::text(program) + " lies outside of the grid " +
                                  detail::text(grid.shape()));
  std::vector<slice> slices(shape.size(), slice(0));
  indices block;
  detail::place_block(shape, spec, program, block, slices.data());
  return slices;
}

}  // namespace appyl

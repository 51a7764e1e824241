// grid_call: a kernel, once for each program of a grid.
#pragma once

#include <appyl/grid/block_spec.hpp>
#include <appyl/grid/ref.hpp>
#include <appyl/interpret/order.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <unordered_map>

namespace appyl {

namespace detail {

/// The program that the thread runs; its place may begin with batch dimensions, which kernels do not see.
struct running_program {
  indices ids;
  const indices& sizes;
  std::size_t batches = 0;
  const running_program* outer = nullptr;
};
inline const running_program*& current_program() {
  static thread_local const running_program* program = nullptr;
  return program;
}
inline const running_program& program_with(std::size_t axis) {
  const running_program* program = current_program();
  if (!program) throw std::invalid_argument("no program of a grid runs here");
  if (axis + program->batches >= program->ids.size())
    throw std::invalid_argument("a grid of rank " + std::to_string(program->ids.size() - program->batches) +
                                " has no axis " + std::to_string(axis));
  return *program;
}

}  // namespace detail

/// The place of the running program along an axis of its grid.
inline std::ptrdiff_t program_id(std::size_t axis) {
  const auto& program = detail::program_with(axis);
  return program.ids[axis + program.batches];
}
/// The number of programs along an axis.
inline std::ptrdiff_t num_programs(std::size_t axis) {
  const auto& program = detail::program_with(axis);
  return program.sizes[axis + program.batches];
}

/// Interpreted: one program after the other, in the order. Otherwise the programs run in parallel (with
/// OpenMP) where no two of them write the same element, which is checked, and in row-major order elsewhere.
struct GridSpec {
  Grid grid;
  std::vector<BlockSpec> in_specs = {}, out_specs = {};
  std::optional<Order> interpret = {};
};

namespace detail {

/// An array as a call is given it.
template <class T, std::size_t Rank>
struct whole {
  using element_type = T;
  static constexpr std::size_t rank = Rank;
  T* data;
  extents<Rank> shape, steps;
};
template <class T, std::size_t Rank>
whole<T, Rank> whole_of_view(const view<T, Rank>& array) {
  return {array.data(), array.shape(), array.steps()};
}
template <class A>
auto whole_of(A& array) {
  using plain = std::remove_const_t<A>;
  if constexpr (std::is_arithmetic_v<A> || std::is_same_v<plain, half> || std::is_same_v<plain, bfloat16>)
    return whole<A, 0>{&array, {}, {}};
  else if constexpr (is_mdspan<plain>::value)
    return whole_of_view(view<typename plain::element_type, plain::rank()>(array));
  else
    return whole_of_view(view(array));
}

/// The ref that the kernel takes in this place; void where its parameters are templates.
template <class F, class = void>
struct parameters {
  template <std::size_t>
  using type = void;
};
template <class R, class... P>
struct parameters<R (*)(P...), void> {
  template <std::size_t K>
  using type = std::decay_t<std::tuple_element_t<K, std::tuple<P...>>>;
};
template <class R, class... P>
struct parameters<R (*)(P...) noexcept, void> : parameters<R (*)(P...)> {};
template <class R, class C, class... P>
struct parameters<R (C::*)(P...), void> : parameters<R (*)(P...)> {};
template <class R, class C, class... P>
struct parameters<R (C::*)(P...) const, void> : parameters<R (*)(P...)> {};
template <class R, class C, class... P>
struct parameters<R (C::*)(P...) const&, void> : parameters<R (*)(P...)> {};
template <class R, class C, class... P>
struct parameters<R (C::*)(P...) noexcept, void> : parameters<R (*)(P...)> {};
template <class R, class C, class... P>
struct parameters<R (C::*)(P...) const noexcept, void> : parameters<R (*)(P...)> {};
template <class R, class C, class... P>
struct parameters<R (C::*)(P...) const & noexcept, void> : parameters<R (*)(P...)> {};
template <class F>
struct parameters<F, std::void_t<decltype(&F::operator())>> : parameters<decltype(&F::operator())> {};

template <class R>
struct ref_rank;
template <class T, std::size_t Rank>
struct ref_rank<ref<T, Rank>> : std::integral_constant<std::size_t, Rank> {};

/// What stands where a block sticks out of its array.
template <class T>
T padding() {
  if constexpr (std::is_integral_v<T>)
    return std::is_signed_v<T> ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
  else
    return static_cast<T>(std::numeric_limits<float>::quiet_NaN());
}

/// One program's block of one array: in place where it lies inside, otherwise a padded copy.
template <class Ref, class Array>
class held_block {
  using element = std::remove_const_t<typename Ref::element_type>;
  static constexpr std::size_t rank = ref_rank<Ref>::value;

 public:
  /// `where`: a slice for each dimension of the array.
  held_block(const Array& from, const slice* where, const std::vector<BlockExtent>& block_shape)
      : array(from), slices(where) {
    std::size_t kept = 0;
    bool is_inside = true;
    std::ptrdiff_t count = 1;
    for (std::size_t d = 0; d != Array::rank; ++d) {
      is_inside &= slices[d].start >= 0 && slices[d].start + slices[d].size <= array.shape[d];
      count *= slices[d].size;
      if (!block_shape.empty() && block_shape[d].kind == BlockExtent::Kind::Squeezed) continue;
      if constexpr (rank > 0)
        if (kept < rank) axes[kept] = d;
      ++kept;
    }
    if (kept != rank)
      throw std::invalid_argument("the kernel takes a block of rank " + std::to_string(rank) +
                                  ", and gets one of rank " + std::to_string(kept));
    constexpr bool may_be_in_place =
        std::is_const_v<typename Ref::element_type> || !std::is_const_v<typename Array::element_type>;
    if (!may_be_in_place || !is_inside) copy = std::make_unique<element[]>(static_cast<std::size_t>(count));
    if (copy) {
      std::fill_n(copy.get(), count, padding<element>());
      each_inside([&](std::size_t at, auto& original) { copy[at] = original; });
    }
  }

  /// `checked`: what the kernel touches must lie in the block.
  Ref reference(bool checked) const {
    extents<rank> shape{}, steps{};
    for (std::size_t k = 0; k != rank; ++k) {
      shape[k] = slices[axes[k]].size;
      steps[k] = array.steps[axes[k]];
    }
    if (copy) {
      std::ptrdiff_t step = 1;
      for (std::size_t k = rank; k > 0; --k) {
        steps[k - 1] = step;
        step *= shape[k - 1];
      }
      return Ref(copy.get(), shape, steps, checked);
    }
    if constexpr (std::is_convertible_v<typename Array::element_type*, typename Ref::element_type*>) {
      auto* first = array.data;
      for (std::size_t d = 0; d != Array::rank; ++d) first += slices[d].start * array.steps[d];
      return Ref(first, shape, steps, checked);
    } else {
      throw std::logic_error("unreachable");
    }
  }

  /// What the kernel wrote into a copy goes into the array; what lies outside of it is discarded.
  void write_back() {
    if constexpr (!std::is_const_v<typename Array::element_type>)
      if (copy) each_inside([&](std::size_t at, auto& original) { original = copy[at]; });
  }

 private:
  const Array& array;
  const slice* slices;
  std::array<std::size_t, rank> axes{};
  std::unique_ptr<element[]> copy;

  template <class Visit>
  void each_inside(const Visit& visit) const {
    extents<Array::rank> shape{};
    for (std::size_t d = 0; d != Array::rank; ++d) shape[d] = slices[d].size;
    std::size_t at = 0;
    for_each_lane(shape, [&](const extents<Array::rank>& lane) {
      std::ptrdiff_t offset = 0;
      bool is_inside = true;
      for (std::size_t d = 0; d != Array::rank; ++d) {
        const std::ptrdiff_t place = slices[d].start + lane[d];
        is_inside &= place >= 0 && place < array.shape[d];
        offset += place * array.steps[d];
      }
      if (is_inside) visit(at, array.data[offset]);
      ++at;
    });
  }
};

/// The blocks of one array, program after program: a slice for each of its dimensions.
struct array_blocks {
  std::size_t rank = 0;
  std::vector<slice> slices = {};

  const slice* of(std::size_t program) const { return slices.data() + program * rank; }
};

/// Which of some boxes begins in a cell, by the cell's number: a table where that is not much larger than the
/// number of boxes.
class cells {
 public:
  cells(std::ptrdiff_t count, std::size_t boxes) {
    if (static_cast<std::size_t>(count) / 8 <= boxes)
      table.resize(static_cast<std::size_t>(count), none);
    else
      sparse.reserve(boxes);
  }
  std::size_t at(std::ptrdiff_t cell) const {
    if (!table.empty()) return table[static_cast<std::size_t>(cell)];
    const auto found = sparse.find(cell);
    return found == sparse.end() ? none : found->second;
  }
  void begin(std::ptrdiff_t cell, std::size_t box) {
    if (!table.empty())
      table[static_cast<std::size_t>(cell)] = box;
    else
      sparse.emplace(cell, box);
  }
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

 private:
  std::vector<std::size_t> table;
  std::unordered_map<std::ptrdiff_t, std::size_t> sparse;
};

/// Do two of the boxes, all of one shape, share an element? In a grid of cells of that shape each box begins
/// in one cell; those that overlap begin in the same one or in neighbours, and where each box is a cell, in
/// the same one.
inline bool overlap(const array_blocks& blocks, std::size_t boxes) {
  if (boxes < 2 || blocks.rank == 0) return boxes > 1;
  const std::size_t rank = blocks.rank;
  const auto cell = [](const slice& each) {
    const std::ptrdiff_t size = each.size > 0 ? each.size : 1;
    return each.start >= 0 ? each.start / size : -((-each.start + size - 1) / size);
  };
  indices least(rank, std::numeric_limits<std::ptrdiff_t>::max()),
      most(rank, std::numeric_limits<std::ptrdiff_t>::min());
  bool are_cells = true;
  for (std::size_t box = 0; box != boxes; ++box)
    for (std::size_t d = 0; d != rank; ++d) {
      const slice& each = blocks.of(box)[d];
      are_cells &= each.start == cell(each) * each.size;
      least[d] = std::min(least[d], cell(each) - 1);
      most[d] = std::max(most[d], cell(each) + 1);
    }
  indices strides(rank);
  std::ptrdiff_t count = 1;
  for (std::size_t d = rank; d > 0; --d) {
    const std::ptrdiff_t own = most[d - 1] - least[d - 1] + 1;
    strides[d - 1] = count;
    if (own > std::numeric_limits<std::ptrdiff_t>::max() / count) return true;  // as far as anybody can tell
    count *= own;
  }
  std::vector<std::ptrdiff_t> neighbours{0};  // how far their numbers are off
  for (std::size_t d = 0; d != rank && !are_cells; ++d)
    for (std::size_t k = neighbours.size(); k > 0; --k) {
      neighbours.push_back(neighbours[k - 1] - strides[d]);
      neighbours.push_back(neighbours[k - 1] + strides[d]);
    }
  cells begun(count, boxes);
  for (std::size_t box = 0; box != boxes; ++box) {
    const slice* own = blocks.of(box);
    std::ptrdiff_t number = 0;
    for (std::size_t d = 0; d != rank; ++d) number += (cell(own[d]) - least[d]) * strides[d];
    for (const std::ptrdiff_t offset : neighbours) {
      const std::size_t other = begun.at(number + offset);
      if (other == cells::none) continue;
      bool meets = true;
      for (std::size_t d = 0; d != rank; ++d) {
        const std::ptrdiff_t distance = own[d].start - blocks.of(other)[d].start;
        meets &= distance < own[d].size && -distance < own[d].size;
      }
      if (meets) return true;
    }
    begun.begin(number, box);
  }
  return false;
}

/// [first, end) of the memory that an array lies in.
template <class Array>
std::pair<const void*, const void*> memory_of(const Array& array) {
  std::ptrdiff_t first = 0, last = 0;
  for (std::size_t d = 0; d != Array::rank; ++d) {
    if (array.shape[d] == 0) return {nullptr, nullptr};
    (array.steps[d] < 0 ? first : last) += (array.shape[d] - 1) * array.steps[d];
  }
  return {array.data + first, array.data + last + 1};
}

}  // namespace detail

/// A kernel with its grid and specs; called with the arrays, inputs first: views, containers, C arrays, or
/// numbers for rank 0. Where fewer specs than arrays are given, the last array, or as many as there are
/// `out_specs`, are outputs, and arrays without a spec are whole. Throws std::invalid_argument where ranks
/// differ or a block begins outside of its array.
template <class Kernel, std::size_t Batches = 0>
class GridCall {
 public:
  GridCall(Kernel called, GridSpec how) : kernel(std::move(called)), spec(std::move(how)) {}
  /// With the last of the batch axes.
  GridCall(GridCall<Kernel, Batches - 1> call, std::vector<std::optional<std::size_t>> in_axes)
      : kernel(std::move(call.kernel)), spec(std::move(call.spec)), batches(std::move(call.batches)) {
    batches.push_back(std::move(in_axes));
  }

  template <class... A>
  void operator()(A&&... arrays) const {
    const auto wholes = std::make_tuple(detail::whole_of(arrays)...);
    run(wholes, std::index_sequence_for<A...>());
  }

  /// One more dimension of the grid in front, along an axis of each input (std::nullopt: all programs get the
  /// same one) and the first axis of each output.
  GridCall<Kernel, Batches + 1> batched(std::vector<std::optional<std::size_t>> in_axes) const {
    return {*this, std::move(in_axes)};
  }

 private:
  template <class, std::size_t>
  friend class GridCall;

  Kernel kernel;
  GridSpec spec;
  std::vector<std::vector<std::optional<std::size_t>>> batches;  // the innermost first

  /// What the kernel takes in place K: what it says, or where it is a template, a block without squeezed
  /// dimensions of an array that all batches cut.
  template <class Array, std::size_t K>
  struct parameter {
    using named = typename detail::parameters<Kernel>::template type<K>;
    using any = ref<typename Array::element_type, (Array::rank > Batches ? Array::rank - Batches : 0)>;
    using type = std::conditional_t<std::is_void_v<named>, any, named>;
    static_assert(std::is_same_v<std::remove_const_t<typename type::element_type>,
                                 std::remove_const_t<typename Array::element_type>>,
                  "a kernel takes a ref of the array's element type");
  };
  template <std::size_t K, class Arrays>
  static auto hold(const Arrays& arrays, const std::vector<BlockSpec>& specs,
                   const std::vector<detail::array_blocks>& blocks, std::size_t number) {
    using array = std::tuple_element_t<K, Arrays>;
    return detail::held_block<typename parameter<array, K>::type, array>(
        std::get<K>(arrays), blocks[K].of(number), specs[K].block_shape);
  }

  std::size_t outputs(std::size_t arrays) const {
    const std::size_t in = spec.in_specs.size(), out = spec.out_specs.size();
    if ((in && out && in + out != arrays) || in > arrays || out > arrays || arrays == 0)
      throw std::invalid_argument("a call with " + std::to_string(arrays) + " arrays, " + std::to_string(in) +
                                  " specs of inputs, and " + std::to_string(out) + " of outputs");
    return out ? out : in ? arrays - in : 1;
  }

  /// As the batches ask for it.
  BlockSpec spec_of(std::size_t array, std::size_t arrays, std::size_t rank) const {
    const std::size_t inputs = arrays - outputs(arrays);
    const bool is_input = array < inputs;
    const auto& specs = is_input ? spec.in_specs : spec.out_specs;
    const std::size_t at = is_input ? array : array - inputs;
    BlockSpec result = at < specs.size() ? specs[at] : BlockSpec();
    std::vector<std::optional<std::size_t>> axes;
    for (const auto& each : batches) axes.push_back(is_input ? axis_of(each, array, inputs) : 0);
    std::size_t own = rank;
    for (const auto& each : axes)
      if (each && own > 0) --own;
    for (const auto& each : axes) {
      if (each && result.block_shape.empty()) result.block_shape.resize(own);
      if (each) ++own;
      result = with_batch(std::move(result), each, own);
    }
    return result;
  }

  static std::optional<std::size_t> axis_of(const std::vector<std::optional<std::size_t>>& axes,
                                            std::size_t array, std::size_t inputs) {
    if (axes.size() == 1) return axes[0];
    if (axes.size() != inputs)
      throw std::invalid_argument(std::to_string(axes.size()) + " batch axes for " + std::to_string(inputs) +
                                  " inputs");
    return axes[array];
  }

  static BlockSpec with_batch(BlockSpec how, std::optional<std::size_t> axis, std::size_t rank) {
    if (axis && *axis >= rank)
      throw std::invalid_argument("an array of rank " + std::to_string(rank) + " has no axis " +
                                  std::to_string(*axis));
    const auto at = static_cast<std::ptrdiff_t>(axis.value_or(0));
    if (axis) how.block_shape.insert(how.block_shape.begin() + at, BlockExtent(squeezed));
    if (axis && !how.mode.padding.empty()) how.mode.padding.insert(how.mode.padding.begin() + at, {0, 0});
    how.index_map = IndexMap(IndexMap::of_indices([map = how.index_map, axis, at, rank](const indices& ids) {
      indices place =
          map.is_absent() ? indices(axis ? rank - 1 : rank, 0) : map(indices(ids.begin() + 1, ids.end()));
      if (axis) place.insert(place.begin() + at, ids.front());
      return place;
    }));
    return how;
  }

  /// With the batch dimensions, the outermost first.
  template <class Arrays, std::size_t... K>
  Grid full_grid(const Arrays& arrays, std::index_sequence<K...>) const {
    constexpr std::size_t count = sizeof...(K);
    const std::size_t inputs = count - outputs(count);
    indices sizes = spec.grid.shape();
    std::vector<indices> shapes{
        indices(std::get<K>(arrays).shape.begin(), std::get<K>(arrays).shape.end())...};
    indices batch_sizes;
    for (auto each = batches.rbegin(); each != batches.rend();
         ++each) {  // the outermost axis is removed first
      std::optional<std::ptrdiff_t> size;
      for (std::size_t k = 0; k != count; ++k) {
        const auto axis = k < inputs ? axis_of(*each, k, inputs) : std::optional<std::size_t>(0);
        if (!axis) continue;
        if (*axis >= shapes[k].size())
          throw std::invalid_argument("an array of rank " + std::to_string(shapes[k].size()) +
                                      " has no axis " + std::to_string(*axis));
        const std::ptrdiff_t own = shapes[k][*axis];
        if (size && *size != own)
          throw std::invalid_argument("batches of " + std::to_string(*size) + " and " + std::to_string(own) +
                                      " arrays");
        size = own;
        shapes[k].erase(shapes[k].begin() + static_cast<std::ptrdiff_t>(*axis));
      }
      batch_sizes.push_back(size.value_or(1));
    }
    sizes.insert(sizes.begin(), batch_sizes.begin(), batch_sizes.end());
    return Grid(sizes);
  }

  template <class Arrays, std::size_t... K>
  void run(const Arrays& arrays, std::index_sequence<K...> numbers) const {
    constexpr std::size_t count = sizeof...(K);
    const Grid grid = full_grid(arrays, numbers);
    const std::size_t inputs = count - outputs(count);
    const std::vector<BlockSpec> specs{spec_of(K, count, std::tuple_element_t<K, Arrays>::rank)...};
    const std::vector<indices> shapes{
        indices(std::get<K>(arrays).shape.begin(), std::get<K>(arrays).shape.end())...};
    const auto programs = static_cast<std::size_t>(grid.size());
    std::vector<detail::array_blocks> blocks;  // by array
    for (const indices& shape : shapes)
      blocks.push_back({shape.size(), std::vector<slice>(shape.size() * programs, slice(0))});
    for (std::size_t p = 0; p != programs; ++p) {
      const indices place = grid.program(static_cast<std::ptrdiff_t>(p));
      for (std::size_t k = 0; k != count; ++k)
        detail::place_block(shapes[k], specs[k], place, blocks[k].slices.data() + p * blocks[k].rank);
    }
    const auto program = [&](std::size_t number) { call(arrays, specs, blocks, grid, number, numbers); };
    if (spec.interpret) return in_order(*spec.interpret, programs, program);
    const std::vector<std::pair<const void*, const void*>> memory{detail::memory_of(std::get<K>(arrays))...};
    if (are_disjoint(blocks, programs, memory, inputs)) return in_parallel(programs, program);
    in_order({}, programs, program);
  }

  /// Does no program write what another one reads or writes?
  static bool are_disjoint(const std::vector<detail::array_blocks>& blocks, std::size_t programs,
                           const std::vector<std::pair<const void*, const void*>>& memory,
                           std::size_t inputs) {
    for (std::size_t out = inputs; out != memory.size(); ++out) {
      for (std::size_t other = 0; other != memory.size(); ++other)
        if (other != out && std::less<>()(memory[other].first, memory[out].second) &&
            std::less<>()(memory[out].first, memory[other].second))
          return false;
      if (detail::overlap(blocks[out], programs)) return false;
    }
    return true;
  }

  template <class Program>
  static void in_order(const Order& order, std::size_t programs, const Program& program) {
    for (const std::size_t each : permutation<std::size_t>(order, programs)) program(each);
  }

  template <class Program>
  static void in_parallel(std::size_t programs, const Program& program) {
    std::exception_ptr failure;
    const auto count = static_cast<std::ptrdiff_t>(programs);
#ifdef _OPENMP
#pragma omp parallel for schedule(guided)
#endif
    for (std::ptrdiff_t k = 0; k < count; ++k) {
      try {
        program(static_cast<std::size_t>(k));
      } catch (...) {
#ifdef _OPENMP
#pragma omp critical
#endif
        if (!failure) failure = std::current_exception();
      }
    }
    if (failure) std::rethrow_exception(failure);
  }

  template <class Arrays, std::size_t... K>
  void call(const Arrays& arrays, const std::vector<BlockSpec>& specs,
            const std::vector<detail::array_blocks>& blocks, const Grid& grid, std::size_t number,
            std::index_sequence<K...>) const {
    constexpr std::size_t count = sizeof...(K);
    detail::running_program running{grid.program(static_cast<std::ptrdiff_t>(number)), grid.shape(),
                                    batches.size(), detail::current_program()};
    const struct restored {
      const detail::running_program* outer;
      ~restored() { detail::current_program() = outer; }
    } restore{running.outer};
    detail::current_program() = &running;
    const std::size_t inputs = count - outputs(count);
    auto held_blocks = std::make_tuple(hold<K>(arrays, specs, blocks, number)...);
    kernel(std::get<K>(held_blocks).reference(spec.interpret.has_value())...);
    ((K >= inputs ? std::get<K>(held_blocks).write_back() : void()), ...);
  }
};

template <class Kernel>
GridCall<Kernel> grid_call(Kernel kernel, GridSpec spec = {}) {
  return GridCall<Kernel>(std::move(kernel), std::move(spec));
}

/// The call over a batch of arrays: one more grid dimension, along `in_axes` of the inputs (one axis for all,
/// or one for each; std::nullopt: not batched) and the first axis of the outputs. Kernels do not notice.
/// Source: "vmap-of-pallas_call" of the Pallas design.
template <class Kernel, std::size_t Batches>
GridCall<Kernel, Batches + 1> vmap(const GridCall<Kernel, Batches>& call,
                                   std::vector<std::optional<std::size_t>> in_axes) {
  return call.batched(std::move(in_axes));
}
template <class Kernel, std::size_t Batches>
GridCall<Kernel, Batches + 1> vmap(const GridCall<Kernel, Batches>& call, std::size_t in_axis = 0) {
  return call.batched({in_axis});
}

}  // namespace appyl

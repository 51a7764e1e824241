// grid_call: a kernel, once for each program of a grid.
#pragma once

#include <appyl/grid/block_spec.hpp>
#include <appyl/grid/disjoint.hpp>
#include <appyl/grid/held_block.hpp>
#include <appyl/grid/program.hpp>
#include <appyl/grid/ref.hpp>
#include <appyl/interpret/order.hpp>

#include <cstdint>
#include <exception>

namespace appyl {

/// Interpreted: one program after the other, in the order. Otherwise the programs run in parallel (with
/// OpenMP) where no two of them write the same element, which is checked, and in row-major order elsewhere.
struct GridSpec {
  Grid grid;
  std::vector<BlockSpec> in_specs = {}, out_specs = {};
  std::optional<Order> interpret = {};
};

/// Of each input, the axis that a batch lies along; std::nullopt: it is the same for the whole batch.
using batch_axes = std::vector<std::optional<std::ptrdiff_t>>;

/// A kernel with its grid and specs; called with the arrays, inputs first: views, containers, C arrays, or
/// numbers for rank 0. Where fewer specs than arrays are given, the last array, or as many as there are
/// `out_specs`, are outputs, and arrays without a spec are whole. Inputs are only read; interpreted calls
/// check that. Throws std::invalid_argument where ranks differ or a block begins outside of its array.
template <class Kernel, std::size_t Batches = 0>
class GridCall {
 public:
  GridCall(Kernel called, GridSpec how) : kernel(std::move(called)), spec(std::move(how)) {}
  /// With the last of the batch axes.
  GridCall(GridCall<Kernel, Batches - 1> call, batch_axes in_axes)
      : kernel(std::move(call.kernel)), spec(std::move(call.spec)), batches(std::move(call.batches)) {
    batches.push_back(std::move(in_axes));
  }

  template <class... A>
  void operator()(A&&... arrays) const {
    using parameters = detail::parameters<Kernel>;
    constexpr bool is_counted = !parameters::is_known || parameters::count == sizeof...(A);
    static_assert(is_counted,
                  "a kernel takes one ref for each array of the call: first the inputs, then the outputs");
    if constexpr (is_counted) {
      const auto wholes = std::make_tuple(detail::whole_of(arrays)...);
      run_if_fitting(wholes, std::index_sequence_for<A...>());
    }
  }

  /// One more dimension of the grid in front, along an axis of each input (std::nullopt: all programs get the
  /// same one) and the first axis of each output.
  GridCall<Kernel, Batches + 1> batched(batch_axes in_axes) const { return {*this, std::move(in_axes)}; }

 private:
  template <class, std::size_t>
  friend class GridCall;

  Kernel kernel;
  GridSpec spec;
  std::vector<batch_axes> batches;  // the innermost first

  template <std::size_t K, class Arrays>
  using choice = detail::ref_for<Kernel, std::tuple_element_t<K, Arrays>, K, Batches,
                                 detail::parameters<Kernel>::is_known>;
  template <std::size_t K, class Arrays>
  using ref_of = typename choice<K, Arrays>::type;

  template <class Arrays, std::size_t... K>
  void run_if_fitting(const Arrays& arrays, std::index_sequence<K...> numbers) const {
    if constexpr ((choice<K, Arrays>::fits && ...)) {
      constexpr bool is_callable = std::is_invocable_v<const Kernel&, ref_of<K, Arrays>&...>;
      static_assert(
          is_callable,
          "a kernel can be called with one ref for each array, also when it is const (not `mutable`)");
      if constexpr (is_callable) run(arrays, numbers);
    }
  }

  /// Everything about a call that its programs share.
  template <class Arrays>
  struct Setting {
    const Arrays& arrays;
    Grid grid;
    std::size_t inputs;
    std::vector<BlockSpec> specs;  // by array, as are all of these
    std::vector<detail::array_blocks> blocks;
    std::vector<std::string> names;
    std::vector<bool> is_checked;  // an input of which a copy shows what the kernel writes into it
  };

  /// Memory for copies of each array's blocks.
  template <class>
  struct copies_of;
  template <class... Array>
  struct copies_of<std::tuple<Array...>> {
    using type = std::tuple<detail::copy_memory<std::remove_const_t<typename Array::element_type>>...>;
  };
  template <class Arrays>
  using copies = typename copies_of<Arrays>::type;

  static std::string name_of(std::size_t array, std::size_t inputs) {
    return array < inputs ? "input " + std::to_string(array) : "output " + std::to_string(array - inputs);
  }
  /// Throws what `look` throws, with the array's name in front.
  template <class Look>
  static auto naming(std::size_t array, std::size_t inputs, const Look& look) {
    try {
      return look();
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument("grid_call: " + name_of(array, inputs) + ": " + error.what());
    }
  }

  std::size_t outputs(std::size_t arrays) const {
    const std::size_t in = spec.in_specs.size(), out = spec.out_specs.size();
    if ((in && out && in + out != arrays) || in >= arrays || out > arrays || arrays == 0)
      throw std::invalid_argument("grid_call: a call with " + std::to_string(arrays) + " arrays, " +
                                  std::to_string(in) + " specs of inputs, and " + std::to_string(out) +
                                  " of outputs");
    return out ? out : in ? arrays - in : 1;
  }

  /// The spec of an array, with the dimensions that the batches add.
  BlockSpec spec_of(std::size_t array, std::size_t arrays, std::size_t rank) const {
    const std::size_t inputs = arrays - outputs(arrays);
    const bool is_input = array < inputs;
    const auto& specs = is_input ? spec.in_specs : spec.out_specs;
    const std::size_t at = is_input ? array : array - inputs;
    BlockSpec result = at < specs.size() ? specs[at] : BlockSpec();
    batch_axes axes;
    for (const auto& each : batches) axes.push_back(is_input ? axis_of(each, array, inputs) : 0);
    std::size_t own = rank;
    for (const auto& each : axes)
      if (each && own > 0) --own;
    if (!batches.empty()) {
      if (!result.block_shape.empty() && result.block_shape.size() != own)
        throw std::invalid_argument("an array of rank " + std::to_string(own) +
                                    " in each batch, and a block shape of rank " +
                                    std::to_string(result.block_shape.size()));
      detail::expect_padding(own, result.mode);
    }
    for (const auto& each : axes) {
      if (each && result.block_shape.empty()) result.block_shape.resize(own);
      if (each) ++own;
      result = with_batch(std::move(result), each, own);
    }
    return result;
  }

  static std::optional<std::ptrdiff_t> axis_of(const batch_axes& axes, std::size_t array,
                                               std::size_t inputs) {
    if (axes.size() == 1) return axes[0];
    if (axes.size() != inputs)
      throw std::invalid_argument("vmap: " + std::to_string(axes.size()) + " batch axes for " +
                                  std::to_string(inputs) + " inputs");
    return axes[array];
  }

  /// Adds a batch along `axis` to the spec of an array of rank `rank`.
  static BlockSpec with_batch(BlockSpec how, std::optional<std::ptrdiff_t> axis, std::size_t rank) {
    const std::ptrdiff_t at = axis.value_or(0);
    if (axis) how.block_shape.insert(how.block_shape.begin() + at, BlockExtent(squeezed));
    if (axis && !how.mode.padding.empty()) how.mode.padding.insert(how.mode.padding.begin() + at, {0, 0});
    how.index_map = IndexMap(IndexMap::of_indices([map = how.index_map, axis, at, rank](const indices& ids) {
      const std::size_t own = axis ? rank - 1 : rank;
      indices place = map.is_absent() ? indices(own, 0) : map(indices(ids.begin() + 1, ids.end()));
      detail::expect_ranks(own, own, place.size());
      if (axis) place.insert(place.begin() + at, ids.front());
      return place;
    }));
    return how;
  }

  /// With the batch dimensions, the outermost first.
  Grid full_grid(std::vector<indices> shapes, std::size_t inputs) const {
    indices sizes = spec.grid.shape(), batch_sizes;
    for (auto each = batches.rbegin(); each != batches.rend();
         ++each) {  // the outermost axis is removed first
      std::optional<std::ptrdiff_t> size;
      for (std::size_t k = 0; k != shapes.size(); ++k) {
        const auto axis = k < inputs ? axis_of(*each, k, inputs) : std::optional<std::ptrdiff_t>(0);
        if (!axis) continue;
        const std::size_t rank = shapes[k].size();
        if (*axis < 0 || static_cast<std::size_t>(*axis) >= rank)
          throw std::invalid_argument("vmap: " + name_of(k, inputs) + ": an array of rank " +
                                      std::to_string(rank) + " has no axis " + std::to_string(*axis));
        const std::ptrdiff_t own = shapes[k][static_cast<std::size_t>(*axis)];
        if (size && *size != own)
          throw std::invalid_argument("vmap: " + name_of(k, inputs) + ": batches of " +
                                      std::to_string(*size) + " and " + std::to_string(own) + " arrays");
        size = own;
        shapes[k].erase(shapes[k].begin() + *axis);
      }
      batch_sizes.push_back(size.value_or(1));
    }
    sizes.insert(sizes.begin(), batch_sizes.begin(), batch_sizes.end());
    return Grid(sizes);
  }

  /// What can be told before the first program runs.
  template <class Arrays, std::size_t K>
  static void expect_parameter(const BlockSpec& how, std::size_t inputs) {
    using array = std::tuple_element_t<K, Arrays>;
    constexpr std::size_t rank = detail::is_ref<ref_of<K, Arrays>>::rank;
    const std::size_t kept = detail::kept_rank(array::rank, how.block_shape);
    if (kept != rank)
      throw std::invalid_argument("the kernel takes a block of rank " + std::to_string(rank) +
                                  ", and gets one of rank " + std::to_string(kept));
    if (K < inputs) return;
    if (std::is_const_v<typename array::element_type>)
      throw std::invalid_argument("an array of const elements, which the kernel cannot write");
    if (std::is_const_v<typename ref_of<K, Arrays>::element_type>)
      throw std::invalid_argument("the kernel takes a ref of const elements, which it cannot write");
  }

  template <class Arrays, std::size_t... K>
  void run(const Arrays& arrays, std::index_sequence<K...> numbers) const {
    constexpr std::size_t count = sizeof...(K);
    const std::size_t inputs = count - outputs(count);
    const std::vector<indices> shapes{
        indices(std::get<K>(arrays).shape.begin(), std::get<K>(arrays).shape.end())...};
    Setting<Arrays> setting{arrays, full_grid(shapes, inputs), inputs, {}, {}, {}, {}};
    for (std::size_t k = 0; k != count; ++k) {
      setting.names.push_back("grid_call: " + name_of(k, inputs));
      setting.specs.push_back(naming(k, inputs, [&] { return spec_of(k, count, shapes[k].size()); }));
    }
    (naming(K, inputs, [&] { expect_parameter<Arrays, K>(setting.specs[K], inputs); }), ...);
    const auto programs = static_cast<std::size_t>(setting.grid.size());
    for (const indices& shape : shapes)
      setting.blocks.push_back({shape.size(), std::vector<slice>(shape.size() * programs, slice(0))});
    indices place(setting.grid.rank(), 0), block;
    for (std::size_t p = 0; p != programs; ++p, setting.grid.advance(place))
      for (std::size_t k = 0; k != count; ++k)
        naming(k, inputs, [&] {
          detail::array_blocks& blocks = setting.blocks[k];
          detail::place_block(shapes[k], setting.specs[k], place, block,
                              blocks.slices.data() + p * blocks.rank);
        });
    const std::vector<detail::memory_range> memory{detail::memory_of(std::get<K>(arrays))...};
    for (std::size_t k = 0; k != count; ++k) {
      bool is_shared = false;
      for (std::size_t out = inputs; out != count; ++out) is_shared |= memory[k].meets(memory[out]);
      setting.is_checked.push_back(spec.interpret && k < inputs && !is_shared);
    }
    if (spec.interpret)
      return in_order<copies<Arrays>>(*spec.interpret, programs,
                                      [&](auto& memory_of_copies, std::size_t number) {
                                        call<true>(setting, memory_of_copies, number, numbers);
                                      });
    const auto program = [&](auto& memory_of_copies, std::size_t number) {
      call<false>(setting, memory_of_copies, number, numbers);
    };
    if (are_disjoint(setting.blocks, programs, memory, inputs))
      return in_parallel<copies<Arrays>>(programs, program);
    in_order<copies<Arrays>>({}, programs, program);
  }

  /// Does no program write what another one reads or writes?
  static bool are_disjoint(const std::vector<detail::array_blocks>& blocks, std::size_t programs,
                           const std::vector<detail::memory_range>& memory, std::size_t inputs) {
    for (std::size_t out = inputs; out != memory.size(); ++out) {
      for (std::size_t other = 0; other != memory.size(); ++other)
        if (other != out && memory[other].meets(memory[out])) return false;
      if (!memory[out].is_unfolded || detail::overlap(blocks[out], programs)) return false;
    }
    return true;
  }

  /// Programs take the memory of their thread, and their number.
  template <class Memory, class Program>
  static void in_order(const Order& order, std::size_t programs, const Program& program) {
    Memory memory;
    for (const std::size_t each : permutation<std::size_t>(order, programs)) program(memory, each);
  }

  template <class Memory, class Program>
  static void in_parallel(std::size_t programs, const Program& program) {
    std::exception_ptr failure;  // of the first program that ends with one, whichever thread is first
    std::size_t failed = programs;
    const auto count = static_cast<std::ptrdiff_t>(programs);
    Memory memory;
#ifdef _OPENMP
#pragma omp parallel for schedule(guided) private(memory)
#endif
    for (std::ptrdiff_t k = 0; k < count; ++k) {
      try {
        program(memory, static_cast<std::size_t>(k));
      } catch (...) {
#ifdef _OPENMP
#pragma omp critical
#endif
        if (static_cast<std::size_t>(k) < failed) {
          failed = static_cast<std::size_t>(k);
          failure = std::current_exception();
        }
      }
    }
    if (failure) std::rethrow_exception(failure);
  }

  template <std::size_t K, class Arrays>
  auto hold(const Setting<Arrays>& setting, copies<Arrays>& memory, std::size_t number) const {
    return detail::held_block<ref_of<K, Arrays>, std::tuple_element_t<K, Arrays>>(
        std::get<K>(setting.arrays), setting.blocks[K].of(number), setting.specs[K].block_shape,
        std::get<K>(memory), spec.interpret.has_value(), setting.is_checked[K]);
  }

  /// `IsInterpreted` is a constant for the compiler, so that the loops of a kernel have no checks in them.
  template <bool IsInterpreted, class Arrays, std::size_t... K>
  void call(const Setting<Arrays>& setting, copies<Arrays>& memory, std::size_t number,
            std::index_sequence<K...>) const {
    const detail::running_program running{setting.grid, static_cast<std::ptrdiff_t>(number), batches.size(),
                                          detail::current_program()};
    const struct restored {
      const detail::running_program* outer;
      ~restored() { detail::current_program() = outer; }
    } restore{running.outer};
    detail::current_program() = &running;
    auto held_blocks = std::make_tuple(hold<K>(setting, memory, number)...);
    [this](auto... refs) {
      kernel(refs...);
    }(std::get<K>(held_blocks).reference(IsInterpreted ? &setting.names[K] : nullptr)...);
    const auto look = [&](std::size_t array, const auto& block) {
      if (setting.is_checked[array] && block.is_changed())
        throw std::invalid_argument(setting.names[array] + ": program " + detail::running_place() +
                                    " writes to it; what kernels write is an output");
    };
    (look(K, std::get<K>(held_blocks)), ...);
    ((K >= setting.inputs ? std::get<K>(held_blocks).write_back() : void()), ...);
  }
};

template <class Kernel>
GridCall<Kernel> grid_call(Kernel kernel, GridSpec spec = {}) {
  return GridCall<Kernel>(std::move(kernel), std::move(spec));
}

/// The same with the parts of the specification one by one.
template <class Kernel>
GridCall<Kernel> grid_call(Kernel kernel, Grid grid, std::vector<BlockSpec> in_specs,
                           std::vector<BlockSpec> out_specs) {
  return GridCall<Kernel>(std::move(kernel), {std::move(grid), std::move(in_specs), std::move(out_specs)});
}

/// The call over a batch of arrays: one more grid dimension, along `in_axes` of the inputs (one axis for all,
/// or one for each; std::nullopt: not batched) and the first axis of the outputs. Kernels do not notice.
/// Source: "vmap-of-pallas_call" of the Pallas design.
template <class Kernel, std::size_t Batches>
GridCall<Kernel, Batches + 1> vmap(const GridCall<Kernel, Batches>& call, batch_axes in_axes) {
  return call.batched(std::move(in_axes));
}
template <class Kernel, std::size_t Batches>
GridCall<Kernel, Batches + 1> vmap(const GridCall<Kernel, Batches>& call, std::ptrdiff_t in_axis = 0) {
  return call.batched({in_axis});
}

}  // namespace appyl

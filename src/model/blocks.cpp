#include "model/blocks.h"

#include <algorithm>
#include <fmt/format.h>

namespace appyl {
namespace {

/// The monomials by which a subscript's counters are multiplied: {n, 1} for `i * n + j`. nullopt when a counter is squared or
/// its factor is a sum.
std::optional<std::vector<Monomial>> stridesOf(const Polynomial& subscript, const LoopNest& nest) {
  std::vector<Monomial> strides;
  for (const auto& [monomial, value] : subscript.terms) {
    Monomial stride;
    int counters = 0;
    for (const std::string& name : monomial) {
      const Symbol& symbol = nest.symbols.at(name);
      if (symbol.kind == Symbol::Kind::Counter)
        ++counters;
      else if (symbol.kind == Symbol::Kind::Parameter)
        stride.push_back(name);
      else
        return std::nullopt;
    }
    if (counters > 1)
      return std::nullopt;
    if (std::find(strides.begin(), strides.end(), stride) == strides.end())
      strides.push_back(stride);
  }
  return strides;
}

bool divides(const Monomial& inner, const Monomial& outer) { return std::includes(outer.begin(), outer.end(), inner.begin(), inner.end()); }

/// `subscript` as one polynomial per stride, outermost first.
std::vector<Polynomial> split(const Polynomial& subscript, const std::vector<Monomial>& strides) {
  std::vector<Polynomial> parts(strides.size());
  for (const auto& [monomial, value] : subscript.terms)
    for (std::size_t k = 0; k < strides.size(); ++k) {
      if (!divides(strides[k], monomial))
        continue;
      Monomial rest;
      std::set_difference(monomial.begin(), monomial.end(), strides[k].begin(), strides[k].end(), std::back_inserter(rest));
      parts[k].terms[rest] = value;
      break;
    }
  return parts;
}

/// What one dimension of an access touches in one program: [start, start + size), start in program ids.
struct Extent {
  Polynomial start;              // over the variables' block numbers; constants as they are
  std::optional<std::int64_t> size;
  bool known = true;
};

const Axis* axisOf(const Kernel& kernel, const std::string& var) {
  for (const auto* axes : {&kernel.grid, &kernel.loops})
    for (const Axis& axis : *axes)
      if (kernel.nest.loops[axis.loop].symbol == var)
        return &axis;
  return nullptr;
}

Extent extentOf(const Kernel& kernel, const Polynomial& subscript) {
  Extent extent;
  extent.start = subscript;
  extent.size = 1;
  for (const std::string& name : subscript.symbols()) {
    const Symbol& symbol = kernel.nest.symbols.at(name);
    if (symbol.kind == Symbol::Kind::Parameter)
      continue;
    const Axis* axis = symbol.kind == Symbol::Kind::Counter ? axisOf(kernel, name) : nullptr;
    const auto factor = subscript.coefficient(name);
    const auto constant = factor ? factor->constant() : std::nullopt;
    const Loop* loop = axis ? &kernel.nest.loops[axis->loop] : nullptr;
    if (!constant || !loop || !loop->first || axis->step == 0) {
      extent.known = false;
      return extent;
    }
    // counter = first + step * (block * number + [0, block))
    const auto number = multiply(Polynomial::symbol(name), Polynomial(axis->step * std::max<std::int64_t>(axis->block.value, 1)));
    auto value = add(*loop->first, *number);
    std::int64_t span = (std::max<std::int64_t>(axis->block.value, 1) - 1) * axis->step * *constant;
    if (span < 0) { // the last iteration of the block is its lowest element
      value = add(*value, Polynomial((std::max<std::int64_t>(axis->block.value, 1) - 1) * axis->step));
      span = -span;
    }
    extent.start = extent.start.substitute(name, *value);
    if (axis->block.value == 0)
      extent.size.reset();
    if (extent.size)
      *extent.size += span;
  }
  return extent;
}

std::string indexVariables(const Kernel& kernel) {
  std::string text;
  for (const auto* axes : {&kernel.grid, &kernel.loops})
    for (const Axis& axis : *axes)
      text += (text.empty() ? "" : ", ") + axis.var;
  return "(" + text + ")";
}

/// One dimension as Pallas' blocked mode has it: the start is the program id times the size.
std::optional<std::string> blockIndex(const Kernel& kernel, const Extent& extent) {
  const std::set<std::string> names = extent.start.symbols();
  if (names.empty() && extent.start.constant() && extent.size)
    return *extent.start.constant() % *extent.size == 0 ? std::optional(std::to_string(*extent.start.constant() / *extent.size)) : std::nullopt;
  if (names.size() != 1 || extent.start.terms.size() != 1 || !extent.size)
    return std::nullopt;
  const auto factor = extent.start.coefficient(*names.begin());
  const bool isBlocked = factor && factor->constant() == extent.size && axisOf(kernel, *names.begin());
  return isBlocked ? std::optional(*names.begin()) : std::nullopt;
}

void describeRunTime(const Kernel& kernel, const std::vector<Polynomial>& dimensions, Block& block) {
  // A block size that is known at run time only: the map is that of the counters, the shape their block sizes.
  std::string map;
  for (const Polynomial& dimension : dimensions) {
    std::string shape = "1";
    for (const std::string& name : dimension.symbols())
      if (const Axis* axis = axisOf(kernel, name))
        shape = axis->block.text;
    block.shape.push_back(shape);
    map += (map.empty() ? "" : ", ") + print(dimension);
  }
  block.indexMap = indexVariables(kernel) + " -> (" + map + ")";
}

Block blockOf(const Kernel& kernel, int arrayIndex) {
  const LoopNest& nest = kernel.nest;
  const Array& array = nest.arrays[arrayIndex];
  Block block;
  block.array = array.name;
  block.type = array.elementType;
  block.arrayIndex = arrayIndex;
  for (const Access& access : nest.accesses)
    if (access.array == arrayIndex) {
      block.reads |= access.reads;
      block.writes |= access.writes;
    }
  const auto accesses = dimensionsOf(nest, arrayIndex);
  block.rank = static_cast<int>(array.extents.size());
  const auto irregular = [&] {
    block.indexing = Block::Indexing::Irregular;
    block.shape.clear();
    block.padding.clear();
    block.indexMap = "";
    return block;
  };
  if (accesses.empty() || std::any_of(accesses.begin(), accesses.end(), [](const auto& each) { return !each; }))
    return irregular();
  block.rank = static_cast<int>(accesses.front()->size());

  std::vector<std::string> blockedMap, elementMap;
  bool isBlocked = true;
  for (int d = 0; d < block.rank; ++d) {
    std::optional<Extent> whole;
    std::int64_t low = 0, high = 0; // of the accesses' starts, relative to the first one
    std::int64_t size = 0;
    bool sizeKnown = true;
    for (const auto& access : accesses) {
      const Extent extent = extentOf(kernel, (*access)[d]);
      if (!extent.known)
        return irregular();
      sizeKnown &= extent.size.has_value();
      if (!whole) {
        whole = extent;
        size = extent.size.value_or(1);
        continue;
      }
      const auto difference = subtract(extent.start, whole->start);
      const auto constant = difference ? difference->constant() : std::nullopt;
      if (!constant)
        return irregular();
      low = std::min(low, *constant);
      high = std::max(high, *constant + extent.size.value_or(1) - size);
    }
    if (!sizeKnown) {
      describeRunTime(kernel, *accesses.front(), block);
      return block;
    }
    Extent touched = *whole;
    touched.start = add(touched.start, Polynomial(low)).value_or(touched.start);
    touched.size = size - low + high;
    block.shape.push_back(std::to_string(*touched.size));
    const auto index = blockIndex(kernel, touched);
    isBlocked &= index.has_value();
    blockedMap.push_back(index.value_or(""));
    // The first program's start decides how much padding lies below the array.
    Polynomial first = touched.start;
    for (const auto* axes : {&kernel.grid, &kernel.loops})
      for (const Axis& axis : *axes)
        first = first.substitute(nest.loops[axis.loop].symbol, Polynomial(0));
    const std::int64_t below = std::max<std::int64_t>(0, -first.constant().value_or(0));
    const std::int64_t above = low < 0 || high > 0 ? std::max<std::int64_t>(0, high) : 0;
    block.padding.push_back({below, above});
    elementMap.push_back(print(add(touched.start, Polynomial(below)).value_or(touched.start)));
  }
  if (isBlocked) {
    for (auto& each : block.padding)
      each = {0, 0};
  } else {
    block.indexing = Block::Indexing::Unblocked;
  }
  block.indexMap = fmt::format("{} -> ({})", indexVariables(kernel), fmt::join(isBlocked ? blockedMap : elementMap, ", "));
  return block;
}

} // namespace

std::vector<std::optional<std::vector<Polynomial>>> dimensionsOf(const LoopNest& nest, int array) {
  std::vector<std::optional<std::vector<Polynomial>>> result;
  std::vector<Monomial> strides;
  const bool linear = nest.arrays[array].extents.size() == 1;
  bool separable = linear;
  for (const Access& access : nest.accesses) {
    if (access.array != array)
      continue;
    const bool known = !access.wholeArray && std::all_of(access.subscripts.begin(), access.subscripts.end(), [](const auto& each) { return each.has_value(); });
    result.emplace_back();
    if (!known)
      continue;
    result.back().emplace();
    for (const auto& subscript : access.subscripts)
      result.back()->push_back(*subscript);
    const auto own = linear ? stridesOf(*access.subscripts.front(), nest) : std::nullopt;
    separable &= own.has_value();
    for (const Monomial& stride : own.value_or(std::vector<Monomial>()))
      if (std::find(strides.begin(), strides.end(), stride) == strides.end())
        strides.push_back(stride);
  }
  // Outermost first; each stride must be a multiple of the next one, down to 1.
  std::stable_sort(strides.begin(), strides.end(), [](const Monomial& a, const Monomial& b) { return a.size() > b.size(); });
  for (std::size_t k = 0; k + 1 < strides.size(); ++k)
    separable &= strides[k].size() > strides[k + 1].size() && divides(strides[k + 1], strides[k]);
  if (!separable || strides.size() < 2 || !strides.back().empty())
    return result;
  for (auto& dimensions : result)
    if (dimensions)
      dimensions = split(dimensions->front(), strides);
  return result;
}

std::vector<Block> blocksOf(const Kernel& kernel) {
  std::vector<Block> blocks;
  for (std::size_t k = 0; k < kernel.nest.arrays.size(); ++k) {
    const Array& array = kernel.nest.arrays[k];
    const bool touched = std::any_of(kernel.nest.accesses.begin(), kernel.nest.accesses.end(), [&](const Access& access) { return access.array == static_cast<int>(k); });
    const bool isScalar = array.extents.empty();
    if (touched && !isScalar && array.scope < 0 && !array.isPrivate)
      blocks.push_back(blockOf(kernel, static_cast<int>(k)));
  }
  return blocks;
}

} // namespace appyl

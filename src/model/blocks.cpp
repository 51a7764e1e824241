#include "model/blocks.h"

#include "model/dimensions.h"
#include "model/trips.h"
#include "nest/ast/library_facts.h"
#include "support/names.h"

#include <clang/AST/ExprCXX.h>

#include <fmt/format.h>
#include <algorithm>
#include <numeric>

namespace appyl {
namespace {

using Subscripts = std::vector<Polynomial>;  // of one dimension, one for each access

/// What one dimension touches in one program: [start, start + size), in program ids, parameters and run-time
/// block sizes.
struct Extent {
  Polynomial start, size;
  Polynomial
      below;  // how far the last block may begin below the first element, where a counter runs downwards
};

const Axis* axisOf(const Kernel& kernel, const std::string& var) {
  for (const auto* axes : {&kernel.grid, &kernel.loops})
    for (const Axis& axis : *axes)
      if (kernel.nest.loops[axis.loop].symbol == var) return &axis;
  return nullptr;
}

bool isInsideProgram(const Kernel& kernel, const Axis& axis) {
  return std::any_of(kernel.loops.begin(), kernel.loops.end(),
                     [&](const Axis& each) { return each.loop == axis.loop; });
}

/// A block size as a factor of a product: the text of one that is known at run time only is a symbol.
Polynomial sizeOf(const BlockSize& block) {
  if (block.value > 0) return Polynomial(block.value);
  const bool isName = std::all_of(block.text.begin(), block.text.end(), isOfName);
  return Polynomial::symbol(isName ? block.text : "(" + block.text + ")");
}

/// How the loops inside a program enter a block: one step of them at a time, or all of their range. The
/// threads of a program go through a parallel loop inside it together, with what stands in its body: always
/// all of it.
enum class Inner { Step, Whole };

bool isSharedByThreads(const Kernel& kernel, int loop) {
  for (const int around : loopsAround(kernel.nest, loop)) {
    const bool isInner = std::none_of(kernel.grid.begin(), kernel.grid.end(),
                                      [&](const Axis& axis) { return axis.loop == around; });
    if (isInner && kernel.nest.loops[around].parallel) return true;
  }
  return false;
}

/// `min(B, n - i)` lanes are a block of B, of which the last ones may not exist.
Polynomial withoutClip(const LoopNest& nest, Polynomial last) {
  for (const std::string& name : last.symbols()) {
    const Symbol& symbol = nest.symbols.at(name);
    const auto factor = last.coefficient(name);
    if (symbol.kind != Symbol::Kind::Minimum || !factor || *factor != Polynomial(1)) continue;
    for (const Polynomial* each : {&symbol.operand, &symbol.right})
      if (const Polynomial whole = withoutClip(nest, *each); whole.constant())
        return last.substitute(name, whole);
  }
  return last;
}

/// counter = first + step * (block * number + [0, block)), for each counter of the subscript. nullopt:
/// irregular.
std::optional<Extent> extentOf(const Kernel& kernel, const Polynomial& subscript, Inner inner) {
  const LoopNest& nest = kernel.nest;
  Extent extent = {subscript, Polynomial(1), {}};
  // Innermost first: the first value of a counter may depend on the counters around it, whose names then
  // become block numbers.
  for (auto loop = nest.loops.rbegin(); loop != nest.loops.rend(); ++loop) {
    if (!loop->canonical || !extent.start.mentions(loop->symbol)) continue;
    const Axis* axis = axisOf(kernel, loop->symbol);
    const auto factor = extent.start.coefficient(loop->symbol);
    if (!axis || !axis->step || !loop->first || !factor || !factor->constant()) return std::nullopt;
    const bool isWhole =
        isInsideProgram(kernel, *axis) && (inner == Inner::Whole || isSharedByThreads(kernel, axis->loop));
    const Polynomial block = sizeOf(axis->block), step(axis->step);
    const auto stride = multiply(block, step);
    const auto moved = stride ? multiply(*stride, Polynomial::symbol(loop->symbol)) : std::nullopt;
    auto value = isWhole ? loop->first : moved ? add(*loop->first, *moved) : std::nullopt;
    const auto end = isWhole ? lastOf(*loop) : std::nullopt;
    const auto last = isWhole ? end ? subtract(withoutClip(nest, *end), *loop->first) : std::nullopt
                              : multiply(*subtract(block, Polynomial(1)), step);  // from the first
    auto span = last ? multiply(*last, *factor) : std::nullopt;
    if (!value || !span) return std::nullopt;
    const bool runsDown = (axis->step < 0) != (*factor->constant() < 0);
    if (runsDown) {  // the last iteration of it is its lowest element
      value = add(*value, *last);
      span = multiply(*span, Polynomial(-1));
    }
    const auto size = value && span ? add(extent.size, *span) : std::nullopt;
    const auto below = span ? add(extent.below, runsDown && !isWhole ? *span : Polynomial()) : std::nullopt;
    if (!size || !below) return std::nullopt;
    extent = {extent.start.substitute(loop->symbol, *value), *size, *below};
  }
  for (const std::string& name : extent.size.symbols())
    if (!isInvariant(nest, name)) return std::nullopt;
  for (const std::string& name : extent.start.symbols())
    if (!isInvariant(nest, name) && !axisOf(kernel, name)) return std::nullopt;  // it begins where data says
  return extent;
}

/// All accesses together; nullopt where their distance depends on the program.
std::optional<Extent> unionOf(const Kernel& kernel, const Subscripts& subscripts, Inner inner) {
  std::optional<Extent> whole;
  std::int64_t low = 0, high = 0;  // of starts and ends, relative to the first access
  for (const Polynomial& subscript : subscripts) {
    const auto extent = extentOf(kernel, subscript, inner);
    if (!extent) return std::nullopt;
    if (!whole) whole = extent;
    const auto start = subtract(extent->start, whole->start), size = subtract(extent->size, whole->size);
    const auto startDistance = start ? start->constant() : std::nullopt,
               sizeDistance = size ? size->constant() : std::nullopt;
    if (!startDistance || !sizeDistance) return std::nullopt;
    low = std::min(low, *startDistance);
    high = std::max(high, *startDistance + *sizeDistance);
  }
  const auto start = add(whole->start, Polynomial(low)), size = add(whole->size, Polynomial(high - low));
  return start && size ? std::optional(Extent{*start, *size, whole->below}) : std::nullopt;
}

std::optional<std::vector<Extent>> extentsOf(const Kernel& kernel, const std::vector<Subscripts>& dimensions,
                                             Inner inner) {
  std::vector<Extent> extents;
  for (const Subscripts& subscripts : dimensions) {
    const auto extent = unionOf(kernel, subscripts, inner);
    if (!extent) return std::nullopt;
    extents.push_back(*extent);
  }
  return extents;
}

/// One dimension as Pallas' blocked mode has it: the start is the program id times the size.
std::optional<Polynomial> blockIndex(const Kernel& kernel, const Extent& extent) {
  const auto start = extent.start.constant(), size = extent.size.constant();
  if (extent.start.terms.empty()) return Polynomial();  // whatever the size
  if (start && size && *size != 0 && *start % *size == 0) return Polynomial(*start / *size);
  for (const std::string& name : extent.start.symbols())
    if (axisOf(kernel, name) && multiply(extent.size, Polynomial::symbol(name)) == extent.start)
      return Polynomial::symbol(name);
  return std::nullopt;
}

// --- padding
// ----------------------------------------------------------------------------------------------------------------

Polynomial larger(const Polynomial& a, const std::optional<Polynomial>& b) {
  const auto difference = b ? subtract(*b, a) : std::nullopt;
  return difference && signOf(*difference) == 1 ? *b : a;
}

struct Padding {
  Polynomial low, high;
};

/// The window that the accesses span around the counter of the outermost loop: [-1, 1] for `b[i - 1] + b[i +
/// 1]`. nullopt where that is not known, or the counter runs against the array.
std::optional<Extent> windowOf(const LoopNest& nest, const Subscripts& subscripts) {
  const auto outermost = std::find_if(nest.loops.begin(), nest.loops.end(), [&](const Loop& loop) {
    return loop.canonical && subscripts.front().mentions(loop.symbol);
  });
  if (outermost == nest.loops.end()) return std::nullopt;
  std::optional<Polynomial> below, above;
  for (const Polynomial& subscript : subscripts) {
    const auto factor = subscript.coefficient(outermost->symbol);
    const Polynomial offset = subscript.without(outermost->symbol);
    const auto least = lowest(nest, offset), greatest = highest(nest, offset),
               mirrored = least ? multiply(*least, Polynomial(-1)) : std::nullopt;
    if (!factor || signOf(*factor) != 1 || !mirrored || !greatest) return std::nullopt;
    below = below ? larger(*below, mirrored) : *mirrored;
    above = above ? larger(*above, greatest) : *greatest;
  }
  return Extent{*multiply(*below, Polynomial(-1)), *above, {}};
}

/// How far the iterations reach out of the array. Where the array's end is not known, an array that begins
/// inside the first iterations' window is taken to end likewise inside the last iterations' window.
Padding paddingOf(const LoopNest& nest, const Subscripts& subscripts,
                  const std::optional<Polynomial>& extent) {
  Padding padding;
  for (const Polynomial& subscript : subscripts) {
    const auto least = lowest(nest, subscript), greatest = highest(nest, subscript);
    padding.low = larger(padding.low, least ? multiply(*least, Polynomial(-1)) : std::nullopt);
    const auto past = extent && greatest ? subtract(*greatest, *extent) : std::nullopt;
    padding.high = larger(padding.high, past ? add(*past, Polynomial(1)) : std::nullopt);
  }
  if (extent || padding.low.terms.empty()) return padding;
  const auto window = windowOf(nest, subscripts);
  const auto width = window ? add(window->start, window->size) : std::nullopt;
  padding.high = width ? larger(Polynomial(), add(*width, padding.low)) : padding.low;
  return padding;
}

// --- blocks
// -----------------------------------------------------------------------------------------------------------------

/// Divides them by what all of their coefficients have in common, and returns it.
std::int64_t takeCommonFactor(Subscripts& subscripts) {
  std::int64_t common = 0;
  for (const Polynomial& subscript : subscripts)
    for (const auto& [monomial, factor] : subscript.terms) common = std::gcd(common, factor);
  if (common <= 1) return 1;
  for (Polynomial& subscript : subscripts)
    for (auto& [monomial, factor] : subscript.terms) factor /= common;
  return common;
}

/// Of the array: as it is declared, or as the subscripts of a flat one show it. Rows of `a[2 * i * n + j]`
/// have 2 * n elements, and `i` is their number.
std::vector<std::optional<Polynomial>> arrayExtents(const Array& array, const std::vector<Monomial>& strides,
                                                    std::vector<Subscripts>& dimensions) {
  if (strides.empty()) return array.extents;
  std::vector<std::optional<Polynomial>> extents = {std::nullopt};
  for (std::size_t k = 0; k + 1 < strides.size(); ++k) {
    Monomial row;
    std::set_difference(strides[k].begin(), strides[k].end(), strides[k + 1].begin(), strides[k + 1].end(),
                        std::back_inserter(row));
    extents.emplace_back().emplace().terms[row] = takeCommonFactor(dimensions[k]);
  }
  return extents;
}

void makeIrregular(Block& block) {
  block.indexing = Block::Indexing::Irregular;
  block.shape.clear();
  block.index.clear();
  block.padding.clear();
  block.extents.clear();
}

/// The accesses of an array, and the subscripts of each of them.
struct Touched {
  std::vector<int> accesses;  // in LoopNest::accesses
  Dimensions dimensions;
};

Touched touchedBy(const LoopNest& nest, int array) {
  Touched touched;
  for (int k = 0; k < static_cast<int>(nest.accesses.size()); ++k)
    if (nest.accesses[k].array == array) touched.accesses.push_back(k);
  touched.dimensions = dimensionsOf(nest, array);
  return touched;
}

/// One block for those of the accesses that `chosen` names, by their numbers in `touched`.
Block blockOf(const Kernel& kernel, int arrayIndex, const Touched& touched, const std::vector<int>& chosen) {
  const LoopNest& nest = kernel.nest;
  const Array& array = nest.arrays[arrayIndex];
  Block block;
  block.array = array.name;
  block.type = array.elementType;
  block.arrayIndex = arrayIndex;
  block.rank = static_cast<int>(array.extents.size());
  bool isKnown = true;
  for (const int number : chosen) {
    const Access& access = nest.accesses[touched.accesses[number]];
    block.accesses.push_back(touched.accesses[number]);
    block.reads |= access.reads;
    block.writes |= access.writes;
    isKnown &= touched.dimensions.accesses[number].has_value();
  }
  if (!isKnown) {
    makeIrregular(block);
    return block;
  }
  block.rank = static_cast<int>(touched.dimensions.accesses[chosen.front()]->size());
  const bool isLinearised = block.rank != static_cast<int>(array.extents.size());
  std::vector<Subscripts> dimensions(block.rank);
  for (const int number : chosen)
    for (int d = 0; d < block.rank; ++d) dimensions[d].push_back((*touched.dimensions.accesses[number])[d]);
  block.extents = arrayExtents(array, touched.dimensions.strides, dimensions);
  // Where the steps of different loops touch different places, the program's block is all that they touch
  // together.
  auto extents = extentsOf(kernel, dimensions, Inner::Step);
  if (!extents) {
    extents = extentsOf(kernel, dimensions, Inner::Whole);
    block.perProgram = extents.has_value();
  }
  if (!extents) {
    makeIrregular(block);
    return block;
  }
  std::vector<Polynomial> blocks, elements;
  for (int d = 0; d < block.rank; ++d) {
    const Extent& touches = (*extents)[d];
    Padding padding = paddingOf(nest, dimensions[d], isLinearised ? std::nullopt : array.extents[d]);
    padding.low = add(padding.low, touches.below).value_or(padding.low);
    const bool isPadded = !padding.low.terms.empty() || !padding.high.terms.empty();
    if (const auto index = isPadded ? std::nullopt : blockIndex(kernel, touches)) blocks.push_back(*index);
    elements.push_back(add(touches.start, padding.low).value_or(touches.start));
    block.shape.push_back(touches.size);
    block.padding.push_back({padding.low, padding.high});
  }
  const bool isBlocked = blocks.size() == elements.size();
  block.indexing = isBlocked ? Block::Indexing::Blocked : Block::Indexing::Unblocked;
  block.index = isBlocked ? blocks : elements;
  return block;
}

bool isRegular(const Block& block) { return block.indexing != Block::Indexing::Irregular; }

/// All of an array's accesses as one block, or where their distances depend on the program, `x[i] + x[i +
/// n]`, as several; what has no block of its own is irregular.
std::vector<Block> blocksOf(const Kernel& kernel, int arrayIndex) {
  constexpr std::size_t most = 8;
  const Touched touched = touchedBy(kernel.nest, arrayIndex);
  std::vector<int> all(touched.accesses.size());
  std::iota(all.begin(), all.end(), 0);
  const Block whole = blockOf(kernel, arrayIndex, touched, all);
  if (isRegular(whole)) return {whole};
  std::vector<std::vector<int>> groups;
  std::vector<int> irregular;
  std::map<std::optional<Subscripts>, std::size_t> groupOf;  // no number of a group: irregular
  for (const int number : all) {
    const auto [place, isNew] = groupOf.try_emplace(touched.dimensions.accesses[number], most);
    if (isNew && isRegular(blockOf(kernel, arrayIndex, touched, {number}))) {
      const auto fits = [&](std::vector<int> group) {
        group.push_back(number);
        return isRegular(blockOf(kernel, arrayIndex, touched, group));
      };
      const auto group = std::find_if(groups.begin(), groups.end(), fits);
      place->second = static_cast<std::size_t>(group - groups.begin());
      if (place->second == most) return {whole};
      if (group == groups.end()) groups.emplace_back();
    }
    (place->second < most ? groups[place->second] : irregular).push_back(number);
  }
  if (groups.empty()) return {whole};
  if (!irregular.empty()) groups.push_back(irregular);
  std::vector<Block> blocks;
  for (const std::vector<int>& group : groups) blocks.push_back(blockOf(kernel, arrayIndex, touched, group));
  return blocks;
}

// --- what has blocks
// --------------------------------------------------------------------------------------------------------

/// `act(acc)` in a template may be a view's element or a function object's call: an element is written
/// somewhere, or has subscripts that are integers.
bool isElement(const LoopNest& nest, const Access& access) {
  const auto* call = clang::dyn_cast_or_null<clang::CallExpr>(access.expr);
  if (!call || clang::isa<clang::CXXOperatorCallExpr>(call) || !call->isTypeDependent() || access.writes)
    return true;
  for (const clang::Expr* argument : call->arguments())
    if (!argument->isTypeDependent() && !argument->getType()->isIntegerType()) return false;
  for (const auto& subscript : access.subscripts)
    if (!subscript)
      return false;
    else
      for (const std::string& name : subscript->symbols())
        if (nest.symbols.at(name).kind == Symbol::Kind::Opaque) return false;
  return true;
}

/// A whole object that a call gets or changes is an array where its type says so.
bool isArrayType(const Array& array) {
  const clang::QualType type = array.declaration->getType().getNonReferenceType();
  const auto* record = type->getAsCXXRecordDecl();
  const bool isMember = array.name != array.declaration->getNameAsString();
  const std::string name = record ? record->getNameAsString() : "";
  return isMember || type->isPointerType() || type->isArrayType() || type->isDependentType() ||
         name == "view" ||
         (classIs(name, ClassFact::Elements) &&
          classIs(name, {ClassFact::Container, ClassFact::Contiguous, ClassFact::Dimensions}));
}

bool hasBlock(const LoopNest& nest, int index) {
  const Array& array = nest.arrays[index];
  if (array.extents.empty() || array.scope >= 0 || array.isPrivate) return false;
  return std::any_of(nest.accesses.begin(), nest.accesses.end(), [&](const Access& access) {
    return access.array == index && (access.wholeArray ? isArrayType(array) : isElement(nest, access));
  });
}

}  // namespace

std::vector<const Axis*> indexAxes(const Kernel& kernel) {
  std::vector<const Axis*> result;
  for (const auto* axes : {&kernel.grid, &kernel.loops})
    for (const Axis& axis : *axes)
      if (!isSharedByThreads(kernel, axis.loop)) result.push_back(&axis);
  return result;
}

std::string indexMapText(const Kernel& kernel, const Block& block) {
  if (block.indexing == Block::Indexing::Irregular) return "";
  std::vector<std::string> variables, index;
  for (const Axis* axis : indexAxes(kernel)) variables.push_back(axis->var);
  for (const Polynomial& each : block.index) index.push_back(print(each));
  return fmt::format("({}) -> ({})", fmt::join(variables, ", "), fmt::join(index, ", "));
}

std::string sizeText(const Polynomial& size) {
  const std::string text = print(size);
  const bool isOneSymbol =
      size.terms.size() == 1 && size.terms.begin()->first.size() == 1 && size.terms.begin()->second == 1;
  return isOneSymbol && text.front() == '(' ? text.substr(1, text.size() - 2) : text;
}

std::string shapeText(const Block& block) {
  std::vector<std::string> extents;
  for (const Polynomial& each : block.shape) extents.push_back(sizeText(each));
  return fmt::format("{}", fmt::join(extents, " x "));
}

std::int64_t lanesOf(const Kernel& kernel, const Axis& axis) {
  const Loop& loop = kernel.nest.loops[axis.loop];
  if (!isSharedByThreads(kernel, axis.loop) || !loop.canonical || !loop.first) return 1;
  const auto last = lastOf(loop);
  const auto distance = last ? subtract(withoutClip(kernel.nest, *last), *loop.first) : std::nullopt;
  const auto constant = distance ? distance->constant() : std::nullopt;
  return constant ? std::max<std::int64_t>(*constant + 1, 1) : 1;
}

std::vector<Block> blocksOf(const Kernel& kernel) {
  std::vector<Block> blocks;
  for (int k = 0; k < static_cast<int>(kernel.nest.arrays.size()); ++k)
    if (hasBlock(kernel.nest, k))
      for (Block& block : blocksOf(kernel, k)) blocks.push_back(std::move(block));
  return blocks;
}

}  // namespace appyl

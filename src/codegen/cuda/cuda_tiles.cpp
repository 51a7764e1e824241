#include "codegen/cuda/cuda_tiles.h"

#include "codegen/kernels/capture_names.h"
#include "model/staging.h"
#include "model/trips.h"
#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"

#include <clang/AST/ExprCXX.h>

#include <fmt/format.h>

namespace appyl {
namespace {

using namespace clang;

constexpr std::int64_t staticLimit = 40 * 1024;  // beside it there is room for what reductions need

std::string times(std::int64_t factor, const std::string& text) {
  return factor == 1 ? text : fmt::format("{} * {}", factor, text);
}

std::string sumOf(const std::vector<std::string>& terms, std::int64_t constant) {
  std::string text = fmt::format("{}", fmt::join(terms, " + "));
  if (text.empty()) return std::to_string(constant);
  if (constant) text += fmt::format(" {} {}", constant > 0 ? '+' : '-', std::abs(constant));
  return text;
}

}  // namespace

bool TileWriter::isDynamic() const {
  const auto bytes = sharedBytes(kernel, staging);
  return !bytes || *bytes > staticLimit;
}

/// The type of an element, but not by a name that containers have for it inside.
std::string TileWriter::elementType(const Tile& tile) const {
  const QualType type = typeOfElement(tile.accesses.front().element, setting.source.ast);
  const std::string text = typeText(type, "", setting.source.ast);
  return text.find("__") == std::string::npos ? text : typeText(type.getCanonicalType(), "", setting.source.ast);
}

std::string TileWriter::typeAlong(const StagedLoop& loop) const {
  const int index = static_cast<int>(loop.loop - nest.loops.data());
  for (const Tile& tile : staging.tiles)
    for (const auto& [moving, stride] : tile.dimensions.back().moves)
      if (moving == index && stride == 1) return elementType(tile);
  return "";
}

std::string TileWriter::extentsText(const Tile& tile) const {
  std::string text = staging.stages > 1 ? fmt::format("[{}]", staging.stages) : "";
  for (const TileDimension& each : tile.dimensions) {
    const bool isLast = &each == &tile.dimensions.back();
    const Polynomial width = *add(each.width, Polynomial(isLast && tile.isPadded ? 1 : 0));
    std::string size = print(width);
    // A template parameter alone needs no parentheses.
    if (width.terms.size() == 1 && width.terms.begin()->second == 1 && size.front() == '(')
      size = size.substr(1, size.size() - 2);
    text += "[" + size + "]";
  }
  return text;
}

std::vector<std::string> TileWriter::tileTypes() const {
  std::vector<std::string> types;
  for (const Tile& tile : staging.tiles) types.push_back(elementType(tile) + extentsText(tile));
  return types;
}

std::string TileWriter::declarations() const {
  std::string text, before;
  const std::vector<std::string> types = tileTypes();
  for (std::size_t k = 0; k < staging.tiles.size(); ++k) {
    const std::string type = elementType(staging.tiles[k]);
    if (!isDynamic()) {
      text += fmt::format("alignas(16) __shared__ {} {}{};\n", type, staged.tiles[k],
                          extentsText(staging.tiles[k]));
      continue;
    }
    text += fmt::format("auto& {} = *::appyl::cuda::shared_memory<{}>({});\n", staged.tiles[k], types[k],
                        before.empty() ? "" : fmt::format("::appyl::cuda::shared_bytes<{}>()", before));
    before += (before.empty() ? "" : ", ") + types[k];
  }
  return text;
}

std::int64_t TileWriter::innerFirst(int loop) const { return *nest.loops[loop].first->constant(); }
std::int64_t TileWriter::innerLast(int loop) const { return *lastOf(nest.loops[loop])->constant(); }

std::string TileWriter::elementText(std::size_t k, const TileAccess& access) const {
  const Tile& tile = staging.tiles[k];
  std::string text = staged.tiles[k] + (staging.stages > 1 ? "[" + staged.buffer + "]" : "");
  for (std::size_t d = 0; d < tile.dimensions.size(); ++d) {
    std::vector<std::string> terms;
    std::int64_t constant = access.offsets[d];
    for (const auto& [loop, stride] : tile.dimensions[d].moves) {
      const StagedLoop* known = loops.find(loop);
      const std::string counter = known ? known->in : nest.loops[loop].counter->getNameAsString();
      const std::int64_t first = known ? 0 : innerFirst(loop), last = known ? 0 : innerLast(loop);
      if (stride > 0) {
        terms.push_back(times(stride, counter));
        constant -= stride * first;
      } else {
        terms.push_back(times(-stride, known ? fmt::format("({} - 1 - {})", known->here, counter)
                                             : fmt::format("({} - {})", last, counter)));
      }
    }
    text += "[" + sumOf(terms, constant) + "]";
  }
  return text;
}

/// Where the tile's dimension begins in the array, as a long long.
std::string TileWriter::startText(const TileDimension& dimension) const {
  Polynomial start = dimension.subscript;
  for (const std::string& name : dimension.subscript.symbols()) {
    const std::string value = nameInKernel(nest, name, plan.captures);
    // In 32 bits `-2 * pitch` of an unsigned pitch is a large number.
    const Symbol& symbol = nest.symbols.at(name);
    const bool wraps = symbol.kind == Symbol::Kind::Parameter && symbol.isUnsigned &&
                       dimension.subscript != Polynomial::symbol(name);
    if (wraps)
      start = start.substitute(
          name, Polynomial::symbol("static_cast<long long>(" + (value.empty() ? name : value) + ")"));
    else if (!value.empty() && value != name)
      start = start.substitute(name, Polynomial::symbol(value));
  }
  for (const auto& [loop, stride] : dimension.moves) {
    const std::string& symbol = nest.loops[loop].symbol;
    const StagedLoop* known = loops.find(loop);
    if (!known) {
      start = start.substitute(symbol, Polynomial(stride > 0 ? innerFirst(loop) : innerLast(loop)));
      continue;
    }
    const std::string number =
        stride > 0 ? known->block : fmt::format("{} + {} - 1", known->block, known->here);
    const std::string counter = loops.counterAt(*known, number);
    const bool isSum = counter.find(' ') != std::string::npos && counter.rfind("static_cast", 0) != 0;
    start = start.substitute(symbol, Polynomial::symbol(isSum ? "(" + counter + ")" : counter));
  }
  return print(start);
}

std::string TileWriter::countText(const TileDimension& dimension) const {
  std::vector<std::string> terms;
  std::int64_t constant = dimension.spread + 1;
  for (const auto& [loop, stride] : dimension.moves) {
    const std::int64_t step = std::abs(stride);
    if (const StagedLoop* known = loops.find(loop)) {
      terms.push_back(times(step, known->here));
      constant -= step;
    } else {
      constant += step * (innerLast(loop) - innerFirst(loop));
    }
  }
  return sumOf(terms, constant);
}

std::string TileWriter::loadText(std::size_t k) const {
  const Tile& tile = staging.tiles[k];
  std::vector<std::string> parameters, coordinates, counts;
  for (std::size_t d = 0; d < tile.dimensions.size(); ++d) {
    const std::string& name = staged.coordinates[4 - tile.dimensions.size() + d];
    parameters.push_back("long long " + name);
    const std::string start = startText(tile.dimensions[d]);
    coordinates.push_back(start == "0" ? name : start + " + " + name);
    counts.push_back(countText(tile.dimensions[d]));
  }
  std::string flat;
  for (std::size_t d = 0; d < tile.strides.size(); ++d) {
    const std::string& at = coordinates[d];
    const bool isSum = at.find(' ') != std::string::npos;
    std::vector<std::string> sizes;
    for (const std::string& name : tile.strides[d]) sizes.push_back(nameInKernel(nest, name, plan.captures));
    flat +=
        (d ? " + " : "") +
        (sizes.empty() ? at : fmt::format("{} * {}", isSum ? "(" + at + ")" : at, fmt::join(sizes, " * ")));
  }
  if (!tile.strides.empty()) coordinates = {flat};
  const std::string buffer = staging.stages > 1 ? "[" + staged.buffer + "]" : "";
  return fmt::format("::appyl::cuda::load_tile({}{}, [&]({}) -> const {}& {{ return {}; }}, {});\n",
                     staged.tiles[k], buffer, fmt::join(parameters, ", "), elementType(tile),
                     inArray(tile.accesses.front().element, coordinates), fmt::join(counts, ", "));
}

/// The element's own text with other subscripts.
std::string TileWriter::inArray(const Expr* element, std::vector<std::string>& coordinates) const {
  element = strip(element);
  if (const auto known = plan.captures.of.find(element); known != plan.captures.of.end())
    return plan.captures.list[known->second].name;
  if (const auto* member = dyn_cast<MemberExpr>(element))
    return inArray(member->getBase(), coordinates) + "." + member->getMemberDecl()->getNameAsString();
  const auto* subscript = dyn_cast<ArraySubscriptExpr>(element);
  const auto* call = dyn_cast<CXXOperatorCallExpr>(element);
  const auto* dependent = call ? nullptr : dyn_cast<CallExpr>(element);  // the same in a template
  if (dependent)
    return fmt::format("{}({})", inArray(dependent->getCallee(), coordinates), fmt::join(coordinates, ", "));
  if (!subscript && !call) return "";
  if (call && call->getOperator() == OO_Call)  // a view's element
    return fmt::format("{}({})", inArray(call->getArg(0), coordinates), fmt::join(coordinates, ", "));
  std::vector<std::string> outer(coordinates.begin(), coordinates.end() - 1);
  const std::string base = inArray(subscript ? arrayPart(subscript) : call->getArg(0), outer);
  return base.empty() ? "" : fmt::format("{}[{}]", base, coordinates.back());
}

std::vector<TextEdit> TileWriter::edits() const {
  std::vector<TextEdit> result;
  for (std::size_t k = 0; k < staging.tiles.size(); ++k)
    for (const TileAccess& access : staging.tiles[k].accesses)
      result.push_back({*rangeOf(access.element->getSourceRange(), setting.source.ast), elementText(k, access)});
  return result;
}

std::string TileWriter::bytesText() const {
  return isDynamic() ? fmt::format("::appyl::cuda::shared_bytes<{}>()", fmt::join(tileTypes(), ", ")) : "0";
}

std::string TileWriter::loads() const {
  std::string text;
  for (std::size_t k = 0; k < staging.tiles.size(); ++k) text += loadText(k);
  return text;
}

}  // namespace appyl

#include "target/line_blocks.h"

#include "loops/ast.h"
#include "loops/source_ranges.h"
#include "target/sharing.h"

#include <fmt/format.h>

#include <algorithm>

namespace appyl {

using namespace clang;

namespace {

std::optional<std::int64_t> literalStart(const Loop& loop) {
  const auto* lower = llvm::dyn_cast<IntegerLiteral>(strip(loop.lower));
  if (!lower || lower->getValue().getActiveBits() > 16) return std::nullopt;
  return lower->getValue().getSExtValue();
}

/// Only elements that fill lines, and blocks that fill several.
bool fillsLines(std::int64_t bytes, std::int64_t block) {
  return bytes > 0 && bytes < lineBytes && lineBytes % bytes == 0 && block * bytes % lineBytes == 0 &&
         block * bytes >= 4 * lineBytes;
}

std::string asNumber(const std::string& address, const ASTContext& context) {
  return fmt::format(fmt::runtime(context.getLangOpts().CPlusPlus ? "reinterpret_cast<unsigned long long>({})"
                                                                  : "(unsigned long){}"),
                     address);
}

/// The element that an access touches in the first iteration of `row`, as it can be named in front of that
/// loop; empty: it cannot.
std::string firstElement(const LoopNest& nest, const Access& access, const Loop& row,
                         const Directives& directives, const ASTContext& context) {
  const auto range = rangeOf(access.expr->getSourceRange(), context);
  if (!range || access.copiedBy || access.expr->isPRValue() || access.expr->getObjectKind() != OK_Ordinary ||
      access.expr->getType().isVolatileQualified() || access.expr->getType()->isRecordType())  // own `&`
    return "";
  std::vector<TextEdit> edits;
  bool isNameable = true;
  walk(access.expr, directives, [&](const Stmt* each) {
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    // What a function is called for again could be seen, but for operators, which only lead to the element.
    if (isa<CallExpr>(each) && !isa<CXXOperatorCallExpr>(each)) isNameable = false;
    if (!reference) return isNameable &= !isa<LambdaExpr>(each);
    const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
    if (variable == row.counter) {
      const auto mention = rangeOf(reference->getSourceRange(), context);
      if (mention) edits.push_back({*mention, std::to_string(*literalStart(row))});
      return isNameable &= mention.has_value();
    }
    const auto isCounter = [&](const Loop& loop) { return loop.counter == variable && &loop != &row; };
    const auto isPrivate = [&](const PrivateScalar& scalar) { return scalar.variable == variable; };
    const bool isOutside =
        variable && (llvm::any_of(nest.loops, isCounter) || (!isDeclaredIn(nest.loops.front(), variable) &&
                                                             !llvm::any_of(nest.privates, isPrivate)));
    return isNameable &= isOutside || isa<FunctionDecl>(reference->getDecl());
  });
  return isNameable && !edits.empty() ? editedText(*range, edits, context) : "";
}

}  // namespace

std::string beginAtLines(const Kernel& kernel, const std::vector<WalkedArray>& arrays, LoopWriter& writer,
                         const clang::ASTContext& context, LoopText& text) {
  if (arrays.empty() || text.bound.empty()) return "";
  const Loop& loop = kernel.nest.loops.front();
  if (literalStart(loop) != 0) return "";
  const auto isStored = [](const WalkedArray& array) { return array.isStored; };
  const auto stored = std::ranges::find_if(arrays, isStored);
  const auto& [elements, bytes, _] = stored == arrays.end() ? arrays.front() : *stored;
  if (!fillsLines(bytes, text.block)) return "";
  const std::string name = loop.counter->getNameAsString();
  const std::string lead = writer.unique(name + "_lead"), line = writer.unique(name + "_line");
  const auto& [counter, endType] = text.blockTypes;
  text.setup.push_back(fmt::format("const {} {} = {} % {} / sizeof(*{});", counter, lead,
                                   asNumber(elements, context), lineBytes, elements));
  text.blockHeader = fmt::format("for ({0} {1} = 0; {1} < {2} + {3}; {1} += {4})", counter, line, text.bound,
                                 lead, text.stride);
  // GCC splits the loop at `i_line < i_lead`, and makes no lanes of its second part.
  const std::string begin = fmt::format("{0} == 0 ? 0 : {0} - {1}", line, lead),
                    end = fmt::format("{0} + {1} - {2} < {3} ? {0} : {2} + {3} - {1}", text.bound, lead, line,
                                      text.stride);
  text.inBlock = {fmt::format("const {} {} = {};", counter, text.first, begin),
                  fmt::format("const {} {} = {};", endType, text.last,
                              counter == endType ? end : writer.cast(endType, end))};
  return fmt::format("Blocks begin at memory lines of {}.", elements);
}

std::string beginRowsAtLines(const Kernel& kernel, int row, LoopWriter& writer, const Directives& directives,
                             const ASTContext& context, LoopText& text) {
  const LoopNest& nest = kernel.nest;
  const Loop& loop = nest.loops[row];
  const auto lower = literalStart(loop);
  if (!lower || loop.step != 1 || text.bound.empty()) return "";
  // The last block of a row may begin behind its end: the distance of the two is signed.
  const QualType type = loop.counter->getType(), boundType = strip(loop.bound)->getType();
  if (!type->isSignedIntegerType() || !boundType->isSignedIntegerType()) return "";
  const auto isOfAll = [&](const Access& access) {
    const Array& array = nest.arrays[access.array];
    return access.loop == row && access.guards.empty() && access.guardsExact && access.expr &&
           access.reduction < 0 && array.scope < 0 && !array.isPrivate &&
           fillsLines(array.elementBytes, text.block);
  };
  const auto isStored = [&](const Access& access) { return access.writes && isOfAll(access); };
  auto chosen = std::ranges::find_if(nest.accesses, isStored);
  if (chosen == nest.accesses.end()) chosen = std::ranges::find_if(nest.accesses, isOfAll);
  if (chosen == nest.accesses.end()) return "";
  const std::string element = firstElement(nest, *chosen, loop, directives, context);
  // Measured: in rows of 64 lines vectors of whole lines bring more than what is left at their ends costs.
  const Array& array = nest.arrays[chosen->array];
  const std::int64_t longRow = 64 * lineBytes / array.elementBytes;
  if (element.empty() || text.block < longRow || !llvm::all_of(text.stride, llvm::isAlnum)) return "";

  const std::string name = loop.counter->getNameAsString(), first = std::to_string(*lower);
  const std::string line = writer.unique(name + "_line"), lead = writer.unique(name + "_lead");
  const auto& [counter, endType] = text.blockTypes;
  std::string start = (*lower == 0 ? "-" : first + " - ") + text.stride,
              toLine = fmt::format("-{} % {}", asNumber("&" + element, context), lineBytes);
  if (array.elementBytes > 1) toLine += fmt::format(" / {}", array.elementBytes);
  // Behind the end of a row there is room for where a block may begin, unless the counter's type ends there.
  const unsigned bits = context.getIntWidth(type);
  const bool hasRoom = counter == endType || context.getIntWidth(boundType) < bits;
  const std::int64_t fewest = *lower + longRow, most = hasRoom ? INT64_MAX : (1LL << (bits - 1)) - lineBytes;
  if (most <= fewest) return "";
  if (llvm::all_of(text.bound, llvm::isDigit)) {
    if (std::stoll(text.bound) < fewest || std::stoll(text.bound) > most) return "";
  } else {
    const std::string begin = writer.unique(name + "_start"),
                      isLong = hasRoom ? "" : fmt::format(" || {} > {}", text.bound, most);
    text.setup.push_back(fmt::format("const {} {} = {} < {}{} ? {} : {};", counter, begin, text.bound, fewest,
                                     isLong, first, start));
    start = begin, toLine = fmt::format("{} == {} ? 0 : {}", begin, first, toLine);
  }
  text.blockHeader = fmt::format("for ({0} {1} = {2}; {1} < {3}; {1} += {4})", counter, line, start,
                                 text.bound, text.stride);
  const std::string end =
      fmt::format("{0} - {1} - {2} < {3} ? {0} : {1} + {3} + {2}", text.bound, line, lead, text.stride);
  text.inBlock = {
      fmt::format("const {} {} = {};", counter, lead, toLine),
      fmt::format("const {0} {1} = {2} < {3} ? {3} : {2} + {4};", counter, text.first, line, first, lead),
      fmt::format("const {} {} = {};", endType, text.last,
                  counter == endType ? end : writer.cast(endType, end))};
  return fmt::format("Vectors begin at memory lines of {}.", array.name);
}

}  // namespace appyl

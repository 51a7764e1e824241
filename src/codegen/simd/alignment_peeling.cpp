#include "codegen/simd/alignment_peeling.h"

#include "codegen/simd/streaming.h"
#include "nest/ast/ast.h"
#include "nest/ast/source_ranges.h"
#include "nest/privatization/copy_in.h"
#include "support/operands.h"

#include <fmt/format.h>

#include <algorithm>

namespace appyl {

using namespace clang;

namespace {

// Rows with fewer lines stay whole, as in at_lines; the second limit is for rows that all begin at the same
// place within a line.
constexpr std::int64_t fewestLines = 32, fewestLinesAlike = 8;

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

/// What every iteration of `row` touches: first what it stores, then what it only reads.
std::vector<const Access*> accessesOfAll(const LoopNest& nest, int row) {
  std::vector<const Access*> found;
  for (const Access& access : nest.accesses) {
    const Array& array = nest.arrays[access.array];
    if (access.loop == row && access.guards.empty() && access.guardsExact && access.expr &&
        access.reduction < 0 && array.scope < 0 && !array.isPrivate)
      found.push_back(&access);
  }
  std::ranges::stable_partition(found, &Access::writes);
  return found;
}

/// Where an element is named: in front of the loop over a row.
struct RowStart {
  const Loop& row;
  std::string first;                 // what the counter is in the first iteration
  std::vector<TextEdit> edits = {};  // what else becomes of names
  bool mayCall = false;              // operators that lead to it
};

/// The element that an access touches in the first iteration of a row, by its name in front of the loop;
/// empty: it has none.
std::string firstElement(const LoopNest& nest, const Access& access, const RowStart& start,
                         const Source& source) {
  const auto range = rangeOf(access.expr->getSourceRange(), source.ast);
  if (!range || access.copiedBy || access.expr->isPRValue() || access.expr->getObjectKind() != OK_Ordinary ||
      access.expr->getType().isVolatileQualified() || access.expr->getType()->isRecordType())  // own `&`
    return "";
  std::vector<TextEdit> edits;
  std::copy_if(start.edits.begin(), start.edits.end(), std::back_inserter(edits),
               [&](const TextEdit& edit) { return isInside(edit.range, {*range}); });
  const auto isEdited = [&](const Expr* part) {
    const auto at = rangeOf(part->getSourceRange(), source.ast);
    return at && llvm::any_of(edits, [&](const TextEdit& edit) { return edit.range == *at; });
  };
  bool isNameable = true, moves = false;
  walk(access.expr, source.directives, [&](const Stmt* each) {
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    // A second call of a function could be noticed, except for operators, which only lead to the element.
    if (const auto* call = dyn_cast<CallExpr>(each))
      isNameable &= isa<CXXOperatorCallExpr>(call) && (start.mayCall || isEdited(call->getArg(0)));
    if (!reference) return isNameable &= !isa<LambdaExpr>(each);
    const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
    if (variable == start.row.counter) {
      const auto mention = rangeOf(reference->getSourceRange(), source.ast);
      if (mention) edits.push_back({*mention, start.first});
      moves = true;
      return isNameable &= mention.has_value();
    }
    const auto isCounter = [&](const Loop& loop) { return loop.counter == variable && &loop != &start.row; };
    const auto isPrivate = [&](const PrivateScalar& scalar) { return scalar.variable == variable; };
    const bool isOutside =
        variable && (llvm::any_of(nest.loops, isCounter) || (!isDeclaredIn(nest.loops.front(), variable) &&
                                                             !llvm::any_of(nest.privates, isPrivate)));
    return isNameable &= isOutside || isa<FunctionDecl>(reference->getDecl());
  });
  return isNameable && moves ? editedText(*range, edits, source.ast) : "";
}

/// Do the elements that an access touches in the first iterations of `row` lie a whole number of lines apart?
bool beginAlike(const LoopNest& nest, const Access& access, const Loop& row) {
  const Array& array = nest.arrays[access.array];
  std::int64_t pitch = array.elementBytes % lineBytes;  // of one dimension after the other, by lines
  for (std::size_t k = access.subscripts.size(); k-- > 0;) {
    if (!access.subscripts[k]) return false;
    for (const auto& [symbols, coefficient] : access.subscripts[k]->without(row.symbol).terms)
      if (!symbols.empty() && coefficient % lineBytes * pitch % lineBytes != 0) return false;
    if (k == 0) break;
    const auto extent = array.extents[k] ? array.extents[k]->constant() : std::nullopt;
    if (!extent) return false;
    pitch = pitch * (*extent % lineBytes) % lineBytes;
  }
  return array.elementBytes > 0;
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
  // GCC splits the loop at `i_line < i_lead`, and does not vectorise its second part.
  const std::string begin = fmt::format("{0} == 0 ? 0 : {0} - {1}", line, lead),
                    end = fmt::format("{0} + {1} - {2} < {3} ? {0} : {2} + {3} - {1}", text.bound, lead, line,
                                      text.stride);
  text.inBlock = {fmt::format("const {} {} = {};", counter, text.first, begin),
                  fmt::format("const {} {} = {};", endType, text.last,
                              counter == endType ? end : writer.cast(endType, end))};
  return fmt::format("Blocks begin at memory lines of {}.", elements);
}

std::string beginRowsAtLines(const Kernel& kernel, int row, LoopWriter& writer, const Source& source,
                             LoopText& text) {
  const LoopNest& nest = kernel.nest;
  const Loop& loop = nest.loops[row];
  const auto lower = literalStart(loop);
  if (!lower || loop.step != 1 || text.bound.empty()) return "";
  // The last block of a row may begin behind the row's end: their distance is signed.
  const QualType type = loop.counter->getType(), boundType = strip(loop.bound)->getType();
  if (!type->isSignedIntegerType() || !boundType->isSignedIntegerType()) return "";
  const std::vector<const Access*> accesses = accessesOfAll(nest, row);
  const auto found = std::ranges::find_if(accesses, [&](const Access* access) {
    return fillsLines(nest.arrays[access->array].elementBytes, text.block);
  });
  if (found == accesses.end()) return "";
  const Access* chosen = *found;
  const std::string first = std::to_string(*lower);
  const std::string element =
      firstElement(nest, *chosen, {.row = loop, .first = first, .mayCall = true}, source);
  // Measured: in rows of 64 lines, vectors of whole lines gain more than the remainders at their ends cost.
  const Array& array = nest.arrays[chosen->array];
  const std::int64_t longRow = 64 * lineBytes / array.elementBytes;
  if (element.empty() || text.block < longRow || !llvm::all_of(text.stride, llvm::isAlnum)) return "";

  const std::string name = loop.counter->getNameAsString();
  const std::string line = writer.unique(name + "_line"), lead = writer.unique(name + "_lead");
  const auto& [counter, endType] = text.blockTypes;
  std::string start = (*lower == 0 ? "-" : first + " - ") + text.stride,
              toLine = fmt::format("-{} % {}", asNumber("&" + element, source.ast), lineBytes);
  if (array.elementBytes > 1) toLine += fmt::format(" / {}", array.elementBytes);
  // A block may begin behind the end of a row, which fits unless the counter's type ends there.
  const unsigned bits = source.ast.getIntWidth(type);
  const bool hasRoom = counter == endType || source.ast.getIntWidth(boundType) < bits;
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

std::string partsAtLines(const Kernel& kernel, int row, const RowText& text,
                         const std::vector<TextEdit>& edits, const Source& source) {
  if (!walksRows(kernel) || row != kernel.grid.back().loop) return "";
  const LoopNest& nest = kernel.nest;
  const Loop& loop = nest.loops[row];
  const auto begin = loop.first->constant(), end = loop.end->constant();
  const RowStart start{.row = loop, .first = asOperand(text.lower), .edits = edits};
  for (const Access* access : accessesOfAll(nest, row)) {
    if (!access->writes) break;
    const bool areAlike = begin && beginAlike(nest, *access, loop);
    const std::int64_t bytes = nest.arrays[access->array].elementBytes,
                       fewest = areAlike ? fewestLinesAlike : fewestLines;
    if (begin && end && bytes > 0 && *end - *begin < fewest * lineBytes / bytes) continue;
    const std::string first = firstElement(nest, *access, start, source);
    if (!first.empty())
      return fmt::format("::appyl::cpu::at_lines<{}{}>(&{}, {}, {})", text.type,
                         areAlike ? fmt::format(", {}", fewestLinesAlike) : "", first, text.lower,
                         text.upper);
  }
  return "";
}

}  // namespace appyl

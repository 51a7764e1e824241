#include "expand/write_grid_call.h"

#include "expand/array_language.h"
#include "expand/block_loops.h"
#include "nest/ast/canonical.h"
#include "nest/ast/source_ranges.h"
#include "nest/modref/modified_variables.h"
#include "support/names.h"
#include "support/operands.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/StmtCXX.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace appyl {
namespace {

using namespace clang;

/// `first + second`, where either may be 0.
std::string sum(const std::string& first, const std::string& second) {
  if (first == "0") return second;
  if (second == "0") return first;
  return first + " + " + (second.find_first_of("?,=<>&|") == std::string::npos ? second : asOperand(second));
}

std::string difference(const std::string& first, const std::string& second) {
  return second.empty() ? first : first + " - " + asOperand(second);
}

class GridCallWriter {
 public:
  GridCallWriter(const GridCall& call, const VisibleNames& visible, std::set<std::string> names,
                 std::string margin, const Source& source)
      : call(call), visible(visible), names(std::move(names)), margin(std::move(margin)), source(source) {
    kernel = call.kernel.function;
    for (unsigned k = 0; k < kernel->getNumParams(); ++k) refs[kernel->getParamDecl(k)] = k;
  }

  std::variant<GridCallText, TileRefusal> write() {
    findSteps();
    declareArrays();
    for (const std::string& each : call.kernel.names) result.names.push_back(each);
    const auto* body = cast<CompoundStmt>(kernel->getBody());
    renameLocals(body);
    findClips(body);
    const Stmt* inside = findLoopsByElement(body);
    if (inside == body)
      collectBody(body, edits);
    else if (const auto* block = dyn_cast<CompoundStmt>(inside))
      collectBody(block, edits);
    else
      collect(inside, edits, Position::InBlock);
    for (const auto& [bound, end] : clippedBounds)  // elements are taken to lie in front of these
      if (!writtenBounds.count(bound)) refuse(bound, "the end of a loop over elements that is not in sight");
    if (refusal.where) return refusal;
    const auto range = textRangeOf(inside);
    if (!range) return TileRefusal{body, "a kernel in a header, or that a macro cuts apart"};
    writeEnds();
    writeChecks();
    result.loops = headers();
    if (!call.axes.empty()) result.clause = blockClause(0);
    for (std::size_t axis = 0; axis < call.axes.size(); ++axis) {
      const BlockedArray* array = steps[axis] ? &call.arrays[steps[axis]->array] : nullptr;
      const Expr* size = array ? array->dimensions[steps[axis]->dimension].size : nullptr;
      result.programs.axes.push_back({call.axes[axis].id, size ? constant(size).value_or(0) : 1});
    }
    const std::string text = editedText(*range, edits, source.ast);
    result.body = indented(text, margin + std::string(2 * std::max<std::size_t>(1, call.axes.size()), ' '));
    const SourceManager& sources = source.ast.getSourceManager();
    const auto* block = dyn_cast<CompoundStmt>(inside);
    const Stmt* first = block && !block->body_empty() ? block->body_front() : inside;
    result.bodyLine = sources.getExpansionLineNumber(first->getBeginLoc());
    return std::move(result);
  }

 private:
  const GridCall& call;
  const VisibleNames& visible;
  std::set<std::string> names;
  const std::string margin;
  Source source;
  GridCallText result;
  TileRefusal refusal;
  const FunctionDecl* kernel;
  std::map<const ValueDecl*, unsigned> refs;  // the kernel's parameters -> arrays of the call
  std::map<const ValueDecl*, std::string> renamed;
  std::vector<TextEdit> edits;

  /// A grid dimension whose loop goes from block to block, `i += B`, and not from program to program.
  struct Step {
    std::string size;
    std::size_t array = 0, dimension = 0;  // the one that it ends with
    std::string end;
  };
  std::vector<std::optional<Step>> steps;
  std::vector<std::string> ends;  // of the loops from program to program
  std::map<const ValueDecl*, std::size_t>
      byElement;  // counters of the kernel's loops that become those of an axis

  void refuse(const Stmt* where, const std::string& why) {
    if (!refusal.where) refusal = {where, why};
  }

  /// Also of what the kernel was made with.
  std::optional<std::int64_t> constant(const Expr* expression) const {
    const auto* named = dyn_cast<DeclRefExpr>(strip(expression));
    const auto known = named ? call.kernel.constants.find(named->getDecl()) : call.kernel.constants.end();
    return known != call.kernel.constants.end() ? known->second : constantOf(expression, source.ast);
  }

  std::string written(const Expr* expression) const { return writtenText(expression, source.ast); }

  std::string unique(const std::string& wanted) {
    std::string name = wanted;
    for (int k = 2; names.count(name); ++k) name = fmt::format("{}_{}", wanted, k);
    names.insert(name);
    return name;
  }

  static std::string indented(llvm::StringRef text, const std::string& margin) {
    llvm::SmallVector<llvm::StringRef> lines;
    text.trim("\n").rtrim().split(lines, '\n');
    std::size_t common = std::string::npos;
    for (const llvm::StringRef line : lines)
      if (!line.trim().empty()) common = std::min(common, line.find_first_not_of(" \t"));
    std::string result;
    for (const llvm::StringRef line : lines)
      result += line.trim().empty() ? "\n" : margin + line.drop_front(common).str() + "\n";
    return result;
  }

  // --- the loops
  // ----------------------------------------------------------------------------------------------------

  /// Blocks that are equally far from one another along each dimension that the id chooses, and no other use
  /// of the id: the loop may count elements.
  void findSteps() {
    for (std::size_t axis = 0; axis < call.axes.size(); ++axis) {
      std::optional<Step> step;
      std::set<std::string> distances;
      bool good = true;
      for (std::size_t k = 0; k < call.arrays.size(); ++k)
        for (std::size_t d = 0; d < call.arrays[k].dimensions.size(); ++d) {
          const BlockedArray& array = call.arrays[k];
          const BlockDimension& dimension = array.dimensions[d];
          if (!isChosenBy(axis, dimension)) {
            good &= !holdsId(dimension.place, axis);
            continue;
          }
          const bool isPlain = dimension.axis >= 0;
          good &= dimension.kind == BlockDimension::Kind::Size && (isPlain || !array.isBlocked);
          distances.insert(!isPlain ? dimension.scale : array.isBlocked ? sizeText(array, d) : "1");
          if (isPlain && array.isBlocked && (!step || (array.isOutput && !call.arrays[step->array].isOutput)))
            step = Step{sizeText(array, d), k, d, ""};
        }
      good &= distances.size() == 1 && !distances.count("1");
      good = good && step && isNamedAsStart(axis, sizeOf(*step));
      steps.push_back(good ? step : std::nullopt);
    }
  }

  /// Is the block's place along the dimension the id, or a multiple of it?
  static bool isChosenBy(std::size_t axis, const BlockDimension& dimension) {
    return dimension.axis == static_cast<int>(axis) || dimension.scaledAxis == static_cast<int>(axis);
  }

  bool holdsId(llvm::StringRef text, std::size_t axis) const { return holdsWord(text, call.axes[axis].id); }

  const Expr* sizeOf(const Step& step) const {
    return call.arrays[step.array].dimensions[step.dimension].size;
  }

  /// Does the kernel need `program_id(axis)` only as the place where its block begins, `program_id(0) * B`?
  bool isNamedAsStart(std::size_t axis, const Expr* size) {
    std::set<const DeclStmt*> names;
    bool isStart = true;
    walk(kernel->getBody(), source.directives, [&](const Stmt* each) {
      const auto* declaration = dyn_cast<DeclStmt>(each);
      const auto* variable = declaration && declaration->isSingleDecl()
                                 ? dyn_cast<VarDecl>(declaration->getSingleDecl())
                                 : nullptr;
      if (variable && nameOfId(variable, axis)) {
        names.insert(declaration);
        return false;
      }
      const auto* product = dyn_cast<BinaryOperator>(each);
      if (product && startOf(product, axis, size)) return false;
      const auto* id = dyn_cast<Expr>(each);
      isStart &= !id || !mayBeId(id, axis);
      return isStart;
    });
    if (isStart) namesOfStarts.insert(names.begin(), names.end());
    return isStart;
  }

  /// Declarations of names for ids whose every use is a place that the loop counts.
  std::set<const DeclStmt*> namesOfStarts;

  /// `program_id(axis)`, or a name for it; also of an axis that is no constant.
  bool mayBeId(const Expr* expression, std::size_t axis) const {
    while (const auto* cast = dyn_cast<ExplicitCastExpr>(strip(expression))) expression = cast->getSubExpr();
    expression = strip(expression);
    if (const auto* asked = dyn_cast<CallExpr>(expression); asked && isProgramId(asked)) {
      const auto number = constantOf(numberOf(asked->getArg(0)), source.ast);
      return !number || *number + static_cast<std::int64_t>(call.batches) == static_cast<std::int64_t>(axis);
    }
    const auto* named = dyn_cast<DeclRefExpr>(expression);
    const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
    return variable && nameOfId(variable, axis);
  }

  /// `const int row = program_id(0);`
  bool nameOfId(const VarDecl* variable, std::size_t axis) const {
    return variable->isLocalVarDecl() && variable->getType().isConstQualified() &&
           variable->getType()->isIntegerType() && variable->getInit() &&
           !isa<DeclRefExpr>(strip(variable->getInit())) && mayBeId(variable->getInit(), axis);
  }

  /// Is the product the place of the program's block: its id times the block's size?
  bool startOf(const BinaryOperator* product, std::size_t axis, const Expr* size) const {
    if (product->getOpcode() != BO_Mul || !product->getType()->isIntegerType()) return false;
    const auto isSize = [&](const Expr* factor) {
      const auto value = constant(factor), wanted = constant(size);
      return value && wanted ? value == wanted
                             : written(factor->IgnoreImplicit()) == written(size->IgnoreImplicit());
    };
    return (mayBeId(product->getLHS(), axis) && isSize(product->getRHS())) ||
           (mayBeId(product->getRHS(), axis) && isSize(product->getLHS()));
  }

  static bool isOurs(const FunctionDecl* callee) {
    const auto* space = callee ? dyn_cast<NamespaceDecl>(callee->getDeclContext()) : nullptr;
    return space && space->getName() == "appyl";
  }

  static bool isProgramId(const CallExpr* asked) {
    return isOurs(asked->getDirectCallee()) && calleeName(asked) == "program_id";
  }

  static const Expr* numberOf(const Expr* value) {
    value = strip(value);
    const auto* made = dyn_cast<CXXConstructExpr>(value);
    return made && made->getNumArgs() == 1 ? made->getArg(0) : value;
  }

  std::string extentText(const BlockedArray& array, std::size_t dimension) const {
    return fmt::format("{}.extent({})", array.name, dimension);
  }

  /// Do as many blocks as the grid has cover the dimension of the array, and no more?
  bool coversExactly(std::size_t axis, const BlockedArray& array, std::size_t dimension) const {
    const Expr* programs = call.axes[axis].count;
    if (!programs)  // of a batch, which is counted by one of the arrays
      return call.axes[axis].text == extentText(array, dimension);
    const bool isNamed = isa<DeclRefExpr>(strip(programs));
    const auto count =
        isNamed && !call.axes[axis].isSettled ? std::nullopt : asBlockCount(programs, source.ast);
    return count && written(count->first->IgnoreImplicit()) == extentText(array, dimension) &&
           written(count->second->IgnoreImplicit()) == sizeText(array, dimension);
  }

  /// How far each loop goes.
  void writeEnds() {
    for (std::size_t axis = 0; axis < call.axes.size(); ++axis) {
      std::string& count = ends.emplace_back(call.axes[axis].text);
      if (!steps[axis]) {
        const bool isAsked = llvm::StringRef(count).contains(".extent(");
        if (isAsked || !llvm::StringRef(count).contains('(')) continue;
        const std::string name = unique(call.axes[axis].id + "_count");
        result.inFront.push_back(fmt::format("const std::ptrdiff_t {} = {};", name, count));
        count = name;
        continue;
      }
      Step& step = *steps[axis];
      const BlockedArray& array = call.arrays[step.array];
      const std::string extent = extentText(array, step.dimension);
      if (coversExactly(axis, array, step.dimension)) {
        step.end = extent;
        continue;
      }
      step.end = unique(call.axes[axis].id + "_end");
      result.inFront.push_back(fmt::format("const std::ptrdiff_t {} = std::min<std::ptrdiff_t>({} * {}, {});",
                                           step.end, asOperand(call.axes[axis].text), asOperand(step.size),
                                           extent));
    }
  }

  std::string headers() const {
    std::string text;
    for (std::size_t axis = 0; axis < call.axes.size(); ++axis) {
      const std::string& id = call.axes[axis].id;
      const std::string indentation = margin + std::string(2 * axis, ' ');
      if (axis > 0) text += "#pragma parallel" + blockClause(axis) + "\n" + indentation;
      const bool countsElements = isByElement(axis);
      text += steps[axis] && !countsElements
                  ? fmt::format("for (std::ptrdiff_t {0} = 0; {0} < {1}; {0} += {2})", id, steps[axis]->end,
                                steps[axis]->size)
                  : fmt::format("for (std::ptrdiff_t {0} = 0; {0} < {1}; ++{0})", id,
                                countsElements ? steps[axis]->end : ends[axis]);
      text += axis + 1 == call.axes.size() ? " {\n" : "\n";
    }
    return call.axes.empty() ? "for (int program = 0; program < 1; ++program) {\n" : text;
  }

  /// What is no view by name becomes one.
  void declareArrays() {
    for (const BlockedArray& array : call.arrays) {
      const std::string text = written(array.argument);
      if (text == array.name) continue;
      const bool isView = isViewType(array.argument->getType());
      result.names.push_back(
          array.isNumber ? fmt::format("const auto {} = {};", array.name, text)
          : isView       ? fmt::format("const {} {} = {};", viewText(array.argument), array.name, text)
                         : fmt::format("const appyl::view {}({});", array.name, text));
    }
  }

  /// The type of `view<T, 2>(x, m, n)`, as it is written there; of other expressions, which say none, `auto`.
  std::string viewText(const Expr* view) const {
    const auto* made = dyn_cast<CXXTemporaryObjectExpr>(peeledOnce(view));
    const auto* cast = dyn_cast<CXXFunctionalCastExpr>(peeledOnce(view));
    const TypeSourceInfo* type = made   ? made->getTypeSourceInfo()
                                 : cast ? cast->getTypeInfoAsWritten()
                                        : nullptr;
    const auto range = type ? rangeOf(type->getTypeLoc().getSourceRange(), source.ast) : std::nullopt;
    const std::string text = range ? editedText(*range, {}, source.ast) : "";
    return text.find('<') == std::string::npos ? "auto" : text;
  }

  static const Expr* peeledOnce(const Expr* expression) {
    expression = strip(expression);
    const auto* made = dyn_cast<CXXConstructExpr>(expression);
    const bool copies = made && !isa<CXXTemporaryObjectExpr>(made) && made->getNumArgs() == 1;
    return copies ? strip(made->getArg(0)) : expression;
  }

  /// No program's block begins outside of its array: where that is not certain, it is found out in front.
  void writeChecks() {
    std::size_t inputs = 0;
    for (const BlockedArray& array : call.arrays) inputs += !array.isOutput;
    for (std::size_t k = 0; k < call.arrays.size(); ++k) {
      const BlockedArray& array = call.arrays[k];
      const std::string name =
          fmt::format("\"{} {}\"", array.isOutput ? "output" : "input", array.isOutput ? k - inputs : k);
      std::vector<std::string> counts, sizes;
      bool isAsked = false;
      for (std::size_t d = 0; d < array.dimensions.size(); ++d) {
        const BlockDimension& dimension = array.dimensions[d];
        counts.push_back("1"), sizes.push_back(sizeText(array, d));
        if (dimension.place == "0") continue;
        const auto axis = static_cast<std::size_t>(dimension.axis);
        if (dimension.axis >= 0 && axis < call.batches) {
          if (!coversExactly(axis, array, d))
            result.inFront.push_back(fmt::format("appyl::expect_batches({}, {}, {});", name,
                                                 extentText(array, d), call.axes[axis].text));
          continue;
        }
        const bool isPlain =
            dimension.axis >= 0 && array.isBlocked && dimension.before.empty() && dimension.behind.empty();
        if (!isPlain) result.inFront.push_back(checkOf(array, name, d));
        if (!isPlain || coversExactly(axis, array, d)) continue;
        counts.back() = call.axes[axis].text;
        isAsked = true;
      }
      if (isAsked)
        result.inFront.push_back(fmt::format("appyl::expect_blocks({}, {}.shape(), {{{}}}, {{{}}});", name,
                                             array.name, fmt::join(counts, ", "), fmt::join(sizes, ", ")));
    }
  }

  /// Of one dimension with any index map.
  std::string checkOf(const BlockedArray& array, const std::string& name, std::size_t d) const {
    const BlockDimension& dimension = array.dimensions[d];
    std::vector<std::string> counts, ids;
    for (std::size_t axis = 0; axis < call.axes.size(); ++axis) {
      const bool isUsed = holdsId(dimension.place, axis);
      counts.push_back(isUsed ? call.axes[axis].text : "1");
      ids.push_back(isUsed ? "std::ptrdiff_t " + call.axes[axis].id : "std::ptrdiff_t");
    }
    const auto orZero = [](const std::string& padding) { return padding.empty() ? "0" : padding; };
    return fmt::format(
        "appyl::expect_blocks_inside({{{}, {}, {}, {}, {}, {}}}, [&]({}) {{ return {}; }}, {});", name, d,
        extentText(array, d), array.isBlocked ? sizeText(array, d) : "1", orZero(dimension.before),
        orZero(dimension.behind), fmt::join(ids, ", "), dimension.place, fmt::join(counts, ", "));
  }

  // --- blocks
  // ----------------------------------------------------------------------------------------------------

  /// Of one dimension of a block.
  std::string sizeText(const BlockedArray& array, std::size_t d) const {
    const BlockDimension& dimension = array.dimensions[d];
    if (dimension.kind == BlockDimension::Kind::Size) return written(dimension.size);
    return dimension.kind == BlockDimension::Kind::Squeezed ? "1" : extentText(array, d);
  }

  bool isWhole(const BlockedArray& array, std::size_t d) const {
    const BlockDimension& dimension = array.dimensions[d];
    return dimension.place == "0" && dimension.before.empty() &&
           dimension.kind != BlockDimension::Kind::Squeezed && sizeText(array, d) == extentText(array, d);
  }

  std::string startText(const BlockedArray& array, std::size_t d) const {
    const BlockDimension& dimension = array.dimensions[d];
    std::string start = dimension.place;
    const int axis = std::max(dimension.axis, dimension.scaledAxis);
    if (axis >= 0 && steps[static_cast<std::size_t>(axis)])  // which counts elements
      return difference(call.axes[static_cast<std::size_t>(axis)].id, dimension.before);
    const bool isScaled = array.isBlocked && dimension.kind != BlockDimension::Kind::Squeezed &&
                          start != "0" && sizeText(array, d) != "1";
    if (isScaled) start = asOperand(start) + " * " + asOperand(sizeText(array, d));
    return difference(start, dimension.before);
  }

  /// One index of `r(i, ds(k, n), all)` in terms of the array.
  std::string indexText(const BlockedArray& array, std::size_t d, const Expr* index) {
    const std::string start = startText(array, d), size = sizeText(array, d);
    const Expr* plain = strip(index);
    if (isNamed(plain->getType(), "all_t"))
      return isWhole(array, d) ? "appyl::all" : fmt::format("appyl::slice({}, {})", start, size);
    if (isNamed(plain->getType(), "slice")) {
      const auto parts = partsOfSlice(plain);
      if (parts.empty()) {
        if (!isWhole(array, d)) refuse(index, "a slice with a name");
        return textOf(index);
      }
      const std::string first = parts.size() == 1 ? "0" : textOf(parts[0]), lanes = textOf(parts.back());
      if (isWhole(array, d)) return fmt::format("appyl::slice({}, {})", first, lanes);
      const std::string place = sum(start, first);
      if (staysInside(array, d, parts) || endsWithArray(array, d))
        return fmt::format("appyl::slice({}, {})", place, lanes);
      const auto least = parts.size() == 1 ? 0 : leastOf(parts[0]);
      if (!least || *least < 0) refuse(index, "a slice that may begin in front of its block");
      return fmt::format("appyl::slice({}, std::min<std::ptrdiff_t>({}, {} - {}))", place, lanes, size,
                         asOperand(first));
    }
    return placeOf(array, d, index);
  }

  /// Where an element lies in the array. The counter of a loop that has become the axis' counts from its
  /// start.
  std::string placeOf(const BlockedArray& array, std::size_t d, const Expr* index) {
    const std::string start = startText(array, d);
    const auto rest = restOf(index);
    if (!rest) return sum(start, textOf(index));
    if (!rest->second) return start;
    return rest->first ? start + " - " + asOperand(textOf(rest->second)) : sum(start, textOf(rest->second));
  }

  /// Of `c`, `c + 2`, `2 + c` and `c - 1`, where c is such a counter: what is added to it or subtracted from
  /// it.
  std::optional<std::pair<bool, const Expr*>> restOf(const Expr* index) const {
    const auto isCounter = [&](const Expr* part) {
      const auto* named = dyn_cast<DeclRefExpr>(strip(part));
      return named && byElement.count(named->getDecl()) > 0;
    };
    if (isCounter(index)) return {{false, nullptr}};
    const auto* both = dyn_cast<BinaryOperator>(strip(index));
    if (!both || (both->getOpcode() != BO_Add && both->getOpcode() != BO_Sub)) return std::nullopt;
    if (isCounter(both->getLHS())) return {{both->getOpcode() == BO_Sub, both->getRHS()}};
    if (both->getOpcode() == BO_Add && isCounter(both->getRHS())) return {{false, both->getLHS()}};
    return std::nullopt;
  }

  /// The start and the size of `ds(start, size)`, the size of `slice(size)`.
  std::vector<const Expr*> partsOfSlice(const Expr* slice) const {
    if (const auto* named = dyn_cast<DeclRefExpr>(slice)) {
      const auto* variable = dyn_cast<VarDecl>(named->getDecl());
      const bool isSame = variable && variable->isLocalVarDecl() && variable->getInit() &&
                          isOfKernel(variable) && keepsItsValue(variable);
      return isSame ? partsOfSlice(strip(variable->getInit())) : std::vector<const Expr*>();
    }
    if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(slice)) slice = strip(cast->getSubExpr());
    std::vector<const Expr*> parts;
    if (const auto* made = dyn_cast<CXXConstructExpr>(slice)) {
      if (made->getConstructor()->isCopyOrMoveConstructor()) return {};
      for (const Expr* each : made->arguments())
        if (!isa<CXXDefaultArgExpr>(each)) parts.push_back(each);
    } else if (const auto* call = dyn_cast<CallExpr>(slice); call && calleeName(call) == "ds") {
      parts = {call->getArg(0), call->getArg(1)};
    }
    return parts;
  }

  /// Neither the variable nor anything that its initialiser names changes in the kernel.
  bool keepsItsValue(const VarDecl* variable) const {
    const auto changed = modifiedVariables(kernel->getBody(), source.directives);
    bool isSame = !changed.count(variable);
    walk(variable->getInit(), source.directives, [&](const Stmt* each) {
      const auto* part = dyn_cast<DeclRefExpr>(each);
      return isSame &= !part || !changed.count(dyn_cast<ValueDecl>(part->getDecl()));
    });
    return isSame;
  }

  /// Do all lanes of the slice lie in the block? The array may go on behind it.
  bool staysInside(const BlockedArray& array, std::size_t d, const std::vector<const Expr*>& parts) const {
    const auto size = array.dimensions[d].size ? constant(array.dimensions[d].size) : std::nullopt;
    const auto lanes = constant(parts.back());
    const auto first = parts.size() == 1 ? std::optional(Values{0, 0}) : valuesOf(parts[0]);
    return size && lanes && first && first->least >= 0 && first->most + *lanes <= *size;
  }

  /// Does the array end where its one block does, or in front of that? Most often it does, as when `K` of
  /// `BlockSpec{{K, 64}}` is the extent: otherwise the call is one of the library.
  bool endsWithArray(const BlockedArray& array, std::size_t d) {
    const BlockDimension& dimension = array.dimensions[d];
    if (dimension.place != "0" || !dimension.before.empty()) return false;
    if (!isExtent(dimension.size, array, d))
      result.conditions.insert(fmt::format("{} <= {}", extentText(array, d), asOperand(sizeText(array, d))));
    return true;
  }

  /// Is the number, also behind a constant's name, the extent of the array?
  bool isExtent(const Expr* number, const BlockedArray& array, std::size_t d) const {
    const auto* named = dyn_cast<DeclRefExpr>(strip(number));
    const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
    return written(number) == extentText(array, d) ||
           (variable && variable->getType().isConstQualified() && variable->getInit() &&
            written(variable->getInit()->IgnoreImplicit()) == extentText(array, d));
  }

  /// What a number is at least, where that is known.
  std::optional<std::int64_t> leastOf(const Expr* number) const {
    number = strip(number);
    if (const auto values = valuesOf(number)) return values->least;
    if (const auto* both = dyn_cast<BinaryOperator>(number)) {
      const auto left = leastOf(both->getLHS()), right = leastOf(both->getRHS());
      if (!left || !right || *left < 0 || *right < 0) return std::nullopt;
      if (both->getOpcode() == BO_Add || both->getOpcode() == BO_Mul) return 0;
    }
    const auto* named = dyn_cast<DeclRefExpr>(number);
    const auto loop = named ? loopOf(named->getDecl()) : std::nullopt;
    const bool goesUp =
        loop && !loop->descending && (!loop->stepExpr || leastOf(loop->stepExpr).value_or(-1) >= 0);
    if (goesUp) return leastOf(loop->lower);
    if (const auto* asked = dyn_cast<CallExpr>(number); asked && isProgramId(asked)) return 0;
    return number->getType()->isUnsignedIntegerType() ? std::optional<std::int64_t>(0) : std::nullopt;
  }

  /// The loop whose counter it is.
  std::optional<Loop> loopOf(const ValueDecl* counter) const {
    std::optional<Loop> found;
    walk(kernel->getBody(), source.directives, [&](const Stmt* each) {
      const auto* loop = dyn_cast<ForStmt>(each);
      if (auto canonical = loop ? readCanonicalLoop(loop, source, nullptr) : std::nullopt;
          canonical && canonical->counter == counter)
        found = std::move(canonical);
      return !found;
    });
    return found;
  }

  struct Values {
    std::int64_t least = 0, most = 0;
  };

  /// Of constants, of counters of loops with constant ends, and of their sums and products.
  std::optional<Values> valuesOf(const Expr* number) const {
    number = strip(number);
    if (const auto known = constant(number)) return Values{*known, *known};
    if (const auto* named = dyn_cast<DeclRefExpr>(number)) return valuesOfCounter(named->getDecl());
    const auto* both = dyn_cast<BinaryOperator>(number);
    const auto left = both ? valuesOf(both->getLHS()) : std::nullopt,
               right = left ? valuesOf(both->getRHS()) : std::nullopt;
    if (!right) return std::nullopt;
    if (both->getOpcode() == BO_Add) return Values{left->least + right->least, left->most + right->most};
    if (both->getOpcode() == BO_Sub) return Values{left->least - right->most, left->most - right->least};
    if (both->getOpcode() == BO_Mul && left->least >= 0 && right->least >= 0)
      return Values{left->least * right->least, left->most * right->most};
    return std::nullopt;
  }

  std::optional<Values> valuesOfCounter(const ValueDecl* variable) const {
    const auto loop = loopOf(variable);
    const bool goesUp =
        loop && !loop->descending && !loop->boundOnLeft && loop->comparison == Comparison::Less;
    if (!goesUp) return std::nullopt;
    const auto first = constant(loop->lower), limit = limitOf(loop->bound);
    const auto step = loop->stepExpr ? constant(loop->stepExpr) : 1;
    if (!first || !limit || !step || *step <= 0) return std::nullopt;
    return *limit <= *first ? Values{*first, *first}
                            : Values{*first, *first + (*limit - 1 - *first) / *step * *step};
  }

  /// A constant, also one that a block's extent is, or a part of it.
  std::optional<std::int64_t> limitOf(const Expr* limit) const {
    limit = strip(limit);
    if (const auto number = constant(limit)) return number;
    if (const auto* quotient = dyn_cast<BinaryOperator>(limit); quotient && quotient->getOpcode() == BO_Div) {
      const auto left = limitOf(quotient->getLHS()), right = constant(quotient->getRHS());
      return left && right && *right > 0 ? std::optional(*left / *right) : std::nullopt;
    }
    const auto* asked = dyn_cast<CXXMemberCallExpr>(limit);
    const auto array =
        asked && calleeName(asked) == "extent" ? refOf(asked->getImplicitObjectArgument()) : std::nullopt;
    const auto axis = array ? constantOf(asked->getArg(0), source.ast) : std::nullopt;
    const auto d = axis ? dimensionOf(call.arrays[*array], *axis) : std::nullopt;
    const Expr* size = d ? call.arrays[*array].dimensions[*d].size : nullptr;
    return size ? constantOf(size, source.ast) : std::nullopt;
  }

  /// The dimension of the array that the kernel sees as its number `axis`.
  static std::optional<std::size_t> dimensionOf(const BlockedArray& array, std::int64_t axis) {
    for (std::size_t d = 0; d < array.dimensions.size(); ++d)
      if (array.dimensions[d].kind != BlockDimension::Kind::Squeezed && axis-- == 0) return d;
    return std::nullopt;
  }

  /// The block, or what the indices choose of it.
  std::string placeText(std::size_t number, const std::vector<const Expr*>& indices) {
    const BlockedArray& array = call.arrays[number];
    if (array.isNumber) return array.name;
    std::vector<std::string> all;
    std::size_t next = 0;
    for (std::size_t d = 0; d < array.dimensions.size(); ++d) {
      if (array.dimensions[d].kind == BlockDimension::Kind::Squeezed)
        all.push_back(startText(array, d));
      else if (next < indices.size())
        all.push_back(indexText(array, d, indices[next++]));
      else
        all.push_back(isWhole(array, d)
                          ? "appyl::all"
                          : fmt::format("appyl::slice({}, {})", startText(array, d), sizeText(array, d)));
    }
    return fmt::format("{}({})", array.name, fmt::join(all, ", "));
  }

  // --- elements of blocks that stick out
  // ----------------------------------------------------------------------------------------------------

  /// Slices end where their arrays do; an element of a block may lie behind. Such a one is not written, and
  /// what is read is 0. Loops over elements that only write such ones end with the array, so that nothing is
  /// asked for in each iteration.
  struct Clip {
    std::size_t array = 0, dimension = 0;
  };
  std::map<const ValueDecl*, Clip> clips;            // by the loops' counters
  std::map<const Expr*, std::string> clippedBounds;  // of these loops, and where they end at the latest
  const Expr* inBound = nullptr;
  std::set<const Expr*> writtenBounds;
  std::set<std::string> guards;  // that hold where the text stands

  static std::vector<const Expr*> indicesOf(const CXXOperatorCallExpr* element) {
    return {element->arg_begin() + 1, element->arg_end()};
  }

  /// What a statement writes through a ref: an element or a block.
  struct Write {
    unsigned array = 0;
    std::vector<const Expr*> indices;
    const Expr* target = nullptr;
  };
  std::optional<Write> writeOf(const Stmt* statement) {
    const auto* expression = dyn_cast<Expr>(statement);
    if (!expression) return std::nullopt;
    expression = expression->IgnoreParenImpCasts();
    const Expr* target = nullptr;
    if (const auto* assigned = dyn_cast<BinaryOperator>(expression); assigned && assigned->isAssignmentOp())
      target = assigned->getLHS();
    else if (const auto* stepped = dyn_cast<UnaryOperator>(expression);
             stepped && stepped->isIncrementDecrementOp())
      target = stepped->getSubExpr();
    else if (const auto* block = dyn_cast<CXXOperatorCallExpr>(expression); block && block->isAssignmentOp())
      target = block->getArg(0);
    else if (const auto* called = dyn_cast<CallExpr>(expression);
             called && isOurs(called->getDirectCallee()) && called->getNumArgs() > 0) {
      const std::string name = calleeName(called);
      if (name == "store")
        if (const auto array = refOf(called->getArg(0)))
          return Write{*array, partsOfAccess(called).first, nullptr};
      if (llvm::StringRef(name).starts_with("atomic_")) target = called->getArg(0);
    }
    const auto* element = target ? dyn_cast<CXXOperatorCallExpr>(strip(target)) : nullptr;
    if (!element || element->getOperator() != OO_Call) {
      const auto array = target ? refOf(target) : std::nullopt;
      return array ? std::optional(Write{*array, {}, nullptr}) : std::nullopt;
    }
    const auto array = refOf(element->getArg(0));
    return array ? std::optional(Write{*array, indicesOf(element), element}) : std::nullopt;
  }

  /// The loops of the kernel whose iterations behind the end of an output do nothing.
  void findClips(const Stmt* body) {
    walk(body, source.directives, [&](const Stmt* each) {
      const auto* loop = dyn_cast<ForStmt>(each);
      const auto canonical = loop ? readCanonicalLoop(loop, source, nullptr) : std::nullopt;
      if (!canonical || canonical->descending || canonical->boundOnLeft ||
          canonical->comparison != Comparison::Less || leastOf(canonical->lower).value_or(-1) < 0 ||
          (canonical->stepExpr && constant(canonical->stepExpr).value_or(0) <= 0))
        return true;
      if (const auto clip = clipOf(loop, canonical->counter)) {
        clips[canonical->counter] = *clip;
        const BlockedArray& output = call.arrays[clip->array];
        clippedBounds[canonical->bound->IgnoreParenImpCasts()] =
            difference(extentText(output, clip->dimension), startText(output, clip->dimension));
      }
      return true;
    });
  }

  std::optional<Clip> clipOf(const ForStmt* loop, const ValueDecl* counter) {
    for (const ValueDecl* each : modifiedVariables(loop->getBody(), source.directives))
      if (!refs.count(each) && !isDeclaredInside(each, loop->getBody(), source.directives))
        return std::nullopt;
    std::optional<Clip> clip;
    bool isGood = true;
    walk(loop->getBody(), source.directives, [&](const Stmt* each) {
      const auto* called = dyn_cast<CallExpr>(each);
      const bool isOther = called && !isOurs(called->getDirectCallee()) &&
                           !isa<CXXOperatorCallExpr, CXXMemberCallExpr>(called);
      isGood &= !isa<BreakStmt, GotoStmt, ReturnStmt, CXXThrowExpr, LambdaExpr>(each) &&
                !(isOther && mayChangeSomething(called));
      if (isOther)
        for (const Expr* argument : called->arguments()) isGood &= !refOf(argument);
      const auto write = isGood ? writeOf(each) : std::nullopt;
      if (!write) return isGood;
      const auto at = dimensionChosenBy(counter, *write);
      isGood &= at && (!clip || (clip->array == write->array && clip->dimension == *at) ||
                       endsLike(*clip, {write->array, *at}));
      if (isGood && !clip) clip = Clip{write->array, *at};
      return isGood;
    });
    return isGood ? clip : std::nullopt;
  }

  // --- loops over all elements of a block
  // ----------------------------------------------------------------------------------------------------

  /// Finds the loops that a kernel consists of, one inside of the other, each of which goes through a block's
  /// elements along one axis of the grid, and whose iterations have an element of the outputs each: the loop
  /// over the programs may count elements instead. Returns what is inside of them.
  const Stmt* findLoopsByElement(const CompoundStmt* body) {
    std::map<const ValueDecl*, std::size_t> found;
    std::vector<const Expr*> bounds;
    const Stmt* inside = body;
    while (const auto* loop = onlyLoop(inside)) {
      const auto canonical = readCanonicalLoop(loop, source, nullptr);
      const auto axis = canonical ? axisOf(*canonical) : std::nullopt;
      if (!axis || llvm::any_of(found, [&](const auto& each) { return each.second == *axis; })) break;
      found.emplace(canonical->counter, *axis);
      bounds.push_back(canonical->bound->IgnoreParenImpCasts());
      inside = loop->getBody();
    }
    if (found.empty() || !haveOwnElements(inside, found)) return body;
    byElement = std::move(found);
    for (const Expr* each : bounds) clippedBounds.erase(each);
    return inside;
  }

  static const ForStmt* onlyLoop(const Stmt* body) {
    if (const auto* block = dyn_cast<CompoundStmt>(body); block && block->size() == 1)
      body = block->body_front();
    return dyn_cast<ForStmt>(body);
  }

  /// The axis of the grid whose blocks the loop goes through from their first element to their last one.
  std::optional<std::size_t> axisOf(const Loop& loop) const {
    const auto clip = clips.find(loop.counter);
    if (clip == clips.end() || loop.stepExpr || constant(loop.lower) != 0) return std::nullopt;
    const BlockDimension& dimension = call.arrays[clip->second.array].dimensions[clip->second.dimension];
    const int axis = dimension.axis;
    const auto step = axis >= 0 ? steps[static_cast<std::size_t>(axis)] : std::nullopt;
    const bool isWhole = step && step->array == clip->second.array &&
                         step->dimension == clip->second.dimension && constant(loop.bound) &&
                         constant(loop.bound) == constant(sizeOf(*step));
    return isWhole ? std::optional(static_cast<std::size_t>(axis)) : std::nullopt;
  }

  /// Are the counters only places in blocks that begin where the axes' programs do, and do the iterations
  /// touch no output but at their own element?
  bool haveOwnElements(const Stmt* inside, const std::map<const ValueDecl*, std::size_t>& counters) {
    std::set<const Stmt*> places;
    bool isGood = true;
    walk(inside, source.directives, [&](const Stmt* each) {
      const auto* element = dyn_cast<CXXOperatorCallExpr>(each);
      const auto number =
          element && element->getOperator() == OO_Call ? refOf(element->getArg(0)) : std::nullopt;
      if (const auto* named = dyn_cast<DeclRefExpr>(each)) {
        isGood &= !counters.count(named->getDecl()) || places.count(named);
        const auto ref = refs.find(named->getDecl());
        isGood &= ref == refs.end() || !call.arrays[ref->second].isOutput || places.count(named);
      }
      if (number) isGood &= isOwnElement(*number, *element, counters, places);
      return isGood;
    });
    return isGood && !sharesArrays();
  }

  /// Notes the mentions of counters, and of the output, that are understood.
  bool isOwnElement(unsigned number, const CXXOperatorCallExpr& element,
                    const std::map<const ValueDecl*, std::size_t>& counters, std::set<const Stmt*>& places) {
    const BlockedArray& array = call.arrays[number];
    std::set<const ValueDecl*> own;
    const std::vector<const Expr*> indices = indicesOf(&element);
    for (std::size_t k = 0; k < indices.size(); ++k) {
      const Expr* part = strip(indices[k]);
      const auto* both = dyn_cast<BinaryOperator>(part);
      const bool isOffset = both && (both->getOpcode() == BO_Add || both->getOpcode() == BO_Sub);
      for (const Expr* each : {part, isOffset ? strip(both->getLHS()) : nullptr,
                               isOffset && both->getOpcode() == BO_Add ? strip(both->getRHS()) : nullptr}) {
        const auto* named = dyn_cast_or_null<DeclRefExpr>(each);
        const auto counter = named ? counters.find(named->getDecl()) : counters.end();
        if (counter == counters.end()) continue;
        const auto d = dimensionOf(array, static_cast<std::int64_t>(k));
        if (!d || !isChosenBy(counter->second, array.dimensions[*d])) return false;
        places.insert(named);
        if (each == part) own.insert(named->getDecl());
        break;
      }
    }
    if (!array.isOutput) return true;
    walk(element.getArg(0), source.directives, [&](const Stmt* each) { return places.insert(each), true; });
    return own.size() == counters.size();
  }

  /// May an output be an input, too, or another output: do their arguments name one array?
  bool sharesArrays() const {
    const auto arraysIn = [&](const BlockedArray& array) {
      std::set<const ValueDecl*> named;
      walk(array.argument, source.directives, [&](const Stmt* each) {
        const auto* reference = dyn_cast<DeclRefExpr>(each);
        const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
        if (variable && !variable->getType().getNonReferenceType()->isIntegerType()) named.insert(variable);
        return true;
      });
      return named;
    };
    for (std::size_t k = 0; k < call.arrays.size(); ++k)
      for (std::size_t other = 0; other < k; ++other)
        if (call.arrays[k].isOutput || call.arrays[other].isOutput)
          for (const ValueDecl* each : arraysIn(call.arrays[k]))
            if (arraysIn(call.arrays[other]).count(each)) return true;
    return false;
  }

  bool isByElement(std::size_t axis) const {
    return llvm::any_of(byElement, [&](const auto& each) { return each.second == axis; });
  }

  std::string blockClause(std::size_t axis) const {
    return isByElement(axis) ? " block(" + steps[axis]->size + ")" : "";
  }

  /// The text of a block without its braces, or of a single statement.
  std::optional<FileRange> textRangeOf(const Stmt* inside) const {
    const auto* block = dyn_cast<CompoundStmt>(inside);
    if (!block) return statementRange(inside, source);
    const auto range = rangeOf({block->getLBracLoc(), block->getRBracLoc()}, source.ast);
    return range ? std::optional(FileRange{range->begin + 1, range->end - 1}) : std::nullopt;
  }

  /// The dimension of a block that may stick out of its array that the counter goes along.
  std::optional<std::size_t> dimensionChosenBy(const ValueDecl* counter, const Write& write) const {
    const BlockedArray& array = call.arrays[write.array];
    for (std::size_t k = 0; k < write.indices.size(); ++k) {
      const auto* named = dyn_cast<DeclRefExpr>(strip(write.indices[k]));
      const auto d = dimensionOf(array, static_cast<std::int64_t>(k));
      if (named && named->getDecl() == counter && d && mayStickOut(array, *d)) return d;
    }
    return std::nullopt;
  }

  bool mayStickOut(const BlockedArray& array, std::size_t d) const {
    const BlockDimension& dimension = array.dimensions[d];
    return !fits(array, d) && dimension.kind == BlockDimension::Kind::Size && dimension.place != "0" &&
           dimension.before.empty() && dimension.behind.empty();
  }

  /// Is it certain that the blocks end in the array, a C array of constant extents?
  bool fits(const BlockedArray& array, std::size_t d) const {
    const BlockDimension& dimension = array.dimensions[d];
    QualType type = array.argument->getType().getNonReferenceType();
    for (std::size_t k = 0; k < d && type->isArrayType(); ++k)
      type = source.ast.getAsArrayType(type)->getElementType();
    const auto* extent = source.ast.getAsConstantArrayType(type);
    const auto size = dimension.size ? constant(dimension.size) : std::nullopt;
    const bool isPlain = dimension.place == "0" || (dimension.axis >= 0 && array.isBlocked);
    if (!extent || !size || !isPlain || !dimension.before.empty()) return false;
    const Expr* programs = dimension.place == "0" ? nullptr : call.axes[dimension.axis].count;
    const auto count = programs                 ? constant(programs)
                       : dimension.place == "0" ? std::optional<std::int64_t>(1)
                                                : std::nullopt;
    return count && *count * *size <= static_cast<std::int64_t>(extent->getSize().getZExtValue());
  }

  /// Blocks of two outputs that begin at the same place, of arrays that most often end there, too.
  bool endsLike(const Clip& one, const Clip& other) {
    const BlockedArray &first = call.arrays[one.array], &second = call.arrays[other.array];
    if (startText(first, one.dimension) != startText(second, other.dimension)) return false;
    const std::string end = extentText(first, one.dimension), otherEnd = extentText(second, other.dimension);
    if (end != otherEnd) result.conditions.insert(fmt::format("{} == {}", end, otherEnd));
    return true;
  }

  /// What has to hold so that the element, or the part of the block, lies in its array; what is most often
  /// so is a condition of the loops instead.
  std::vector<std::string> limitsOf(unsigned number, const std::vector<const Expr*>& indices) {
    const BlockedArray& array = call.arrays[number];
    std::vector<std::string> limits;
    std::size_t next = 0;
    for (std::size_t d = 0; d < array.dimensions.size() && !array.isNumber; ++d) {
      const BlockDimension& dimension = array.dimensions[d];
      const bool isPadded = !dimension.before.empty() || !dimension.behind.empty();
      const bool isSqueezed = dimension.kind == BlockDimension::Kind::Squeezed;
      const Expr* index = isSqueezed || next >= indices.size() ? nullptr : strip(indices[next++]);
      if (isSqueezed ? !isPadded : (!index || !index->getType()->isIntegerType() || isWhole(array, d)))
        continue;
      const std::string place = isSqueezed ? startText(array, d) : placeOf(array, d, index);
      const std::string extent = extentText(array, d);
      if (fits(array, d)) continue;
      if (!isPadded && dimension.place == "0") {
        if (dimension.size && !isExtent(dimension.size, array, d))
          result.conditions.insert(fmt::format("{} <= {}", asOperand(sizeText(array, d)), extent));
        continue;
      }
      if (!isPadded && (constant(index) == 0 || isCovered(number, d, index))) continue;
      if (isPadded) limits.push_back("0 <= " + place);
      limits.push_back(place + " < " + extent);
    }
    llvm::erase_if(limits, [&](const std::string& each) { return guards.count(each) > 0; });
    return limits;
  }

  /// `c + 2`, where the loop of `c` ends with an output whose block begins at the same place.
  bool isCovered(unsigned number, std::size_t d, const Expr* index) {
    const BlockedArray& array = call.arrays[number];
    const auto* both = dyn_cast<BinaryOperator>(index);
    const bool isSum = both && both->getOpcode() == BO_Add;
    for (const auto& [counter, rest] :
         {std::pair<const Expr*, const Expr*>(index, nullptr),
          std::pair<const Expr*, const Expr*>(isSum ? both->getLHS() : nullptr,
                                              isSum ? both->getRHS() : nullptr),
          std::pair<const Expr*, const Expr*>(isSum ? both->getRHS() : nullptr,
                                              isSum ? both->getLHS() : nullptr)}) {
      const auto* named = dyn_cast_or_null<DeclRefExpr>(counter ? strip(counter) : nullptr);
      const auto clip = named ? clips.find(named->getDecl()) : clips.end();
      const auto more = rest ? valuesOf(rest) : std::optional(Values{0, 0});
      if (clip == clips.end() || !more || more->least < 0) continue;
      const BlockedArray& output = call.arrays[clip->second.array];
      const bool isSame = clip->second.array == number && clip->second.dimension == d;
      if (startText(array, d) != startText(output, clip->second.dimension) || (isSame && more->most > 0))
        continue;
      const std::string end = extentText(output, clip->second.dimension), extent = extentText(array, d);
      if (more->most > 0)
        result.conditions.insert(fmt::format("{} + {} <= {}", end, more->most, extent));
      else if (end != extent)
        result.conditions.insert(fmt::format("{} <= {}", end, extent));
      return true;
    }
    return false;
  }

  /// Where a statement stands: one of a block, the one that a loop or a condition has, or inside of another.
  enum class Position { InBlock, Alone, Inside };

  static Position positionOf(const Stmt* part, const Stmt* whole) {
    if (isa<CompoundStmt>(whole)) return Position::InBlock;
    bool isBody = false;
    if (const auto* branch = dyn_cast<IfStmt>(whole))
      isBody = part == branch->getThen() || part == branch->getElse();
    else if (const auto* loop = dyn_cast<ForStmt>(whole))
      isBody = part == loop->getBody();
    else if (const auto* range = dyn_cast<CXXForRangeStmt>(whole))
      isBody = part == range->getBody();
    else if (const auto* repeated = dyn_cast<WhileStmt>(whole))
      isBody = part == repeated->getBody();
    else if (const auto* atLeastOnce = dyn_cast<DoStmt>(whole))
      isBody = part == atLeastOnce->getBody();
    else if (const auto* labelled = dyn_cast<SwitchCase>(whole))
      isBody = part == labelled->getSubStmt();
    return isBody ? Position::Alone : Position::Inside;
  }

  /// Puts the write of an element that may lie outside behind a condition; returns what holds in it.
  std::vector<std::string> guardWrite(const Stmt* statement, std::vector<TextEdit>& into, Position position) {
    const auto write = writeOf(statement);
    if (write && !call.arrays[write->array].isOutput)
      refuse(statement, "a kernel that writes into its input");
    const auto limits =
        write && write->target ? limitsOf(write->array, write->indices) : std::vector<std::string>();
    if (limits.empty()) return {};
    const auto range = statementRange(statement, source);
    if (position == Position::Inside || !range) {
      refuse(statement, "an element of a block that may end in front of it, written inside of an expression");
      return {};
    }
    const std::string condition = fmt::format("if ({}) ", fmt::join(limits, " && "));
    into.push_back({{range->begin, range->begin}, (position == Position::Alone ? "{ " : "") + condition});
    if (position == Position::Alone) into.push_back({{range->end, range->end}, " }"});
    guards.insert(limits.begin(), limits.end());
    return limits;
  }

  /// An element or a block, as it is read where it may lie outside.
  std::string elementText(unsigned number, const std::vector<const Expr*>& indices) {
    const std::vector<std::string> limits = limitsOf(number, indices);
    const std::string place = placeText(number, indices);
    if (limits.empty()) return place;
    if (!isElement(number, indices))
      return fmt::format("appyl::load({}, {}, {})", place, fmt::join(limits, " && "), noneOf(number));
    return fmt::format("({} ? {} : {})", fmt::join(limits, " && "), place, noneOf(number));
  }

  /// What stands for an element that does not exist.
  std::string noneOf(unsigned number) const {
    const auto* type =
        cast<ClassTemplateSpecializationDecl>(recordOf(kernel->getParamDecl(number)->getType()));
    const QualType element = type->getTemplateArgs()[0].getAsType().getUnqualifiedType();
    if (element->isFloatingType() || (element->isIntegerType() && source.ast.getTypeSize(element) >= 32))
      return "0";
    return element.getAsString(source.ast.getPrintingPolicy()) + "()";
  }

  // --- the kernel's body
  // ----------------------------------------------------------------------------------------------------

  /// The array of the call that the expression is the kernel's name for.
  std::optional<unsigned> refOf(const Expr* expression) const {
    for (const Expr* inner = expression;;) {
      const Expr* next = bareTile(strip(inner));
      const auto* made = dyn_cast<CXXConstructExpr>(next);
      if (made && made->getNumArgs() == 1 && made->getConstructor()->isCopyOrMoveConstructor())
        next = made->getArg(0);
      if (const auto* cast = dyn_cast<CastExpr>(next)) next = cast->getSubExpr();
      if (next == inner) break;
      inner = next;
      expression = next;
    }
    const auto* named = dyn_cast<DeclRefExpr>(expression);
    const auto found = named ? refs.find(named->getDecl()) : refs.end();
    return found == refs.end() ? std::nullopt : std::optional(found->second);
  }

  std::string textOf(const Expr* expression) {
    const auto range = rangeOf(expression->getSourceRange(), source.ast);
    if (!range) {
      refuse(expression, "an expression that a macro cuts apart, or that stands in a header");
      return "";
    }
    std::vector<TextEdit> own;
    collect(expression, own);
    return editedText(*range, std::move(own), source.ast);
  }

  /// Locals with names that the loops use for something else.
  void renameLocals(const Stmt* body) {
    std::string used;
    for (const BlockedArray& array : call.arrays) {
      used += array.name + " ";
      for (std::size_t d = 0; d < array.dimensions.size(); ++d)
        used += sizeText(array, d) + " " + array.dimensions[d].place + " ";
    }
    for (const GridAxis& axis : call.axes) used += axis.id + " " + axis.text + " ";
    for (const std::string& each : call.kernel.declared)
      if (holdsWord(used, each) || visible.isLocal(each))
        refuse(body,
               "a kernel that is made with '" + each + "', which means something else where the call stands");
    const auto look = [&](const VarDecl* local) {
      const std::string name = local->getNameAsString();
      if (name.empty() || !holdsWord(used, name)) return;
      renamed[local] = unique(name + "_own");
      if (const auto at = rangeOf(local->getLocation(), source.ast)) edits.push_back({*at, renamed[local]});
    };
    walk(body, source.directives, [&](const Stmt* each) {
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* declared : declaration->decls())
          if (const auto* local = dyn_cast<VarDecl>(declared)) look(local);
      if (const auto* lambda = dyn_cast<LambdaExpr>(each))
        for (const ParmVarDecl* parameter : lambda->getCallOperator()->parameters()) look(parameter);
      return true;
    });
  }

  /// `if (c) return;` in front of other statements has these inside of the opposite condition.
  void collectBody(const CompoundStmt* body, std::vector<TextEdit>& into) {
    std::string close;
    for (const Stmt* each : body->body()) {
      const auto* branch = dyn_cast<IfStmt>(each);
      const Stmt* then = branch && !branch->getElse() && !branch->getInit() ? branch->getThen() : nullptr;
      if (const auto* block = dyn_cast_or_null<CompoundStmt>(then); block && block->size() == 1)
        then = block->body_front();
      const auto* back = dyn_cast_or_null<ReturnStmt>(then);
      const auto range = back && !back->getRetValue() ? statementRange(each, source) : std::nullopt;
      if (!range || branch->getConditionVariable()) {
        collect(each, into, Position::InBlock);
        continue;
      }
      into.push_back({*range, "if (!" + asOperand(textOf(branch->getCond())) + ") {"});
      close += "}";
    }
    const auto end = rangeOf({body->getRBracLoc(), body->getRBracLoc()}, source.ast);
    if (!close.empty() && end) into.push_back({{end->begin, end->begin}, close + "\n"});
  }

  /// Adds what changes in the statement, the outermost expressions first.
  void collect(const Stmt* statement, std::vector<TextEdit>& into, Position position = Position::Inside) {
    if (!statement || refusal.where) return;
    const auto added = guardWrite(statement, into, position);
    collectParts(statement, into);
    for (const std::string& each : added) guards.erase(each);
  }

  void collectParts(const Stmt* statement, std::vector<TextEdit>& into) {
    if (const auto* expression = dyn_cast<Expr>(statement)) {
      if (const auto text = replacement(expression)) {
        const bool isBlock = llvm::StringRef(*text).starts_with("{");  // of a function in place of its call
        const auto range =
            isBlock ? statementRange(expression, source) : rangeOf(expression->getSourceRange(), source.ast);
        if (!range)
          return refuse(expression, "an expression that a macro cuts apart, or that stands in a header");
        into.push_back({*range, *text});
        return;
      }
    }
    if (isa<ReturnStmt>(statement)) return refuse(statement, "a 'return' in the kernel");
    if (const auto* declaration = dyn_cast<DeclStmt>(statement);
        declaration && namesOfStarts.count(declaration))
      if (const auto range = statementRange(declaration, source))
        return into.push_back({wholeLines(*range, source.ast), ""});
    if (const auto* lambda = dyn_cast<LambdaExpr>(statement)) {
      walk(lambda->getBody(), source.directives, [&](const Stmt* each) {
        const auto* named = dyn_cast<DeclRefExpr>(each);
        if (named && refs.count(named->getDecl())) refuse(named, "a lambda that uses a ref");
        const auto name = named ? renamed.find(named->getDecl()) : renamed.end();
        if (name != renamed.end())
          if (const auto at = rangeOf(named->getSourceRange(), source.ast))
            into.push_back({*at, name->second});
        return true;
      });
      return;
    }
    for (const Stmt* child : statement->children())
      if (child) collect(child, into, positionOf(child, statement));
  }

  /// nullopt: the expression stays, but for its parts.
  std::optional<std::string> replacement(const Expr* expression) {
    if (const auto bound = clippedBounds.find(expression);
        bound != clippedBounds.end() && inBound != expression) {
      inBound = expression;
      std::string text = fmt::format("std::min<std::ptrdiff_t>({}, {})", textOf(expression), bound->second);
      inBound = nullptr;
      writtenBounds.insert(expression);
      return text;
    }
    if (const auto* product = dyn_cast<BinaryOperator>(expression))
      for (std::size_t axis = 0; axis < steps.size(); ++axis)
        if (steps[axis] && startOf(product, axis, sizeOf(*steps[axis]))) return call.axes[axis].id;
    if (const auto* named = dyn_cast<DeclRefExpr>(expression)) return nameText(named);
    if (const auto* element = dyn_cast<CXXOperatorCallExpr>(expression);
        element && element->getOperator() == OO_Call)
      if (const auto array = refOf(element->getArg(0))) return elementText(*array, indicesOf(element));
    if (const auto* method = dyn_cast<CXXMemberCallExpr>(expression))
      if (const auto array = refOf(method->getImplicitObjectArgument());
          array && !isa<CXXConversionDecl>(method->getMethodDecl()))
        return memberText(method, *array);
    if (const auto* called = dyn_cast<CallExpr>(expression);
        called && !isa<CXXOperatorCallExpr, CXXMemberCallExpr>(called))
      return callText(called);
    return std::nullopt;
  }

  std::optional<std::string> nameText(const DeclRefExpr* named) {
    const ValueDecl* declared = named->getDecl();
    if (const auto array = refs.find(declared); array != refs.end()) return placeText(array->second, {});
    if (const auto name = renamed.find(declared); name != renamed.end()) return name->second;
    if (named->hasQualifier() || isOfKernel(declared)) return std::nullopt;
    if (const auto* function = dyn_cast<FunctionDecl>(declared)) return functionText(function);
    if (!isa<VarDecl>(declared)) return std::nullopt;
    std::string there = visible.nameOf(declared);
    if (there.empty() && cast<VarDecl>(declared)->isStaticDataMember())
      there = "::" + writtenQualified(declared);
    if (there.empty())
      refuse(named, "'" + declared->getNameAsString() + "', which has no name where the call stands");
    return there == declared->getNameAsString() ? std::nullopt : std::optional(there);
  }

  /// Is it declared by what stands in the loops, or in front of them?
  bool isOfKernel(const ValueDecl* declared) const {
    const auto isIn = [&](const FunctionDecl* function) {
      return isDeclaredInside(declared, function->getBody(), source.directives);
    };
    if (isIn(kernel)) return true;
    for (const FunctionDecl* each : result.inPlace)
      if (const FunctionDecl* definition = nullptr; each->hasBody(definition) && isIn(definition))
        return true;
    const auto* parameter = dyn_cast<ParmVarDecl>(declared);
    const auto* maker = parameter ? dyn_cast<FunctionDecl>(parameter->getDeclContext()) : nullptr;
    return maker && llvm::any_of(call.functions, [&](const FunctionDecl* each) {
             return each->getCanonicalDecl() == maker->getCanonicalDecl();
           });
  }

  /// A function of another namespace than those around the call, or one whose name means something else
  /// there.
  std::optional<std::string> functionText(const FunctionDecl* function) const {
    if (isOurs(function) || isa<CXXMethodDecl>(function) || !function->getDeclName().isIdentifier() ||
        !function->getDeclContext()->isFileContext())
      return std::nullopt;
    const DeclContext* space = function->getDeclContext()->getEnclosingNamespaceContext();
    if (space->Encloses(visible.around()->getDeclContext()) && !visible.isLocal(function->getNameAsString()))
      return std::nullopt;
    return "::" + writtenQualified(function);
  }

  std::optional<std::string> memberText(const CXXMemberCallExpr* method, unsigned number) {
    const BlockedArray& array = call.arrays[number];
    const std::string name = calleeName(method);
    const auto axis = name == "extent" ? constantOf(method->getArg(0), source.ast) : std::nullopt;
    if (const auto d = axis ? dimensionOf(array, *axis) : std::nullopt) return asOperand(sizeText(array, *d));
    if (name == "size") {
      std::string product;
      for (std::size_t d = 0; d < array.dimensions.size(); ++d)
        if (array.dimensions[d].kind != BlockDimension::Kind::Squeezed)
          product += (product.empty() ? "" : " * ") + asOperand(sizeText(array, d));
      return product.empty() ? "1" : "(" + product + ")";
    }
    refuse(method, "'" + name + "' of a ref");
    return "";
  }

  std::optional<std::string> callText(const CallExpr* called) {
    const FunctionDecl* callee = called->getDirectCallee();
    const std::string name = calleeName(called);
    if (!isOurs(callee)) {
      const bool isHanded =
          llvm::any_of(called->arguments(), [&](const Expr* each) { return refOf(each).has_value(); });
      return isHanded ? std::optional(inPlace(called, callee)) : std::nullopt;
    }
    if (name == "program_id" || name == "num_programs") return idText(called, name);
    if ((name == "load" || name == "store") && called->getNumArgs() > 0 &&
        rankIn(callee->getParamDecl(0)->getType()))
      if (const auto array = refOf(called->getArg(0))) return accessText(called, *array, name == "store");
    return std::nullopt;
  }

  /// A function that is handed refs, with these in place of its parameters: its body as a block, or the value
  /// of its one `return`.
  std::string inPlace(const CallExpr* called, const FunctionDecl* callee) {
    const FunctionDecl* definition = nullptr;
    const auto* body =
        callee && callee->hasBody(definition) ? dyn_cast<CompoundStmt>(definition->getBody()) : nullptr;
    const auto* back = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
    const auto range = body ? rangeOf({body->getLBracLoc(), body->getRBracLoc()}, source.ast) : std::nullopt;
    const bool isKnown = range && depth < 8 && definition->getNumParams() == called->getNumArgs() &&
                         (back || definition->getReturnType()->isVoidType());
    if (const auto* pattern = isKnown ? definition->getPrimaryTemplate() : nullptr)
      for (const NamedDecl* each : *pattern->getTemplateParameters())
        if (holdsWord(editedText(*range, {}, source.ast), each->getNameAsString()))
          refuse(called, "a template that is handed a ref and names '" + each->getNameAsString() + "'");
    if (!isKnown) {
      refuse(called, "a function that is handed a ref, '" + calleeName(called) + "'");
      return "";
    }
    std::string names;
    const std::set<const ValueDecl*> modified = modifiedVariables(body, source.directives);
    std::map<const ValueDecl*, unsigned> ownRefs;
    std::map<const ValueDecl*, std::string> ownNames;
    for (unsigned k = 0; k < called->getNumArgs(); ++k) {
      const ParmVarDecl* parameter = definition->getParamDecl(k);
      if (const auto array = refOf(called->getArg(k))) {
        ownRefs[parameter] = *array;
        continue;
      }
      std::string value = textOf(called->getArg(k));
      const bool isCopy = !parameter->getType()->isReferenceType(),
                 isModified = modified.count(parameter) > 0;
      const std::string type = isCopy ? typeThatConverts(called->getArg(k), parameter) : "";
      if (isModified && (isCopy ? back != nullptr : !llvm::all_of(value, isOfName)))
        refuse(called, "a parameter that '" + calleeName(called) + "' changes");
      if (isModified && isCopy) {
        ownNames[parameter] = unique(parameter->getNameAsString());
        names += fmt::format(" {} {} = {};", type.empty() ? "auto" : type, ownNames[parameter], value);
        continue;
      }
      if (!type.empty()) value = fmt::format("static_cast<{}>({})", type, value);
      const bool isSimple = llvm::all_of(value, isOfName);
      if (back || isSimple) {
        if (!isSimple && isUsedTwice(parameter, body))
          refuse(called, "a value that '" + calleeName(called) + "' takes twice");
        ownNames[parameter] = isSimple ? value : asOperand(value);
        continue;
      }
      ownNames[parameter] = unique(parameter->getNameAsString());
      names += fmt::format(" const auto {} = {};", ownNames[parameter], value);
    }
    result.inPlace.push_back(callee);
    refs.insert(ownRefs.begin(), ownRefs.end());
    for (const auto& [parameter, name] : ownNames) renamed[parameter] = name;
    ++depth;
    std::string text;
    if (back) {
      text = asOperand(textOf(back->getRetValue()));
    } else {
      std::vector<TextEdit> own;
      collectBody(body, own);
      text = "{" + names + editedText({range->begin + 1, range->end}, std::move(own), source.ast);
    }
    --depth;
    return text;
  }

  /// The type that a parameter converts what it is given to; empty: it has the type of that.
  std::string typeThatConverts(const Expr* given, const ParmVarDecl* parameter) const {
    const QualType type = parameter->getType().getUnqualifiedType();
    if (source.ast.hasSameUnqualifiedType(type, given->IgnoreImplicit()->getType())) return "";
    return type.getAsString(source.ast.getPrintingPolicy());
  }

  int depth = 0;  // of functions in place

  bool isUsedTwice(const ParmVarDecl* parameter, const Stmt* body) const {
    int uses = 0;
    walk(body, source.directives, [&](const Stmt* each) {
      const auto* named = dyn_cast<DeclRefExpr>(each);
      uses += named && named->getDecl() == parameter;
      return true;
    });
    return uses > 1;
  }

  /// Is it a ref, not a view?
  static bool rankIn(QualType type) { return isNamed(type, "ref"); }

  std::string idText(const CallExpr* asked, const std::string& name) {
    auto axis = constantOf(numberOf(asked->getArg(0)), source.ast);
    if (axis) *axis += static_cast<std::int64_t>(call.batches);
    if (!axis) {
      refuse(asked, "'" + name + "' of an axis that is no constant");
      return "";
    }
    const auto batches = static_cast<std::int64_t>(call.batches),
               rank = static_cast<std::int64_t>(call.axes.size());
    if (*axis < batches || *axis >= rank) {
      source.diags.report(Diag::GridAxisMissing, asked->getBeginLoc(),
                          {name, std::to_string(*axis - batches), std::to_string(rank - batches)});
      return "";
    }
    const std::string& id = call.axes[*axis].id;
    const auto& step = steps[static_cast<std::size_t>(*axis)];
    if (name == "program_id") return step ? fmt::format("({} / {})", id, asOperand(step->size)) : id;
    return fmt::format("static_cast<std::ptrdiff_t>({})", call.axes[*axis].text);
  }

  /// The indices of a `load` or `store`, and what it is given behind them.
  std::pair<std::vector<const Expr*>, std::vector<const Expr*>> partsOfAccess(const CallExpr* called) {
    std::vector<const Expr*> indices, rest;
    for (const Expr* each : llvm::drop_begin(called->arguments()))
      if (!isa<CXXDefaultArgExpr>(each)) rest.push_back(each);
    const Expr* tuple = rest.empty() ? nullptr : strip(rest.front());
    while (const auto* cast = dyn_cast_or_null<CXXFunctionalCastExpr>(tuple))
      tuple = strip(cast->getSubExpr());
    if (tuple && libraryName(tuple->getType()) == "tuple") {
      rest.erase(rest.begin());
      if (const auto* made = dyn_cast<CXXConstructExpr>(tuple))
        indices.assign(made->arg_begin(), made->arg_end());
      else if (const auto* call = dyn_cast<CallExpr>(tuple); call && calleeName(call) == "make_tuple")
        indices.assign(call->arg_begin(), call->arg_end());
      else
        refuse(tuple, "a tuple of indices with a name");
    }
    return {indices, rest};
  }

  /// `load(r, std::tuple(i, ds(2, 3)), mask, other)`, `store(r, std::tuple(...), value, mask)`.
  std::string accessText(const CallExpr* called, unsigned number, bool isStore) {
    const auto [indices, rest] = partsOfAccess(called);
    const std::string place = placeText(number, indices);
    std::vector<std::string> limits = limitsOf(number, indices);
    const bool isElement = this->isElement(number, indices);
    std::vector<std::string> texts;
    for (const Expr* each : rest) texts.push_back(textOf(each));
    if (!isElement && !limits.empty()) refuse(called, "a part of a block that may lie outside of its array");
    const bool isMasked = texts.size() > (isStore ? 1 : 0);
    if (isMasked && isElement) limits.push_back(limits.empty() ? texts[isStore] : asOperand(texts[isStore]));
    const std::string condition = fmt::format("{}", fmt::join(limits, " && "));
    if (!isStore) {
      if (texts.empty())
        return limits.empty() ? place : fmt::format("({} ? {} : {})", condition, place, noneOf(number));
      if (!isElement) return fmt::format("appyl::load({}, {})", place, fmt::join(texts, ", "));
      return fmt::format("({} ? {} : {})", limits.size() == 1 ? asOperand(condition) : condition, place,
                         texts.size() > 1 ? asOperand(texts[1]) : "0");
    }
    if (isMasked && !isElement) return fmt::format("appyl::store({}, {})", place, fmt::join(texts, ", "));
    return limits.empty() ? fmt::format("{} = {}", place, texts[0])
                          : fmt::format("if ({}) {} = {}", condition, place, texts[0]);
  }

  bool isElement(unsigned number, const std::vector<const Expr*>& indices) const {
    const auto isNumber = [](const Expr* index) { return strip(index)->getType()->isIntegerType(); };
    const BlockedArray& array = call.arrays[number];
    return array.isNumber || (indices.size() == keptRank(array) && llvm::all_of(indices, isNumber));
  }

  static std::size_t keptRank(const BlockedArray& array) {
    return static_cast<std::size_t>(llvm::count_if(array.dimensions, [](const BlockDimension& each) {
      return each.kind != BlockDimension::Kind::Squeezed;
    }));
  }

  static std::string libraryName(QualType type) {
    const CXXRecordDecl* record = recordOf(type);
    return record && record->isInStdNamespace() && record->getIdentifier() ? record->getName().str() : "";
  }
};

}  // namespace

std::variant<GridCallText, TileRefusal> writeGridCall(const GridCall& call, const VisibleNames& visible,
                                                      const std::set<std::string>& names,
                                                      const std::string& margin, const Source& source) {
  return GridCallWriter(call, visible, names, margin, source).write();
}

}  // namespace appyl

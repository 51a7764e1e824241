#include "expand/lane_writer.h"

#include "expand/array_language.h"
#include "expand/reduced_elements.h"
#include "support/operands.h"

#include <llvm/ADT/StringExtras.h>

#include <algorithm>

namespace appyl {

using namespace clang;
using Kind = TileExpression::Kind;

namespace {

std::string nameOfFold(const std::string& op) {
  return op == "+"     ? "total"
         : op == "*"   ? "product"
         : op == "min" ? "least"
         : op == "max" ? "greatest"
                       : "place";
}

/// Names of counters that begin at zero, as most do, where nothing else has that name.
std::set<std::string> findNaturalCounters(const TileProgram& program, const Directives& directives) {
  std::set<std::string> result;
  if (program.loops.empty()) return result;
  std::set<const Decl*> natural;
  for (const TileLoop& loop : program.loops)
    if (loop.counter && loop.lower.isConstant() && *loop.lower.constant() >= 0 && loop.goesUp) {
      natural.insert(loop.counter);
      result.insert(loop.counter->getNameAsString());
    }
  walk(program.loops.front().stmt, directives, [&](const Stmt* each) {
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(declared); variable && !natural.count(variable))
          result.erase(variable->getNameAsString());
    return true;
  });
  return result;
}

}  // namespace

LaneWriter::LaneWriter(const TileProgram& program, const TileWriting& writing)
    : program(program),
      writing(writing),
      naturalCounters(findNaturalCounters(program, writing.source.directives)) {}

bool LaneWriter::isLane(const LaneDimension& dimension) const {
  const int axis = program.axis(dimension.axis);
  if (axis < 0) return false;
  const int loop = program.axes[axis].loop;
  return loop < 0 || program.axes[axis].isMixed || !program.loops[loop].perElement;
}

std::string LaneWriter::lane(const TileExpression& expression) {
  if (const auto value = values.find(&expression); value != values.end()) return value->second;
  switch (expression.kind) {
    case Kind::Text: {
      std::string text;
      for (std::size_t k = 0; k < expression.pieces.size(); ++k) {
        text += expression.pieces[k];
        if (k == expression.operands.size()) break;
        const std::string operand = lane(expression.operands[k]);
        text += standsAlone(expression, k) ? withoutParentheses(operand) : operand;
      }
      return text;
    }
    case Kind::Element: {
      std::string text = expression.name + "(";
      for (std::size_t k = 0; k < expression.subscripts.size(); ++k) {
        const TileExpression::Subscript& each = expression.subscripts[k];
        text += k ? ", " : "";
        text += isType              ? "0"
                : each.operand >= 0 ? withoutParentheses(lane(expression.operands[each.operand]))
                                    : print(placeOf(each));
      }
      return text + ")";
    }
    case Kind::Local: {
      const LocalTile& tile = program.locals[expression.local];
      std::string text = nameOf(expression.local);
      if (expression.isReshaped) return text + placeInOrder(expression);
      for (std::size_t k = 0; k < expression.localAxes.size(); ++k)
        if (isLane(tile.dimensions[k]))
          text += "[" + (isType ? "0" : print(laneOf(expression.localAxes[k]))) + "]";
      return text;
    }
    case Kind::Place: {
      const std::string text = print(placeOf(expression.subscripts[0]));
      if (!expression.castTo.empty()) return "static_cast<" + expression.castTo + ">(" + text + ")";
      return asOperand(text);
    }
    case Kind::Fold:
    case Kind::Running: return lane(expression.operands[0]);
  }
  return "";
}

std::string LaneWriter::nameOf(int local) {
  if (!program.locals[local].name.empty()) return program.locals[local].name;
  std::string& name = unnamed[local];
  if (name.empty()) name = fresh("kept");
  return name;
}

/// The size as it is written: a template's parameter is kept.
static Polynomial asFactor(const Extent& size) {
  const bool isNumber = llvm::all_of(size.text, [](char c) { return std::isdigit(c) != 0; });
  return isNumber ? size.value : Polynomial::symbol(size.factor());
}

/// The lane's number in row-major order, as a place in the tile: `[n / 8][n % 8]` of n = 4 * lane + lane2.
std::string LaneWriter::placeInOrder(const TileExpression& reshaped) const {
  Polynomial number;
  for (std::size_t k = 0; k < reshaped.localAxes.size(); ++k) {
    const int axis = program.axis(reshaped.localAxes[k]);
    const Polynomial size = axis < 0 ? Polynomial(1) : asFactor(program.axes[axis].size);
    number = multiply(number, size).value_or(Polynomial::symbol("?"));
    number = add(number, laneOf(reshaped.localAxes[k])).value_or(Polynomial::symbol("?"));
  }
  std::vector<std::string> sizes;
  for (const LaneDimension& each : reshaped.whole)
    if (isLane(each)) sizes.push_back(program.axes[program.axis(each.axis)].size.factor());
  const std::string flat = print(number), whole = asOperand(flat);
  if (sizes.size() < 2) return sizes.empty() ? "" : "[" + flat + "]";
  std::string text;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const std::string behind = llvm::join(llvm::ArrayRef(sizes).drop_front(k + 1), " * ");
    const bool isProduct = k + 2 < sizes.size();
    text += "[" + whole + (behind.empty() ? "" : " / " + (isProduct ? "(" + behind + ")" : behind)) +
            (k ? " % " + sizes[k] : "") + "]";
  }
  return text;
}

/// Does the operand need no parentheses where it stands?
bool LaneWriter::standsAlone(const TileExpression& expression, std::size_t number) const {
  const TileExpression* operand = &expression.operands[number];
  while (operand->kind == Kind::Fold && isPlain(*operand)) operand = &operand->operands[0];
  if (operand->kind == Kind::Fold) return false;
  if (expression.precedence) {
    if (operand->kind == Kind::Place) return expression.precedence == 3;
    if (!operand->precedence || operand->precedence > 2 || expression.precedence > 3) return false;
    return operand->precedence < expression.precedence ||
           (operand->precedence == expression.precedence && number == 0);
  }
  const llvm::StringRef before = expression.pieces[number], behind = expression.pieces[number + 1];
  return (before.ends_with("(") && before.size() > 1 &&
          (behind.starts_with(")") || behind.starts_with(", "))) ||
         (before == ", " && (behind.starts_with(")") || behind.starts_with(", ")));
}

std::string LaneWriter::withoutParentheses(std::string text) {
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') return text;
  int depth = 0;
  for (std::size_t k = 0; k + 1 < text.size(); ++k) {
    depth += text[k] == '(';
    depth -= text[k] == ')';
    if (depth == 0) return text;
  }
  return text.substr(1, text.size() - 2);
}

void LaneWriter::loops(Lines& out, const std::vector<LaneDimension>& dimensions,
                       const std::vector<const TileExpression*>& used, const LaneDirective& directive,
                       const std::function<void()>& innermost) {
  const LaneLoops lanes{dimensions, used, directive, innermost};
  for (const TileExpression* each : used)
    if (each->kind == Kind::Running) return running(out, lanes, *each);
  loops(out, lanes, 0);
}

/// The lanes along which the sum runs are the innermost loop, in their order.
void LaneWriter::running(Lines& out, const LaneLoops& lanes, const TileExpression& expression) {
  const auto isAlong = [&](const LaneDimension& each) {
    return program.axis(each.axis) == program.axis(expression.folded[0].axis);
  };
  std::vector<LaneDimension> others, along;
  for (const LaneDimension& each : lanes.dimensions) (isAlong(each) ? along : others).push_back(each);
  const std::function<void()> addAlong = [&] {
    const std::string name = fresh("total"), type = typeOf(expression);
    out.line(type + " " + name + " = 0;");
    const std::function<void()> addOne = [&] {
      out.line(addUp(expression, name, type));
      values[&expression] = name;
      lanes.innermost();
    };
    loops(out, {along, lanes.used, {}, addOne}, 0);
  };
  loops(out, {others, lanes.used, lanes.directive, addAlong}, 0);
}

void LaneWriter::findOutOnce(Lines& out, const TileExpression& expression) {
  if (once.count(&expression)) return findOut(out, expression);
  for (const TileExpression& each : expression.operands) findOutOnce(out, each);
}

void LaneWriter::makeChanges(Lines& out, const TileExpression& expression) {
  const bool isNumber = expression.kind == Kind::Text && expression.dimensions.empty() && expression.expr;
  if (isNumber && !values.count(&expression) && mayChangeSomething(expression.expr))
    return findOut(out, expression);
  for (const TileExpression& each : expression.operands) makeChanges(out, each);
}

void LaneWriter::findOut(Lines& out, const TileExpression& number) {
  for (const TileExpression& each : number.operands) folds(out, each);
  const std::string name = fresh("value");
  out.line("const auto " + name + " = " + withoutParentheses(lane(number)) + ";");
  values[&number] = name;
}

void LaneWriter::folds(Lines& out, const TileExpression& expression) {
  if (values.count(&expression)) return;
  if (expression.kind == Kind::Text && isFoundOutOnce(expression)) return findOut(out, expression);
  if (expression.kind == Kind::Fold && !isPlain(expression)) {
    if (allBound(expression)) fold(out, expression);
    return;
  }
  for (const TileExpression& each : expression.operands) folds(out, each);
}

std::string LaneWriter::update(const std::string& to, const std::string& type, const std::string& op,
                               const std::string& from, const std::string& ofValue) {
  const auto isSmall = [](const std::string& each) {
    return each == "::appyl::half" || each == "::appyl::bfloat16";
  };
  const auto inFloat = [&](const std::string& text, const std::string& each) {
    return isSmall(each) ? "static_cast<float>(" + text + ")" : text;
  };
  if (llvm::StringRef(op).starts_with("::appyl::")) return op + "(" + to + ", " + from + ");";
  if (op == "max" || op == "min") return to + " = std::" + op + "<" + type + ">(" + to + ", " + from + ");";
  const bool isNative = !isSmall(type) && !isSmall(ofValue);
  if (op == "=" || isNative || (type == ofValue && type == "::appyl::half"))
    return to + " " + op + " " + from + ";";
  if (!isSmall(type)) return to + " " + op + " " + inFloat(from, ofValue) + ";";
  const std::string value = isSmall(ofValue) ? from : asOperand(from);
  return to + " = " + inFloat(to, type) + " " + op.substr(0, op.size() - 1) + " " + inFloat(value, ofValue) +
         ";";
}

std::string LaneWriter::update(const TileExpression& target, const std::string& op, const std::string& from,
                               const TileExpression& value) {
  const std::string to = lane(target);
  const bool isSmallTarget = program.mayBeSmall(target), isSmallValue = program.mayBeSmall(value);
  const bool isOpen = program.widens && (target.isDependent || value.isDependent);
  const bool isUpdate = op.size() > 1 && op.back() == '=';
  if (isOpen && isUpdate && isReduced(target, program)) return to + " " + op + " " + from + ";";
  if (!isOpen || !isUpdate || (!isSmallTarget && !isSmallValue))
    return update(to, typeOf(target), op, from, value.type);
  const std::string open = isSmallTarget && isSmallValue ? "::appyl::operand(" : "::appyl::widened(";
  const auto computed = [&](const std::string& text, bool isSmall) {
    return isSmall ? open + text + ")" : asOperand(text);
  };
  return to + " = " + computed(to, isSmallTarget) + " " + op.substr(0, op.size() - 1) + " " +
         computed(from, isSmallValue) + ";";
}

/// Adds one more lane to a sum or a product.
std::string LaneWriter::addUp(const TileExpression& fold, const std::string& name, const std::string& type) {
  const TileExpression& operand = fold.operands[0];
  const std::string value = withoutParentheses(lane(operand));
  if (program.widens && operand.isDependent && program.mayBeSmall(operand))
    return name + " " + fold.op + "= ::appyl::operand(" + value + ");";
  return update(name, type, fold.op + "=", value, operand.type);
}

std::string LaneWriter::typeOf(const TileExpression& expression) {
  if (!expression.isDependent) return expression.type;
  if (!expression.written.empty()) return expression.written;
  if (expression.kind == Kind::Fold || expression.kind == Kind::Running) {
    if (expression.op.starts_with("arg")) return expression.type;
    const TileExpression& operand = expression.operands[0];
    const bool isProduct = operand.expr == expression.expr;  // of a `dot`
    const bool isAddedUp = (expression.op == "+" || expression.op == "*") && !isProduct;
    std::string value = anyLane(operand);
    if (isAddedUp && program.widens && program.mayBeSmall(operand)) value = "::appyl::operand(" + value + ")";
    return "std::decay_t<decltype(" + (isAddedUp ? value + " + " + value : withoutParentheses(value)) + ")>";
  }
  return "std::decay_t<decltype(" + withoutParentheses(anyLane(expression)) + ")>";
}

std::string LaneWriter::anyLane(const TileExpression& expression) {
  isType = true;
  std::string text = lane(expression);
  isType = false;
  return text;
}

std::string LaneWriter::placeIn(const std::vector<LaneDimension>& dimensions) const {
  std::string text;
  for (const LaneDimension& each : dimensions)
    if (isLane(each)) text += "[" + print(laneOf(each.axis)) + "]";
  return text;
}

/// Adds `0 <= place && place < extent`, without the parts that are certain.
void LaneWriter::addGuard(std::vector<std::string>& conditions, const Polynomial& place,
                          const Polynomial& extent) const {
  const std::string text = placeText(place, program);
  for (const std::string& each :
       {mayBeNegative(place) ? "0 <= " + text : std::string(), text + " < " + print(extent)})
    if (!each.empty() && llvm::find(conditions, each) == conditions.end()) conditions.push_back(each);
}

std::vector<std::string> LaneWriter::guardsOf(const TileExpression& expression) const {
  std::vector<std::string> conditions;
  addGuards(conditions, expression.guards, expression.dimensions);
  if (!addedUp.count(&expression)) return conditions;
  for (const std::string& each : guardsInside(expression))
    if (llvm::find(conditions, each) == conditions.end()) conditions.push_back(each);
  return conditions;
}

void LaneWriter::addGuards(std::vector<std::string>& conditions, const std::vector<Clip>& guards,
                           const std::vector<LaneDimension>& dimensions) const {
  for (const Clip& clip : guards) addGuard(conditions, clip.start, clip.extent);
  for (const LaneDimension& each : dimensions)
    if (each.axis >= 0 && !isLane(each))
      for (const Clip& clip : each.clips)
        addGuard(conditions, placeOf({clip.start, each.axis, -1}), clip.extent);
}

/// Conditions for the fold to have anything to fold, beyond those for it to have a result.
std::vector<std::string> LaneWriter::guardsInside(const TileExpression& fold) const {
  std::vector<std::string> outside, all;
  addGuards(outside, fold.guards, fold.dimensions);
  addGuards(all, fold.operands[0].guards, fold.folded);
  llvm::erase_if(all, [&](const std::string& each) { return llvm::find(outside, each) != outside.end(); });
  return all;
}

std::string LaneWriter::condition(const std::vector<const TileExpression*>& expressions) const {
  std::vector<std::string> all;
  for (const TileExpression* expression : expressions)
    for (const std::string& each : guardsOf(*expression))
      if (llvm::find(all, each) == all.end()) all.push_back(each);
  return llvm::join(all, " && ");
}

std::string LaneWriter::fresh(const std::string& wanted) {
  std::string name = wanted;
  for (int k = 2; !writing.names.insert(name).second; ++k) name = wanted + std::to_string(k);
  made.insert(name);
  return name;
}

/// A fold without lanes of its own, whose one lane is it.
bool LaneWriter::isPlain(const TileExpression& fold) const {
  return std::none_of(fold.folded.begin(), fold.folded.end(),
                      [&](const LaneDimension& each) { return isLane(each); }) &&
         fold.op.size() == 1 && (addedUp.count(&fold) || guardsInside(fold).empty());
}

Polynomial LaneWriter::laneOf(int axis) const {
  axis = program.axis(axis);
  const auto found = axis < 0 ? bound.end() : bound.find(axis);
  return found == bound.end() ? Polynomial(0) : found->second;
}

Polynomial LaneWriter::placeOf(const TileExpression::Subscript& subscript) const {
  return add(subscript.start, laneOf(subscript.axis)).value_or(Polynomial::symbol("?"));
}

bool LaneWriter::mayBeNegative(const Polynomial& value) const {
  Polynomial others = value;
  for (const auto& [factors, factor] : value.terms) {
    const bool isOfCounters =
        factor > 0 && llvm::all_of(factors, [&](const std::string& each) {
          return isNatural(Polynomial::symbol(each), program) || naturalCounters.count(each);
        });
    if (isOfCounters) others.terms.erase(factors);
  }
  return !isNatural(others, program);
}

/// Must the number be computed only once: it calls a function, or has side effects?
/// Is it one number, not one for each lane? The products that a `dot` adds up have the lanes of their
/// factors.
static bool isOneNumber(const TileExpression& expression) {
  const bool isSum = expression.kind == Kind::Fold || expression.kind == Kind::Running;
  return expression.dimensions.empty() && (isSum || llvm::all_of(expression.operands, isOneNumber));
}

bool LaneWriter::isFoundOutOnce(const TileExpression& expression) {
  if (!isOneNumber(expression) || !expression.expr) return false;
  return expression.operands.empty() ? callsOrAssigns(expression.expr) : mayHaveEffects(expression.expr);
}

bool LaneWriter::allBound(const TileExpression& expression) const {
  for (const LaneDimension& each : expression.dimensions)
    if (isLane(each) && !bound.count(program.axis(each.axis))) return false;
  return std::all_of(expression.operands.begin(), expression.operands.end(),
                     [&](const TileExpression& each) { return allBoundExcept(each, expression.folded); });
}

bool LaneWriter::allBoundExcept(const TileExpression& expression,
                                const std::vector<LaneDimension>& folded) const {
  const auto isFolded = [&](int axis) {
    return std::any_of(folded.begin(), folded.end(),
                       [&](const LaneDimension& each) { return program.axis(each.axis) == axis; });
  };
  for (const LaneDimension& each : expression.dimensions)
    if (isLane(each) && !bound.count(program.axis(each.axis)) && !isFolded(program.axis(each.axis)))
      return false;
  return true;
}

/// The range [first, end) of the lanes; the lines that compute it go to `out`.
LaneWriter::Bounds LaneWriter::boundsOf(Lines& out, const LaneDimension& dimension) {
  const TileAxis& axis = program.axes[program.axis(dimension.axis)];
  const bool isText = !llvm::any_of(program.wideNaturals,
                                    [&](const std::string& name) { return axis.size.value.mentions(name); });
  Bounds bounds{"0", isText ? axis.size.text : placeText(axis.size.value, program)};
  if (dimension.isBounded) {
    bounded.insert(axis.loop);
    bounds.end = laneCount(axis.loop);
  }
  if (dimension.clips.empty()) return bounds;
  std::string first = "0", end = bounds.end;
  const auto among = [](const char* function, const std::string& a, const std::string& b) {
    return std::string(function) + "<std::ptrdiff_t>(" + a + ", " + b + ")";
  };
  for (const Clip& clip : dimension.clips) {
    const Polynomial before = multiply(clip.start, Polynomial(-1)).value_or(Polynomial::symbol("?"));
    if (mayBeNegative(clip.start)) first = among("std::max", first, print(before));
    end = among("std::min", end, print(subtract(clip.extent, clip.start).value_or(Polynomial::symbol("?"))));
  }
  if (first != "0") {
    bounds.first = fresh("first");
    out.line("const std::ptrdiff_t " + bounds.first + " = " + first + ";");
  }
  bounds.end = fresh("end");
  out.line("const std::ptrdiff_t " + bounds.end + " = " + end + ";");
  return bounds;
}

std::string LaneWriter::laneCount(int loop) {
  std::string& name = counts[loop];
  if (name.empty()) name = fresh(program.loops[loop].counter->getNameAsString() + "_size");
  return name;
}

void LaneWriter::loops(Lines& out, const LaneLoops& lanes, std::size_t number) {
  const auto& [dimensions, used, directive, innermost] = lanes;
  for (const TileExpression* each : used) folds(out, *each);
  while (number < dimensions.size() && !isLane(dimensions[number])) ++number;
  if (number == dimensions.size()) {
    innermost();
    return;
  }
  const LaneDimension& dimension = dimensions[number];
  const int axis = program.axis(dimension.axis);
  if (const auto wanted = asked.find(axis); wanted != asked.end())
    return askedLoop(out, wanted->second, lanes, number);
  const Bounds bounds = boundsOf(out, dimension);
  const int loop = program.axes[axis].loop;
  const std::string name =
      fresh(loop >= 0 && !program.axes[axis].isMixed ? program.loops[loop].counter->getNameAsString() + "_in"
                                                     : "lane");
  const bool isInt = (program.axes[axis].size.isConstant || program.axes[axis].size.value.isConstant()) &&
                     dimension.clips.empty();
  if (!directive.block.empty())
    out.directive("#pragma" + directive.block);
  else if (directive.isParallel)
    out.directive("#pragma parallel" + unchecked + directive.reductions);
  out.openLoop("for (" + std::string(isInt ? "int " : "std::ptrdiff_t ") + name + " = " + bounds.first +
               "; " + name + " < " + bounds.end + "; ++" + name + ")");
  LaneLoops inner = lanes;
  if (!directive.block.empty() || (directive.isParallel && !directive.reductions.empty()))
    inner.directive = {};
  inside(out, axis, Polynomial::symbol(name), [&] { loops(out, inner, number + 1); });
}

void LaneWriter::inside(Lines& out, int axis, const Polynomial& lane, const std::function<void()>& body) {
  bound[axis] = lane;
  const auto known = values;
  body();
  values = known;
  bound.erase(axis);
  if (lane.terms.size() == 1 && lane.terms.begin()->first.size() == 1)
    writing.names.erase(made.erase(lane.terms.begin()->first[0]) ? lane.terms.begin()->first[0] : "");
  out.close();
}

void LaneWriter::askedLoop(Lines& out, const Asked& wanted, const LaneLoops& lanes, std::size_t number) {
  const TensorDimension& dimension = *wanted.dimension;
  const bool isPart = !wanted.end.empty();
  std::string clauses;
  if (dimension.parallel && !isPart) clauses = " parallel" + unchecked;
  if (!dimension.block.empty() && !isPart) clauses += " block(" + dimension.block + ")";
  if (dimension.parallel && !isPart) clauses += lanes.directive.reductions;
  if (!clauses.empty()) out.directive("#pragma" + clauses);
  out.openLoop("for (" + dimension.counterType + " " + wanted.name + " = " +
               (isPart ? wanted.first : print(dimension.lower)) + "; " + wanted.name + " < " +
               (isPart ? wanted.end : dimension.upper.text) + "; ++" + wanted.name + ")");
  const Polynomial lane = subtract(Polynomial::symbol(wanted.name), dimension.lower).value_or(Polynomial());
  inside(out, program.axis(dimension.axis), lane, [&] { loops(out, lanes, number + 1); });
}

/// The value at which `min` and `max` begin.
std::string LaneWriter::identityOf(const TileExpression& fold, const std::string& type) {
  const bool isLeast = fold.op == "max";
  if (fold.isDependent)
    return std::string("::appyl::detail::") + (isLeast ? "least<" : "greatest<") + type + ">()";
  const bool isSmall = type == "::appyl::half" || type == "::appyl::bfloat16";
  const bool isReal = isSmall || type == "float" || type == "double" || type == "long double";
  const std::string limits = "std::numeric_limits<" + (isSmall ? "float" : type) + ">::";
  if (isReal) return (isLeast ? "-" : "") + limits + "infinity()";
  return limits + (isLeast ? "lowest()" : "max()");
}

/// Are, in a program of a `par_dim`, the fold's lanes neighbours in memory, while those of the programs are
/// not?
bool LaneWriter::goesAlongRows(const TileExpression& fold) const {
  for (const auto& each : bound) {
    const auto wanted = asked.find(each.first);
    if (wanted == asked.end() || !wanted->second.dimension->parallel || !wanted->second.end.empty())
      return false;
  }
  bool along = false, across = false;
  const std::function<void(const TileExpression&)> look = [&](const TileExpression& each) {
    if (each.kind == Kind::Element && !each.subscripts.empty()) {
      const int axis = program.axis(each.subscripts.back().axis);
      along |= axis >= 0 && !asked.count(axis) && llvm::any_of(fold.folded, [&](const LaneDimension& folded) {
                 return program.axis(folded.axis) == axis;
               });
      across |= bound.count(axis) > 0;
    }
    for (const TileExpression& operand : each.operands) look(operand);
  };
  look(fold.operands[0]);
  return along && !across;
}

/// Is it an element of a product of matrices, whose rows and columns are loops around? The elements of a
/// block share what they load then, and each adds up on its own.
bool LaneWriter::isMatrixProduct(const TileExpression& fold) const {
  const TileExpression& product = fold.operands[0];
  const bool isProduct = fold.op == "+" && fold.folded.size() == 1 && product.precedence == 1 &&
                         product.operands.size() == 2 && product.operands[0].kind == Kind::Element &&
                         product.operands[1].kind == Kind::Element;
  if (!isProduct) return false;
  const auto goesAlong = [&](const TileExpression& factor, int axis) {
    return llvm::any_of(factor.subscripts, [&](const TileExpression::Subscript& each) {
      return each.axis >= 0 && program.axis(each.axis) == axis;
    });
  };
  const TileExpression &left = product.operands[0], &right = product.operands[1];
  bool hasRow = false, hasColumn = false;
  for (const LaneDimension& each : fold.dimensions) {
    const int axis = program.axis(each.axis);
    if (axis < 0 || isLane(each)) return false;
    hasRow |= goesAlong(left, axis) && !goesAlong(right, axis);
    hasColumn |= goesAlong(right, axis) && !goesAlong(left, axis);
  }
  const int summed = program.axis(fold.folded[0].axis);
  return hasRow && hasColumn && goesAlong(left, summed) && goesAlong(right, summed);
}

void LaneWriter::fold(Lines& out, const TileExpression& expression) {
  const std::string& op = expression.op;
  const TileExpression& operand = expression.operands[0];
  const std::string name = fresh(nameOfFold(op)), type = typeOf(expression), ofLane = typeOf(operand);
  // Outside of all lanes the threads of a program share them; where a directive asks for it, its loop does.
  const bool isOutside = (bound.empty() || goesAlongRows(expression)) && !program.mayBeSmall(operand) &&
                         type != "::appyl::half" && type != "::appyl::bfloat16";
  LaneDirective directive{isOutside, " reduction(" + op + ":" + name + ")"};
  if (isOutside && isMatrixProduct(expression)) directive.block = " block(32)";
  const auto lanes = [&](const LaneDirective& before, const std::function<void()>& innermost) {
    const std::string condition = llvm::join(guardsInside(expression), " && ");
    if (!condition.empty()) out.openIf("if (" + condition + ")");
    loops(out, expression.folded, {&operand}, before, innermost);
    if (!condition.empty()) out.close();
  };
  if (op == "argmin" || op == "argmax") {
    const std::string best = fresh(op == "argmin" ? "least" : "greatest");
    out.line("std::ptrdiff_t " + name + " = -1;");
    out.line(ofLane + " " + best + "{};");
    lanes({}, [&] {
      const std::string value = fresh("value");
      out.line("const " + ofLane + " " + value + " = " + withoutParentheses(lane(operand)) + ";");
      out.openIf("if (" + name + " < 0 || " + (op == "argmin" ? value + " < " + best : best + " < " + value) +
                 ")");
      out.line(best + " = " + value + ";");
      std::string place;
      for (const LaneDimension& each : expression.folded) {
        if (each.axis < 0) continue;
        const std::string at = print(laneOf(each.axis));
        place = place.empty()
                    ? at
                    : "(" + place + ") * " + program.axes[program.axis(each.axis)].size.factor() + " + " + at;
      }
      out.line(name + " = " + (place.empty() ? "0" : place) + ";");
      out.close();
    });
  } else if (op == "min" || op == "max") {
    const std::string identity = identityOf(expression, type);
    out.line(type + " " + name + " = " + identity + ";");
    lanes(directive, [&] {
      std::string value = withoutParentheses(lane(operand));
      if (operand.kind != Kind::Element && operand.kind != Kind::Local) {
        const std::string once = fresh("value");
        out.line("const " + type + " " + once + " = " + value + ";");
        value = once;
      }
      out.line("if (" + (op == "min" ? value + " < " + name : name + " < " + value) + ") " + name + " = " +
               value + ";");
    });
  } else {
    out.line(type + " " + name + " = " + (op == "+" ? "0" : "1") + ";");
    lanes(directive, [&] { out.line(addUp(expression, name, type)); });
  }
  values[&expression] = name;
}

}  // namespace appyl

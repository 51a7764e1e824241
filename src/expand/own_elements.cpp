#include "expand/own_elements.h"

#include "expand/array_language.h"
#include "nest/scev/scalar_evolution.h"

#include <algorithm>
#include <utility>

namespace appyl {
namespace {

using namespace clang;
using Kind = TileExpression::Kind;

bool isConstantValue(const Polynomial& value, std::int64_t constant) {
  return value.isConstant() && *value.constant() == constant;
}

class Reading {
 public:
  Reading(const TileStatement& statement, const std::vector<int>& order, const TileProgram& program,
          const Directives& directives)
      : statement(statement),
        target(*statement.target),
        order(order),
        program(program),
        directives(directives) {}

  OwnElements run() {
    look(*statement.value, order.size());
    if (statement.mask) look(*statement.mask, order.size());
    const bool isValueGood = std::exchange(good, true);
    for (const TileExpression& operand : target.operands) look(operand, order.size());
    result.movesPlaces = !good;
    good &= isValueGood;
    const std::string name = target.kind == Kind::Local ? program.locals[target.local].name : target.name;
    if (!good) result.hazard = "it needs elements of '" + name + "' that it changes itself";
    return result;
  }

 private:
  const TileStatement& statement;
  const TileExpression& target;
  const std::vector<int>& order;
  const TileProgram& program;
  const Directives& directives;
  OwnElements result;
  bool good = true;

  bool isLaneAxis(int axis) const { return std::find(order.begin(), order.end(), axis) != order.end(); }

  /// `level`: how many of the loops are around it.
  void look(const TileExpression& each, std::size_t level) {
    std::size_t inside = level;
    if (each.kind == Kind::Fold) {  // computed in the outermost loop that has its lanes
      std::size_t needed = 0;
      for (const LaneDimension& dimension : each.dimensions) {
        const auto at = std::find(order.begin(), order.end(), program.axis(dimension.axis));
        if (at != order.end()) needed = std::max<std::size_t>(needed, at - order.begin() + 1);
      }
      inside = std::min(level, needed);
    }
    const std::set<int> open(order.begin(), order.begin() + inside);
    good &= !each.isReshaped || target.kind != Kind::Local || each.local != target.local;
    if (each.kind == Kind::Local && target.kind == Kind::Local && each.local == target.local)
      for (std::size_t k = 0; k < each.localAxes.size(); ++k) {
        const int own = program.axis(target.localAxes[k]), other = program.axis(each.localAxes[k]);
        good &= own == other || !(open.count(own) || open.count(other));
      }
    if (each.kind == Kind::Element && target.kind == Kind::Element && each.root == target.root)
      good &= isOwnOrApart(each, open);
    if (!order.empty()) lookForNumbers(each);
    for (const TileExpression& operand : each.operands) look(operand, inside);
  }

  /// Is it the element that the lane writes, or one that no lane writes?
  bool isOwnOrApart(const TileExpression& each, const std::set<int>& open) const {
    if (each.name != target.name || each.subscripts.size() != target.subscripts.size()) return false;
    bool isSame = true;
    for (std::size_t k = 0; k < each.subscripts.size(); ++k) {
      const auto &own = target.subscripts[k], &other = each.subscripts[k];
      const auto difference = subtract(own.start, other.start);
      const int ownAxis = program.axis(own.axis), otherAxis = program.axis(other.axis);
      if (own.operand >= 0 || other.operand >= 0)
        isSame = false;
      else if (areApart(own, other))
        return true;
      else if (ownAxis < 0 && otherAxis < 0)
        continue;  // one number for all lanes: either row is its own, or none of its elements is written
      else if (!difference)
        isSame = false;
      else if (!isLaneAxis(ownAxis) && !isLaneAxis(otherAxis))
        isSame &= isConstantValue(*difference, 0);
      else if (ownAxis != otherAxis || !isConstantValue(*difference, 0))
        isSame &= !open.count(ownAxis) && !open.count(otherAxis);
    }
    return isSame;
  }

  /// Does one end before the other begins?
  bool areApart(const TileExpression::Subscript& a, const TileExpression::Subscript& b) const {
    const auto endsBefore = [&](const TileExpression::Subscript& first,
                                const TileExpression::Subscript& second) {
      const int axis = program.axis(first.axis);
      const auto end =
          add(first.number.value_or(first.start), axis < 0 ? Polynomial(1) : program.axes[axis].size.value);
      const auto between = end ? subtract(second.number.value_or(second.start), *end) : std::nullopt;
      return between && isNatural(*between, program);
    };
    return endsBefore(a, b) || endsBefore(b, a);
  }

  void lookForNumbers(const TileExpression& each) {
    const ValueDecl* array =
        target.kind == Kind::Local ? program.locals[target.local].declaration : target.root;
    good &= !hasNumberIn(each, array);
    if (!isComputedOf(each, array)) return;
    if (each.dimensions.empty())
      result.numbers.insert(&each);
    else
      good = false;
  }

  /// Does the statement use the array in any way but for its extents, which are no elements?
  bool readsElements(const Stmt* statement, const ValueDecl* array) const {
    bool found = false;
    walk(statement, directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      found |= reference && reference->getDecl() == array;
      return !found && !isMeasure(each);
    });
    return found;
  }

  static bool isMeasure(const Stmt* statement) {
    static const std::set<std::string> names = {"extent", "size", "stride"};
    const auto* call = dyn_cast<CXXMemberCallExpr>(statement);
    return call && isOfView(call->getDirectCallee()) && names.count(calleeName(call)) != 0;
  }

  /// Does it read the array as a number, `c(0)`, in a subscript?
  bool hasNumberIn(const TileExpression& expression, const ValueDecl* array) const {
    const auto* element = array && expression.kind == Kind::Element
                              ? dyn_cast_or_null<CXXOperatorCallExpr>(expression.expr)
                              : nullptr;
    for (unsigned k = 1; element && k < element->getNumArgs(); ++k)
      if (!isTileOperand(element->getArg(k)->getType()) && readsElements(element->getArg(k), array))
        return true;
    return false;
  }

  /// Is the array in its text, as in `x * c(0)` and `map([&](float v) { return v * c(0); }, x)`?
  bool isComputedOf(const TileExpression& expression, const ValueDecl* array) const {
    if (!array || !expression.expr || expression.kind != Kind::Text) return false;
    bool found = false;
    walk(expression.expr, directives, [&](const Stmt* each) {
      const bool isOperand = llvm::any_of(expression.operands, [&](const TileExpression& operand) {
        return operand.expr == each && each != expression.expr;
      });
      if (isOperand || isMeasure(each)) return false;
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      found |= reference && reference->getDecl() == array;
      return true;
    });
    return found;
  }
};

}  // namespace

OwnElements ownElements(const TileStatement& statement, const std::vector<int>& order,
                        const TileProgram& program, const Directives& directives) {
  return Reading(statement, order, program, directives).run();
}

}  // namespace appyl

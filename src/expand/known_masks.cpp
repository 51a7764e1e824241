#include "expand/known_masks.h"

#include <algorithm>

namespace appyl {
namespace {

using Kind = TileExpression::Kind;

class KnownMasks {
 public:
  explicit KnownMasks(TileProgram& program) : program(program) {}

  void drop() {
    for (TileStatement& statement : program.statements) {
      for (auto* part : {&statement.target, &statement.value})
        if (*part) simplify(**part);
      if (!statement.mask) continue;
      if (holds(*statement.mask))
        statement.mask.reset();
      else
        simplify(*statement.mask);
    }
    for (TileStatement& statement : program.statements)
      if (statement.kind == TileStatement::Kind::Declare && isUnused(statement))
        statement.kind = TileStatement::Kind::Remove;
  }

 private:
  TileProgram& program;

  static bool isBoth(const TileExpression& expression) {
    return expression.infix == clang::OO_AmpAmp ||
           (expression.infix == clang::OO_Amp && expression.operands[0].type == "bool" &&
            expression.operands[1].type == "bool");
  }

  /// Is the mask true in every lane?
  bool holds(const TileExpression& expression) const {
    if (expression.kind == Kind::Local)
      return !expression.isReshaped && !program.locals[expression.local].always.empty() &&
             holds(program.locals[expression.local].always.front());
    if (isBoth(expression)) return holds(expression.operands[0]) && holds(expression.operands[1]);
    return expression.infix == clang::OO_Less && isBeforeEnd(expression.operands[0], expression.operands[1]);
  }

  /// Does the loop end at the number that the text is of? A number that is neither a constant nor an operator
  /// between others has its text as its name.
  static bool endsAt(const TileLoop& loop, const TileExpression& end) {
    const auto constant = loop.upper.constant();
    if (!constant) return loop.upper == Polynomial::symbol(end.pieces.front());
    const auto* literal =
        end.expr ? llvm::dyn_cast<clang::IntegerLiteral>(end.expr->IgnoreParenImpCasts()) : nullptr;
    return literal && *constant >= 0 && literal->getValue() == static_cast<std::uint64_t>(*constant);
  }

  /// `i + lane`, where the loop over i has become one over the lanes and ends at `end`.
  bool isBeforeEnd(const TileExpression& place, const TileExpression& end) const {
    if (place.kind != Kind::Place || place.dimensions.size() != 1 || !end.operands.empty() ||
        !end.dimensions.empty() || end.kind != Kind::Text || end.pieces.size() != 1)
      return false;
    const int axis = program.axis(place.dimensions[0].axis);
    if (axis < 0 || program.axes[axis].isMixed || program.axes[axis].loop < 0) return false;
    const TileLoop& loop = program.loops[program.axes[axis].loop];
    // Unsigned places are compared as such.
    if (!place.castTo.empty() && !isNatural(loop.lower, program)) return false;
    return loop.perElement && loop.goesUp && endsAt(loop, end) &&
           place.subscripts[0].start == Polynomial::symbol(loop.counter->getNameAsString());
  }

  /// Has it lanes in the same dimensions, and does it exist where the other does?
  bool isAlike(const TileExpression& part, const TileExpression& whole) const {
    return part.type == whole.type && part.guards == whole.guards &&
           std::equal(part.dimensions.begin(), part.dimensions.end(), whole.dimensions.begin(),
                      whole.dimensions.end(), [&](const LaneDimension& a, const LaneDimension& b) {
                        return program.axis(a.axis) == program.axis(b.axis);
                      });
  }

  void simplify(TileExpression& expression) {
    for (TileExpression& each : expression.operands) simplify(each);
    int kept = -1;
    if (isBoth(expression))
      kept = holds(expression.operands[0]) ? 1 : holds(expression.operands[1]) ? 0 : -1;
    else if (expression.isChoice && holds(expression.operands[0]))
      kept = 1;
    if (kept < 0 || !isAlike(expression.operands[kept], expression)) return;
    TileExpression part = std::move(expression.operands[kept]);
    part.dimensions = expression.dimensions;
    expression = std::move(part);
  }

  bool mentions(const TileExpression& expression, int local) const {
    if (expression.kind == Kind::Local && expression.local == local) return true;
    return std::any_of(expression.operands.begin(), expression.operands.end(),
                       [&](const TileExpression& each) { return mentions(each, local); });
  }

  /// A mask that no statement needs any more.
  bool isUnused(const TileStatement& declaration) const {
    const LocalTile& local = program.locals[declaration.declares];
    if (!local.declaration || local.always.empty() || !holds(local.always.front())) return false;
    return std::none_of(program.statements.begin(), program.statements.end(), [&](const TileStatement& each) {
      return (each.target && mentions(*each.target, declaration.declares)) ||
             (each.value && mentions(*each.value, declaration.declares)) ||
             (each.mask && mentions(*each.mask, declaration.declares));
    });
  }
};

}  // namespace

void dropKnownMasks(TileProgram& program) { KnownMasks(program).drop(); }

}  // namespace appyl

#include "expand/loops_by_element.h"

#include "expand/array_language.h"

namespace appyl {

using namespace clang;

namespace {

class ElementLoops {
 public:
  ElementLoops(const TileProgram& program, const std::set<const Expr*>& understood,
               const Directives& directives)
      : program(program), understood(understood), directives(directives) {}

  /// Is the loop's axis in the dimensions?
  bool has(const std::vector<LaneDimension>& dimensions, int number) const {
    return std::any_of(dimensions.begin(), dimensions.end(), [&](const LaneDimension& each) {
      return each.axis >= 0 && program.axes[program.axis(each.axis)].loop == number;
    });
  }

  bool isClipped(const std::vector<LaneDimension>& dimensions, int number) const {
    return std::any_of(dimensions.begin(), dimensions.end(), [&](const LaneDimension& each) {
      return each.axis >= 0 && program.axes[program.axis(each.axis)].loop == number && !each.clips.empty() &&
             each.isKnown;
    });
  }

  bool isInside(int inner, int outer) const {
    for (; inner >= 0; inner = program.loops[inner].parent)
      if (inner == outer) return true;
    return false;
  }

  /// Lane for lane along the loop's axis: nothing is combined along it, and no place in it is a number.
  bool isLaneWise(const TileExpression& expression, int number) const {
    if (has(expression.folded, number) || has(expression.whole, number)) return false;
    const std::string& counter = program.loops[number].counter->getNameAsString();
    if (expression.kind == TileExpression::Kind::Place) {
      const Polynomial& start = expression.subscripts[0].start;
      const auto factor = start.coefficient(counter);
      const bool isOfLoop = has(expression.dimensions, number);
      if (isOfLoop ? !factor || *factor != Polynomial(1) : mentionsName(start, counter)) return false;
    }
    const bool isNumber =
        expression.dimensions.empty() || isAtomicFunction(languageFunction(expression.expr));
    if (expression.kind == TileExpression::Kind::Text && isNumber && expression.expr &&
        mayHaveEffects(expression.expr))
      return false;
    for (const TileExpression::Subscript& each : expression.subscripts) {
      if (expression.kind != TileExpression::Kind::Element) break;
      const bool isOfLoop = each.axis >= 0 && program.axes[program.axis(each.axis)].loop == number;
      const auto factor = each.start.coefficient(counter);
      if (isOfLoop ? !factor || *factor != Polynomial(1) : mentionsName(each.start, counter)) return false;
    }
    return std::all_of(expression.operands.begin(), expression.operands.end(),
                       [&](const TileExpression& each) { return isLaneWise(each, number); });
  }

  /// Does the target get the same value whether numbers are added to it one by one or as sums: has it the
  /// type of the sums, or one that neither loses nor rounds anything of them? (For floating types this holds
  /// up to reassociation.)
  bool addsUpAlike(const TileStatement& statement) const {
    const TileExpression& target = *statement.target;
    const Expr* declared = target.expr;
    if (!declared || !statement.value->expr) return false;
    const QualType to = laneType(declared->getType()), from = laneType(statement.value->expr->getType());
    if (to.getCanonicalType().getUnqualifiedType() == from.getCanonicalType().getUnqualifiedType())
      return true;
    const auto isReal = [](QualType type) {
      return type->isRealFloatingType() || isSmallFloat(recordOf(type));
    };
    if (isReal(from)) return isReal(to);
    if (!from->isIntegerType() || !to->isIntegerType() || to->isBooleanType()) return false;
    // Modulo a power of two that divides that of the sums, or sums that never wrap around.
    const ASTContext& context = program.loops.front().counter->getASTContext();
    return from->isSignedIntegerType() || context.getTypeSize(to) <= context.getTypeSize(from);
  }

  /// One fold over the loop's axis, and only over it and what lies outside, added to what it is assigned to.
  bool isSummedUp(const TileStatement& statement, int number) const {
    const TileExpression& value = *statement.value;
    if (value.kind != TileExpression::Kind::Fold || !has(value.folded, number)) return false;
    const bool isSum = value.op == "+" && (statement.op == "+=" || statement.op == "-=");
    const bool isProduct = value.op == "*" && statement.op == "*=";
    if (!isSum && !isProduct) return false;
    if (!addsUpAlike(statement)) return false;
    for (const LaneDimension& each : value.folded)  // all of its lanes come from an array
      if (each.axis >= 0 && program.axes[program.axis(each.axis)].loop == number &&
          (each.clips.empty() || !each.isKnown))
        return false;
    return isLaneWise(value.operands[0], number);
  }

  /// Does the loop, or one around it, say that something is combined over its iterations?
  bool isReduced(int number) const {
    for (; number >= 0; number = program.loops[number].parent)
      if (const Directive* directive = program.loops[number].directive;
          directive && directive->find(ClauseKind::Reduction))
        return true;
    return !program.reductions.empty();
  }

  void elements(const TileExpression& expression, std::vector<const TileExpression*>& found) const {
    if (expression.root && expression.kind == TileExpression::Kind::Element) found.push_back(&expression);
    for (const TileExpression& each : expression.operands) elements(each, found);
  }

  /// Every block of an array that the loop writes is the same block wherever the loop touches the array. What
  /// it adds up is not used before the loop has ended.
  bool blocksStayApart(int number) const {
    std::vector<const TileExpression*> found;
    std::set<const ValueDecl*> targets;
    std::map<const ValueDecl*, int> mentioned;  // as a block, or as what is added to; less in any other way
    for (const TileStatement& each : program.statements) {
      if (!isInside(each.loop, number)) continue;
      for (const auto* part : {&each.target, &each.value, &each.mask})
        if (*part) elements(**part, found);
      if (!each.target) continue;
      const bool isLocal = each.target->kind == TileExpression::Kind::Local;
      if (isLocal && has(each.target->dimensions, number)) continue;
      targets.insert(each.target->root ? each.target->root : rootVariable(each.target->expr));
      if (!each.target->root) ++mentioned[rootVariable(each.target->expr)];
    }
    if (targets.count(nullptr)) return false;
    // Then what different iterations touch differs in the dimension that the loop goes along.
    const auto isSame = [&](const TileExpression& a, const TileExpression& b) {
      if (a.name != b.name || a.subscripts.size() != b.subscripts.size()) return false;
      for (std::size_t k = 0; k < a.subscripts.size(); ++k) {
        const int axis = program.axis(a.subscripts[k].axis), other = program.axis(b.subscripts[k].axis);
        if (axis >= 0 && program.axes[axis].loop == number && other >= 0 &&
            program.axes[other].loop == number && a.subscripts[k].start == b.subscripts[k].start)
          return true;
      }
      return false;
    };
    std::set<const ValueDecl*> sums;
    for (const auto& each : mentioned) sums.insert(each.first);
    for (const TileExpression* a : found) {
      if (!targets.count(a->root)) continue;
      if (sums.count(a->root)) return false;
      ++mentioned[a->root];
      for (const TileExpression* b : found)
        if (a != b && a->root == b->root && !isSame(*a, *b)) return false;
    }
    walk(program.loops[number].stmt->getBody(), directives, [&](const Stmt* each) {
      if (const auto* call = dyn_cast<CXXMemberCallExpr>(each); call && isOfView(call->getMethodDecl()))
        return false;  // an extent
      if (const auto* expression = dyn_cast<Expr>(each))
        if (const auto* reference = dyn_cast<DeclRefExpr>(expression);
            reference && targets.count(reference->getDecl()))
          --mentioned[reference->getDecl()];
      return true;
    });
    return std::all_of(mentioned.begin(), mentioned.end(), [](const auto& each) { return each.second >= 0; });
  }

  void axesOf(const TileExpression& expression, int number, std::set<int>& found) const {
    for (const auto* dimensions : {&expression.dimensions, &expression.folded})
      for (const LaneDimension& each : *dimensions)
        if (has({each}, number)) found.insert(program.axis(each.axis));
    for (const TileExpression& each : expression.operands) axesOf(each, number, found);
  }

  /// Are the loop's lanes one dimension of what is computed, and not two?
  bool isOneAxis(const TileStatement& statement, int number) const {
    std::set<int> found;
    for (const auto* part : {&statement.target, &statement.value, &statement.mask})
      if (*part) axesOf(**part, number, found);
    return found.size() <= 1;
  }

  bool isPerElement(int number) const {
    const TileLoop& loop = program.loops[number];
    if (!loop.steps) return false;
    if (loop.directive && loop.directive->find(ClauseKind::Block)) return false;
    for (std::size_t k = 0; k < program.axes.size(); ++k) {
      const TileAxis& axis = program.axes[program.axis(static_cast<int>(k))];
      if (axis.isMixed && axis.loop == number) return false;
      const int copied = program.axes[k].copyOf;
      const TileAxis& original = copied < 0 ? axis : program.axes[program.axis(copied)];
      if ((axis.loop == number) != (original.loop == number) || axis.isMixed != original.isMixed)
        return false;
    }
    bool any = false;
    std::set<const Stmt*> read;
    for (const TileStatement& each : program.statements) {
      if (!isInside(each.loop, number)) continue;
      read.insert(directives.strip(each.stmt));
      if (each.kind == TileStatement::Kind::Remove) continue;
      if (!isOneAxis(each, number)) return false;
      if (each.kind == TileStatement::Kind::Declare) {
        if (!has(program.locals[each.declares].dimensions, number) || !isLaneWise(*each.value, number))
          return false;
      } else if (each.kind == TileStatement::Kind::Assign && has(each.target->dimensions, number)) {
        if (!isLaneWise(*each.value, number) || !isLaneWise(*each.target, number) ||
            (each.mask && !isLaneWise(*each.mask, number)))
          return false;
        // Memory beyond the loop's last element is not touched.
        if (each.target->kind == TileExpression::Kind::Element &&
            !isClipped(each.target->dimensions, number) && !isClipped(each.value->dimensions, number))
          return false;
      } else if (!each.target || each.mask || !isSummedUp(each, number)) {
        return false;
      } else if (loop.directive && loop.directive->find(ClauseKind::Parallel) &&
                 !each.target->dimensions.empty() &&
                 (loop.parent < 0 || each.target->type != each.value->type)) {
        return false;  // each of its programs adds up its part before it adds that to memory
      } else if (loop.directive && loop.directive->find(ClauseKind::Parallel) && !isReduced(number)) {
        return false;  // what lanes of one program add up is its own, and no reduction over programs
      }
      any = true;
    }
    // A tile that lives longer than a step of the loop cannot be divided among the loop's iterations.
    for (const TileStatement& each : program.statements)
      if (each.declares >= 0 && has(program.locals[each.declares].dimensions, number) &&
          !isInside(each.loop, number))
        return false;
    // Nothing else is done once per step, except numbers that are computed anew.
    bool good = any;
    std::function<void(const Stmt*)> look = [&](const Stmt* statement) {
      statement = statement ? directives.strip(statement) : nullptr;
      if (!statement || !good || read.count(statement)) return;
      if (const auto* compound = dyn_cast<CompoundStmt>(statement)) {
        for (const Stmt* each : compound->body()) look(each);
      } else if (const auto* nested = dyn_cast<ForStmt>(statement)) {
        look(nested->getBody());
      } else if (const auto* branch = dyn_cast<IfStmt>(statement)) {
        good &= !branch->getInit() && !branch->getConditionVariable() && !mayHaveEffects(branch->getCond());
        look(branch->getThen());
        look(branch->getElse());
      } else if (const auto* declaration = dyn_cast<DeclStmt>(statement)) {
        for (const Decl* each : declaration->decls()) {
          const auto* variable = dyn_cast<VarDecl>(each);
          good &= !variable || (variable->getType().isConstQualified() && variable->getInit() &&
                                !mayHaveEffects(variable->getInit()));
        }
      } else {
        good &= isa<NullStmt>(statement);
      }
    };
    look(loop.stmt->getBody());
    if (!good || !blocksStayApart(number)) return false;
    // The counter is used only as the place of lanes.
    walk(loop.stmt->getBody(), directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      if (reference && reference->getDecl() == loop.counter && !understood.count(reference)) good = false;
      return good;
    });
    return good;
  }

 private:
  const TileProgram& program;
  const std::set<const Expr*>& understood;
  const Directives& directives;
};

}  // namespace

void findLoopsByElement(TileProgram& program, const std::set<const Expr*>& understood,
                        const Directives& directives) {
  const ElementLoops loops(program, understood, directives);
  for (std::size_t k = 0; k < program.loops.size(); ++k)
    program.loops[k].perElement = loops.isPerElement(static_cast<int>(k));
}

}  // namespace appyl

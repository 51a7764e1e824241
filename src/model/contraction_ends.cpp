// What the sums of a contraction start at, and what becomes of them.
#include "model/contraction_reader.h"
#include "model/purity.h"
#include "nest/modref/mod_ref.h"
#include "nest/privatization/updates.h"
#include "nest/scev/scalar_evolution.h"

#include <algorithm>

namespace appyl {

using namespace clang;

std::size_t ContractionReader::levelOf(int index) const {
  return std::find_if(path.begin(), path.end(),
                      [&](const ContractionLevel& each) { return each.loop == index; }) -
         path.begin();
}

bool ContractionReader::readStart() {
  const std::size_t terms = levelOf(found.terms.front());
  ContractionLevel& outer = path[terms - 1];
  const bool isInnermost = termsAreInnermost();
  if (found.variable && !isInnermost) return false;
  std::vector<const Stmt*> statements = outer.before;
  found.startColumns = found.columns;
  if (outer.startLoop >= 0) {  // the rows' columns are set in a loop of their own
    if (found.variable || found.columns < 0 || path.size() != terms + 2 ||
        path.back().loop != found.columns || !isSameRange(loop(outer.startLoop), loop(found.columns)))
      return false;
    found.startColumns = outer.startLoop;
    for (const Stmt* each : outer.before)
      if (!isInert(each)) return false;
    statements = statementsOf(loop(outer.startLoop).body);
  } else if (!isInnermost) {
    found.start = Contraction::Start::Element;
  }
  for (const Stmt* each : statements)
    if (!isInert(each) && !readStartFrom(each, isInnermost || outer.startLoop >= 0)) return false;
  if (row.array) return readStartOfRow();
  if (!found.variable && !hasStart) found.start = Contraction::Start::Element;
  return hasStart || !found.variable;
}

bool ContractionReader::isSameRange(const Loop& one, const Loop& other) const {
  if (!isCounted(one)) return false;
  const auto end = [](const Loop& each) {
    return each.comparison == Comparison::LessEqual ? add(*each.end, Polynomial(1)) : each.end;
  };
  return one.first == other.first && end(one) && end(one) == end(other);
}

bool ContractionReader::readStartFrom(const Stmt* statement, bool mayStart) {
  if (hasStart || !mayStart) return false;
  if (const auto* declaration = dyn_cast<DeclStmt>(statement)) {
    const auto* variable =
        declaration->isSingleDecl() ? dyn_cast<VarDecl>(declaration->getSingleDecl()) : nullptr;
    if (!variable || variable != found.variable) return false;
    return !variable->getInit() || readStartValue(variable->getInit());
  }
  const auto* expression = dyn_cast<Expr>(statement);
  const auto assignment = expression ? asAssignment(expression) : std::nullopt;
  if (!assignment || !assignment->value) return false;
  if (found.variable)
    return assignment->op == BO_Assign && namedVariable(assignment->target) == found.variable &&
           readStartValue(assignment->value);
  const Access* target = accessAt(assignment->target);
  if (!target || !isElement(*target)) return false;
  noteElement(assignment->target);
  if (assignment->op == BO_MulAssign) {
    const auto* compound = dyn_cast<CompoundAssignOperator>(expression);
    found.scalesElement = true;
    // A product in a wider type is rounded afterwards, both in the source and by the kernel.
    return compound && readStartValue(assignment->value) && found.start == Contraction::Start::Value;
  }
  return assignment->op == BO_Assign && readStartValue(assignment->value);
}

bool ContractionReader::readStartValue(const Expr* value) {
  hasStart = true;
  if (isZero(value) && !found.scalesElement) {
    found.start = Contraction::Start::Zero;
    return true;
  }
  std::vector<QualType> types;
  const Expr* inner = uncast(value, types);
  if (const Access* access = accessAt(inner); access && isElement(*access) && !found.scalesElement) {
    noteElement(inner);
    found.start = Contraction::Start::Element;
    return std::all_of(types.begin(), types.end(), [&](const QualType& each) {
      return isSum(each) || source.ast.hasSameUnqualifiedType(each, bare(c->expr->getType()));
    });
  }
  found.start = Contraction::Start::Value;
  found.startValue = value;
  if (found.scalesElement && !isInvariant(value)) return false;
  return isFragment(value);
}

bool ContractionReader::isZero(const Expr* value) const {
  std::vector<QualType> types;
  const Expr* inner = uncast(value, types);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(inner)) return true;
  if (const auto* braced = dyn_cast<InitListExpr>(inner); braced && braced->getNumInits() == 0) return true;
  if (const auto* open = dyn_cast<CXXUnresolvedConstructExpr>(inner); open && open->getNumArgs() == 0)
    return true;
  if (const auto* number = dyn_cast<IntegerLiteral>(inner)) return number->getValue() == 0;
  const auto* number = dyn_cast<FloatingLiteral>(inner);
  return number && number->getValue().isPosZero();
}

bool ContractionReader::readTail() {
  const ContractionLevel& outer = path[levelOf(found.terms.front()) - 1];
  for (const ContractionLevel& level : path) {
    const bool isOuter = &level == &outer;
    if (!isOuter && !std::all_of(level.before.begin(), level.before.end(),
                                 [&](const Stmt* each) { return isInert(each); }))
      return false;
    if (!isOuter && (!level.after.empty() || level.startLoop >= 0)) return false;
  }
  if (row.array) return outer.after.empty() && readTailOfRow();
  if (outer.after.empty()) return !found.variable;
  if (!termsAreInnermost()) return false;
  const auto* last = dyn_cast<Expr>(outer.after.back());
  const auto assignment = last ? asAssignment(last) : std::nullopt;
  if (!assignment || !assignment->value) return false;
  const Access* target = accessAt(assignment->target);
  if (!target || !isElement(*target)) return false;
  noteElement(assignment->target);
  for (auto each = outer.after.begin(); each + 1 != outer.after.end(); ++each) {
    if (!found.variable || !isFragment(*each)) return false;
    found.tail.push_back(*each);
  }
  if (!isFragment(assignment->value)) return false;
  found.storedBy = assignment->op;
  static const std::set<BinaryOperatorKind> known = {BO_Assign, BO_AddAssign, BO_SubAssign, BO_MulAssign,
                                                     BO_DivAssign};
  if (!known.count(assignment->op)) return false;
  std::vector<QualType> types;
  const Expr* inner = uncast(assignment->value, types);
  const bool isSumItself =
      found.variable && namedVariable(inner) == found.variable && found.tail.empty() &&
      assignment->op == BO_Assign && std::all_of(types.begin(), types.end(), [&](const QualType& each) {
        return isSum(each) || source.ast.hasSameUnqualifiedType(each, bare(c->expr->getType()));
      });
  if (!isSumItself) found.stored = assignment->value;
  return true;
}

/// `c[j][i] = c[i][j]`, behind everything else.
void ContractionReader::takeMirror() {
  std::vector<const Stmt*>* statements = behindTerms();
  if (!statements) return;
  const auto* last = dyn_cast<Expr>(statements->back());
  const auto assignment = last ? asAssignment(last) : std::nullopt;
  if (!assignment || assignment->op != BO_Assign || !assignment->value) return;
  const Access *to = accessAt(assignment->target), *from = accessAt(assignment->value);
  if (!to || !from || to->array != from->array || to->subscripts == from->subscripts) return;
  mirror = to, mirrored = from;
  found.mirror = to->expr;
  statements->pop_back();
}

/// C's element of this row and column.
bool ContractionReader::isElement(const Access& access) const {
  if (access.array != c->array || access.subscripts.size() != c->subscripts.size()) return false;
  for (std::size_t d = 0; d < access.subscripts.size(); ++d) {
    if (!access.subscripts[d]) return false;
    Polynomial own = *access.subscripts[d];
    for (const int other : {found.startColumns, found.storeColumns})
      if (other >= 0 && other != found.columns)
        own = own.substitute(symbol(other), Polynomial::symbol(symbol(found.columns)));
    if (own != *c->subscripts[d]) return false;
  }
  return true;
}

/// A name for an element, a place or a size, which computes nothing that matters.
bool ContractionReader::isInert(const Stmt* statement) const {
  const auto* declaration = dyn_cast<DeclStmt>(statement);
  if (!declaration) return false;
  return std::all_of(declaration->decl_begin(), declaration->decl_end(), [&](const Decl* each) {
    const auto* variable = dyn_cast<VarDecl>(each);
    return variable && variable != found.variable && variable->getInit() && !variable->isStaticLocal() &&
           !modified.count(variable) && isPure(variable->getInit(), source) &&
           !assigns(variable->getInit(), source.directives) &&
           (variable->getType()->isPointerType() || variable->getType()->isReferenceType() ||
            variable->getType()->isArithmeticType() || variable->getType()->isDependentType());
  });
}

/// A part that can be copied into a function of the sum and its place: it changes nothing but the sum and
/// variables of its own.
bool ContractionReader::isFragment(const Stmt* part) {
  bool good = isPure(part, source);
  std::set<const VarDecl*> counters;
  for (const ContractionLevel& level : path)
    if (!isTerm(found, level.loop)) counters.insert(loop(level.loop).counter);
  for (const int other : {found.startColumns, found.storeColumns})
    if (other >= 0) counters.insert(loop(other).counter);
  walk(part, source.directives, [&](const Stmt* each) {
    good &= !isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, GotoStmt, LabelStmt, BreakStmt, ContinueStmt,
                 SwitchStmt, AsmStmt>(each);
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls()) {
        const auto* variable = dyn_cast<VarDecl>(declared);
        good &= variable && !variable->isStaticLocal() && !isa<DecompositionDecl>(declared);
        if (variable) locals.insert(variable);
      }
    const auto* expression = dyn_cast<Expr>(each);
    if (const auto* reference = dyn_cast<DeclRefExpr>(each)) {
      const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
      good &= !isa<BindingDecl>(reference->getDecl());
      if (variable && variable != found.variable && !locals.count(variable) && !counters.count(variable))
        good &= !modified.count(variable) && !isDeclaredInside(variable, root, source.directives);
    }
    if (const auto* member = dyn_cast<MemberExpr>(each)) good &= !modified.count(member->getMemberDecl());
    if (const auto assignment = expression ? asAssignment(expression) : std::nullopt) {
      const ValueDecl* target = namedVariable(assignment->target);
      good &= target && (target == found.variable || locals.count(target));
    }
    if (const auto* unary = dyn_cast<UnaryOperator>(each)) good &= unary->getOpcode() != UO_AddrOf;
    if (const Access* access = expression ? accessAt(expression) : nullptr;
        access && access->array == c->array) {
      good &= isElement(*access);
      noteElement(expression);
      return false;
    }
    return good;
  });
  return good;
}

}  // namespace appyl

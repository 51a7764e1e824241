#include "nest/ast/canonical.h"

#include "nest/ast/iterations.h"
#include "nest/modref/modified_variables.h"
#include "nest/scev/scalar_evolution.h"

namespace appyl {
namespace {

using namespace clang;

class CanonicalReader {
 public:
  CanonicalReader(const ForStmt* statement, const Expr* condition, const Source& source,
                  Diagnostics* diags)
      : statement(statement), condition(condition), source(source), diags(diags) {}

  std::optional<Loop> run() {
    loop.stmt = statement;
    loop.body = source.directives.strip(statement->getBody());
    if (!readInit() || !readCondition() || !readIncrement() || !checkDirection() || !checkInvariance() ||
        !readConversions())
      return std::nullopt;
    loop.canonical = true;
    return loop;
  }

 private:
  const ForStmt* statement;
  const Expr* condition;
  Source source;
  Diagnostics* diags;
  Loop loop;

  bool fail(Diag id, SourceLocation where, std::vector<std::string> arguments = {},
            std::vector<SourceRange> ranges = {}) {
    if (diags) diags->report(id, where, std::move(arguments), std::move(ranges));
    return false;
  }
  std::string counterName() const { return loop.counter->getNameAsString(); }
  bool isCounter(const Expr* expression) const { return namedVariable(expression) == loop.counter; }

  bool readInit() {
    const Stmt* init = statement->getInit();
    const SourceLocation where = init ? init->getBeginLoc() : statement->getLParenLoc();
    const auto* declaration = dyn_cast_or_null<DeclStmt>(init);
    if (declaration && declaration->isSingleDecl()) {
      loop.counter = dyn_cast<VarDecl>(declaration->getSingleDecl());
      loop.lower = loop.counter ? loop.counter->getInit() : nullptr;
      loop.declaresCounter = true;
    } else if (const auto* expression = dyn_cast_or_null<Expr>(init)) {
      const auto assignment = asAssignment(expression);
      if (assignment && assignment->op == BO_Assign) {
        loop.counter = dyn_cast_or_null<VarDecl>(namedVariable(assignment->target));
        loop.lower = assignment->value;
      }
    }
    if (!loop.counter || !loop.lower) return fail(Diag::LoopInit, where);
    if (const auto* list = dyn_cast<InitListExpr>(loop.lower->IgnoreImplicit())) {
      if (list->getNumInits() != 1) return fail(Diag::LoopInit, where);
      loop.lower = list->getInit(0);
    }
    const QualType type = loop.counter->getType().getNonReferenceType().getUnqualifiedType();
    const bool isInteger = type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType();
    if (!isInteger && !type->isDependentType())
      return fail(Diag::LoopCounterType, loop.counter->getLocation(), {counterName(), type.getAsString()});
    if (loop.counter->getType()->isReferenceType() || loop.counter->getType().isVolatileQualified())
      return fail(Diag::LoopCounterType, loop.counter->getLocation(),
                  {counterName(), loop.counter->getType().getAsString()});
    return true;
  }

  bool readCondition() {
    if (!condition) return fail(Diag::LoopConditionMissing, statement->getLParenLoc(), {counterName()});
    const auto parts = asBinary(condition);
    if (parts && !isCounter(parts->left) && !isCounter(parts->right))
      if (const auto moved = withoutOffset(*parts)) {
        const Expr* compared =
            mentions(parts->left, loop.counter, source.directives) ? parts->left : parts->right;
        return fail(Diag::LoopConditionOffset, condition->getBeginLoc(),
                    {textOf(compared, source.ast), counterName(), *moved}, {condition->getSourceRange()});
      }
    if (parts && !isCounter(parts->left) && !isCounter(parts->right))
      if (const auto moved = withoutWrap(*parts)) {
        const Expr* compared = parts->op == BO_LT || parts->op == BO_LE ? parts->left : parts->right;
        return fail(Diag::LoopConditionWraps, condition->getBeginLoc(),
                    {textOf(compared, source.ast), counterName(), *moved}, {condition->getSourceRange()});
      }
    if (!parts || (!isCounter(parts->left) && !isCounter(parts->right)))
      return fail(Diag::LoopCondition, condition->getBeginLoc(), {counterName()},
                  {condition->getSourceRange()});
    loop.boundOnLeft = !isCounter(parts->left);
    loop.bound = loop.boundOnLeft ? parts->left : parts->right;
    switch (parts->op) {
      case BO_LT: loop.comparison = loop.boundOnLeft ? Comparison::Greater : Comparison::Less; break;
      case BO_GT: loop.comparison = loop.boundOnLeft ? Comparison::Less : Comparison::Greater; break;
      case BO_LE:
        loop.comparison = loop.boundOnLeft ? Comparison::GreaterEqual : Comparison::LessEqual;
        break;
      case BO_GE:
        loop.comparison = loop.boundOnLeft ? Comparison::LessEqual : Comparison::GreaterEqual;
        break;
      case BO_NE: loop.comparison = Comparison::NotEqual; break;
      default:
        return fail(Diag::LoopCondition, condition->getBeginLoc(), {counterName()},
                    {condition->getSourceRange()});
    }
    if (mentions(loop.bound, loop.counter, source.directives))
      return fail(Diag::LoopCondition, condition->getBeginLoc(), {counterName()},
                  {condition->getSourceRange()});
    const QualType boundType = loop.bound->getType();
    if (!boundType->isIntegerType() && !boundType->isDependentType())
      return fail(Diag::LoopCondition, condition->getBeginLoc(), {counterName()},
                  {condition->getSourceRange()});
    return true;
  }

  /// What is added to the counter, or taken from it.
  const Expr* offsetFrom(const BinaryParts& sum) const {
    if (sum.op != BO_Add && sum.op != BO_Sub) return nullptr;
    const Expr* offset = isCounter(sum.left)                        ? sum.right
                         : isCounter(sum.right) && sum.op == BO_Add ? sum.left
                                                                    : nullptr;
    return offset && !mentions(offset, loop.counter, source.directives) ? offset : nullptr;
  }

  /// As an operand of a sum.
  std::string factorText(const Expr* each) const {
    const bool isSum = isa<BinaryOperator, AbstractConditionalOperator>(each->IgnoreImplicit());
    return isSum ? "(" + textOf(each, source.ast) + ")" : textOf(each, source.ast);
  }

  /// `i < (n > 1 ? n - 1 : 0)` for `i + 1 < n` of unsigned numbers.
  std::optional<std::string> withoutWrap(const BinaryParts& compared) const {
    const bool isLeft = compared.op == BO_LT || compared.op == BO_LE;
    if (!isLeft && compared.op != BO_GT && compared.op != BO_GE) return std::nullopt;
    const Expr *side = isLeft ? compared.left : compared.right,
               *bound = isLeft ? compared.right : compared.left;
    const auto sum = asBinary(strip(side));
    const Expr* offset = sum && sum->op == BO_Add ? offsetFrom(*sum) : nullptr;
    Expr::EvalResult first;
    const bool isUp = loop.counter->getType()->isUnsignedIntegerType() ||
                      (!loop.lower->isValueDependent() && loop.lower->EvaluateAsInt(first, source.ast) &&
                       !first.Val.getInt().isNegative());
    if (!offset || !isUp || !strip(bound)->getType()->isUnsignedIntegerType() ||
        mentions(bound, loop.counter, source.directives))
      return std::nullopt;
    const bool isStrict = compared.op == BO_LT || compared.op == BO_GT;
    const std::string n = factorText(bound), c = factorText(offset),
                      end = "(" + n + (isStrict ? " > " : " >= ") + c + " ? " + n + " - " + c +
                            (isStrict ? "" : " + 1") + " : 0)";
    return isLeft ? counterName() + " < " + end : end + " > " + counterName();
  }

  /// `i < n - 1` for `i + 1 < n` of signed numbers, which the counter's own value is compared with.
  std::optional<std::string> withoutOffset(const BinaryParts& compared) const {
    for (const bool isLeft : {true, false}) {
      const Expr *side = strip(isLeft ? compared.left : compared.right),
                 *bound = isLeft ? compared.right : compared.left;
      const auto sum = asBinary(side);
      const Expr* offset = sum ? offsetFrom(*sum) : nullptr;
      if (!offset || mentions(bound, loop.counter, source.directives) ||
          !strip(side)->getType()->isSignedIntegerType() || !strip(bound)->getType()->isSignedIntegerType())
        continue;
      const bool isPlain = !isa<AbstractConditionalOperator>(bound->IgnoreImplicit());
      const std::string moved = (isPlain ? textOf(bound, source.ast) : factorText(bound)) +
                                (sum->op == BO_Add ? " - " : " + ") + factorText(offset);
      const std::string op = BinaryOperator::getOpcodeStr(compared.op).str();
      return isLeft ? counterName() + " " + op + " " + moved : moved + " " + op + " " + counterName();
    }
    return std::nullopt;
  }

  bool readIncrement() {
    const Expr* increment = statement->getInc();
    if (!increment) return fail(Diag::LoopIncrementMissing, statement->getLParenLoc(), {counterName()});
    const auto refuse = [&] {
      return fail(Diag::LoopIncrement, increment->getBeginLoc(), {counterName()},
                  {increment->getSourceRange()});
    };
    const auto assignment = asAssignment(increment);
    if (!assignment || !isCounter(assignment->target)) return refuse();
    bool negated = false;
    if (assignment->op == BO_AddAssign || assignment->op == BO_SubAssign) {
      loop.stepExpr = assignment->value;
      negated = assignment->op == BO_SubAssign;
    } else if (assignment->op == BO_Assign) {  // i = i + s, i = s + i, i = i - s
      const auto sum = asBinary(assignment->value);
      if (!sum || (sum->op != BO_Add && sum->op != BO_Sub)) return refuse();
      if (isCounter(sum->left))
        loop.stepExpr = sum->right;
      else if (isCounter(sum->right) && sum->op == BO_Add)
        loop.stepExpr = sum->left;
      else
        return refuse();
      negated = sum->op == BO_Sub;
    } else {
      return refuse();
    }
    loop.descending = loop.subtracts = negated;
    if (!loop.stepExpr) {
      loop.step = negated ? -1 : 1;
      return true;
    }
    if (mentions(loop.stepExpr, loop.counter, source.directives)) return refuse();
    const QualType type = loop.stepExpr->getType();
    if (!type->isIntegerType() && !type->isDependentType()) return refuse();
    Expr::EvalResult value;
    if (!loop.stepExpr->isValueDependent() && loop.stepExpr->EvaluateAsInt(value, source.ast)) {
      const auto constant = value.Val.getInt().tryExtValue();
      if (constant && *constant != INT64_MIN) loop.step = negated ? -*constant : *constant;
      if (constant && *constant == 0)
        return fail(Diag::LoopStepZero, loop.stepExpr->getBeginLoc(), {counterName()},
                    {increment->getSourceRange()});
      if (loop.step) loop.step = stepInType(*loop.step);
      if (loop.step) loop.descending = *loop.step < 0;
    }
    return true;
  }

  /// `i += -1u` of an unsigned i, which goes down by 1.
  std::int64_t stepInType(std::int64_t step) const {
    const QualType type = loop.counter->getType();
    const bool isUp = loop.comparison == Comparison::Less || loop.comparison == Comparison::LessEqual;
    if (type->isDependentType() || isUp) return step;
    const unsigned bits = source.ast.getIntWidth(type);
    return bits >= 64 ? step : llvm::APInt(64, static_cast<std::uint64_t>(step)).trunc(bits).getSExtValue();
  }

  bool checkDirection() {
    const bool up = loop.comparison == Comparison::Less || loop.comparison == Comparison::LessEqual;
    const bool down = loop.comparison == Comparison::Greater || loop.comparison == Comparison::GreaterEqual;
    if ((up && loop.descending) || (down && !loop.descending && loop.step))
      return fail(Diag::LoopDirection, statement->getInc()->getBeginLoc(), {counterName()},
                  {condition->getSourceRange()});
    if (down) loop.descending = true;  // `i += s` with an s that is negative at run time
    return true;
  }

  /// What the conversions of C make of the range.
  bool readConversions() {
    const QualType type = loop.counter->getType();
    const QualType compared = loop.bound->getType();
    if (type->isDependentType() || type->isUndeducedType() || compared->isDependentType()) return true;
    const auto first = convertedConstant(loop.lower, source.ast),
               bound = convertedConstant(loop.bound, source.ast),
               written = convertedConstant(strip(loop.bound), source.ast);
    const llvm::APSInt least = llvm::APSInt::getMinValue(source.ast.getIntWidth(type),
                                                         type->isUnsignedIntegerType()),
                       most = llvm::APSInt::getMaxValue(source.ast.getIntWidth(type),
                                                        type->isUnsignedIntegerType());
    const auto isBelow = [](const llvm::APSInt& one, const llvm::APSInt& other) {
      return llvm::APSInt::compareValues(one, other) < 0;
    };
    if (bound)
      loop.isConverted = !written || llvm::APSInt::compareValues(*bound, *written) != 0 ||
                         isBelow(*bound, least) || isBelow(most, *bound);
    loop.isConverted |= first && first->isNegative() && compared->isUnsignedIntegerType();
    const bool wraps = wrapsCounter(type, source.ast);
    if (!loop.step || !first || !bound) return true;
    loop.iterations = iterationsOf(
        {first->extOrTrunc(source.ast.getIntWidth(type)), *bound, loop.comparison, *loop.step, wraps});
    if (!loop.iterations)
      return fail(Diag::LoopNeverEnds, condition->getBeginLoc(), {counterName()},
                  {condition->getSourceRange()});
    loop.isConverted |= loop.iterations != plainIterations(*first, *bound);
    return true;
  }

  /// Of constants, as if C did not convert them.
  std::optional<std::uint64_t> plainIterations(const llvm::APSInt& first, const llvm::APSInt& bound) const {
    const auto plain = [](const llvm::APSInt& value) {
      return llvm::APSInt(value.isSigned() ? value.sext(66) : value.zext(66), false);
    };
    return iterationsOf({plain(first), plain(bound), loop.comparison, *loop.step, false});
  }

  bool checkInvariance() {
    const std::set<const ValueDecl*> modified = modifiedVariables(loop.body, source.directives);
    if (modified.count(loop.counter)) {
      SourceLocation where = loop.body->getBeginLoc();
      walk(loop.body, source.directives, [&](const Stmt* each) {
        const auto* expression = dyn_cast<Expr>(each);
        const auto assignment = expression ? asAssignment(expression) : std::nullopt;
        const auto* call = dyn_cast<CallExpr>(each);
        const bool handedOver =
            call && llvm::any_of(call->arguments(), [&](const Expr* argument) {
              return isCounter(argument) || (isa<UnaryOperator>(strip(argument)) &&
                                             isCounter(cast<UnaryOperator>(strip(argument))->getSubExpr()));
            });
        if (handedOver || (assignment && isCounter(assignment->target))) where = each->getBeginLoc();
        return true;
      });
      return fail(Diag::LoopCounterChanged, where, {counterName()});
    }
    if (hasSideEffects(loop.lower, source.ast))
      return fail(Diag::LoopSideEffects, loop.lower->getBeginLoc(), {"start"},
                  {loop.lower->getSourceRange()});
    std::set<const ValueDecl*> changed = modified;  // by another name, too: `int& end = m;`
    for (const Expr* part : {loop.bound, loop.stepExpr})
      if (part)
        walk(part, source.directives, [&](const Stmt* each) {
          const auto* name = dyn_cast<DeclRefExpr>(each);
          const ValueDecl* object = name ? referredObject(name->getDecl()) : nullptr;
          if (object && modified.count(object)) changed.insert(name->getDecl());
          return true;
        });
    return isInvariant(loop.bound, "bound", changed) && isInvariant(loop.stepExpr, "step", changed);
  }

  static const ValueDecl* declarationOf(const Stmt* part) {
    const auto* reference = dyn_cast<DeclRefExpr>(part);
    const auto* member = dyn_cast<MemberExpr>(part);
    return reference ? reference->getDecl() : member ? member->getMemberDecl() : nullptr;
  }

  /// The objects of member accesses: `m` of `m.n`, where only the member counts.
  std::set<const Stmt*> objectsIn(const Stmt* statement) const {
    std::set<const Stmt*> objects;
    walk(statement, source.directives, [&](const Stmt* each) {
      const auto* member = dyn_cast<MemberExpr>(each);
      if (member && !member->isArrow() && isa<FieldDecl>(member->getMemberDecl()))
        objects.insert(strip(member->getBase()));
      return true;
    });
    return objects;
  }

  /// The body names the variable only for its members, each of which is checked for itself.
  bool isOnlyObject(const ValueDecl* named) const {
    const std::set<const Stmt*> objects = objectsIn(loop.body);
    bool isOnly = true;
    walk(loop.body, source.directives, [&](const Stmt* each) {
      isOnly &= declarationOf(each) != named || objects.count(each) != 0;
      return isOnly;
    });
    return isOnly;
  }

  bool isInvariant(const Expr* expression, const char* role, const std::set<const ValueDecl*>& modified) {
    if (!expression) return true;
    if (hasSideEffects(expression, source.ast))
      return fail(Diag::LoopSideEffects, expression->getBeginLoc(), {role}, {expression->getSourceRange()});
    const ValueDecl* changed = nullptr;
    const std::set<const Stmt*> objects = objectsIn(expression);
    walk(expression, source.directives, [&](const Stmt* each) {
      const ValueDecl* named = declarationOf(each);
      if (named && modified.count(named) && !(objects.count(each) && isOnlyObject(named))) changed = named;
      return true;
    });
    if (!changed) return true;
    SourceLocation where = expression->getBeginLoc();
    walk(loop.body, source.directives, [&](const Stmt* each) {
      if (const auto* part = dyn_cast<Expr>(each))
        if (const auto assignment = asAssignment(part);
            assignment && rootVariable(assignment->target) == changed)
          where = part->getBeginLoc();
      return true;
    });
    return fail(Diag::LoopBoundChanged, where, {changed->getNameAsString(), role},
                {expression->getSourceRange()});
  }
};

void addParts(const Expr* condition, std::vector<const Expr*>& parts) {
  const auto* both = dyn_cast<BinaryOperator>(strip(condition));
  if (!both || both->getOpcode() != BO_LAnd) {
    parts.push_back(condition);
    return;
  }
  addParts(both->getLHS(), parts);
  addParts(both->getRHS(), parts);
}

}  // namespace

bool keepsFirstValue(const Loop& loop, const ASTContext& context) {
  const QualType counter = loop.counter->getType().getNonReferenceType(),
                 lower = strip(loop.lower)->getType();
  if (counter->isUndeducedType() || context.hasSameUnqualifiedType(counter, lower)) return true;
  if (counter->isDependentType() || lower->isDependentType() || !lower->isIntegralOrEnumerationType())
    return false;
  const bool isUnsigned = counter->isUnsignedIntegerType();
  const unsigned bits = context.getIntWidth(counter);
  Expr::EvalResult value;
  if (!loop.lower->isValueDependent() && strip(loop.lower)->EvaluateAsInt(value, context)) {
    const llvm::APSInt& first = value.Val.getInt();
    return first.isNegative() ? !isUnsigned && first.getSignificantBits() <= bits
                              : first.getActiveBits() <= bits - (isUnsigned ? 0 : 1);
  }
  const bool isLowerUnsigned = lower->isUnsignedIntegerOrEnumerationType();
  const unsigned lowerBits = context.getIntWidth(lower);
  return isUnsigned == isLowerUnsigned ? lowerBits <= bits : isLowerUnsigned && lowerBits < bits;
}

std::vector<const Expr*> partsOf(const Expr* condition) {
  std::vector<const Expr*> parts;
  addParts(condition, parts);
  return parts;
}

bool touchesMemory(const Expr* condition, const Directives& directives) {
  bool touches = false;
  walk(condition, directives, [&](const Stmt* each) {
    const auto* unary = dyn_cast<UnaryOperator>(each);
    touches |=
        isa<ArraySubscriptExpr, CallExpr, MemberExpr>(each) || (unary && unary->getOpcode() == UO_Deref);
    return !touches;
  });
  return touches;
}

std::optional<Loop> readCanonicalLoop(const ForStmt* statement, const Source& source, Diagnostics* diags) {
  return CanonicalReader(statement, statement->getCond(), source, diags).run();
}

std::optional<CountedLoop> readCountedLoop(const ForStmt* statement, const Source& source) {
  const Expr* condition = statement->getCond();
  if (!condition || hasSideEffects(condition, source.ast) ||
      !modifiedVariables(condition, source.directives).empty())
    return std::nullopt;
  std::vector<const Expr*> parts = partsOf(condition);
  for (std::size_t k = 0; k < parts.size() && parts.size() > 1; ++k) {
    if (auto loop = CanonicalReader(statement, parts[k], source, nullptr).run()) {
      loop->canonical = false;
      loop->counted = true;
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k));
      return CountedLoop{std::move(*loop), std::move(parts)};
    }
    if (touchesMemory(parts[k], source.directives)) break;
  }
  return std::nullopt;
}

}  // namespace appyl

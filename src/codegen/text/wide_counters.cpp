#include "codegen/text/wide_counters.h"

#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "support/visits.h"

namespace appyl {
namespace {

using namespace clang;

class Mentions {
 public:
  Mentions(const VarDecl* counter, const Source& source) : counter(counter), source(source) {}

  bool ofView = false;

  /// Is every mention of the counter in the statement a part of an index, or compared? `isPlace`: the
  /// statement itself is an index.
  bool arePlaces(const Stmt* statement, bool isPlace = false) {
    if (!statement) return true;
    statement = source.directives.strip(statement);
    const auto* expression = dyn_cast<Expr>(statement);
    if (!expression) return areAll(statement->children(), false);
    expression = strip(expression);
    if (const auto* reference = dyn_cast<DeclRefExpr>(expression))
      return reference->getDecl() != counter || isPlace;
    if (const auto element = asElement(expression)) {
      ofView |= isOfView(*element) &&
                llvm::any_of(element->indices, [&](const Expr* each) { return mentionsCounter(each); });
      return arePlaces(element->array) &&
             llvm::all_of(element->indices, [&](const Expr* each) { return arePlaces(each, true); });
    }
    if (const auto* binary = dyn_cast<BinaryOperator>(expression)) {
      const bool keepsValue = (isPlace && isArithmetic(binary->getOpcode())) || binary->isComparisonOp();
      return areAll(binary->children(),
                    keepsValue && isOfAnyWidth(binary->getLHS()) && isOfAnyWidth(binary->getRHS()));
    }
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(expression))
      return arePlaces(cast->getSubExpr(), isPlace && cast->getType()->isIntegerType());
    return areAll(expression->children(), false);
  }

 private:
  const VarDecl* counter;
  Source source;

  static bool isOfView(const ElementParts& element) {
    return isView(element.array->getType().getNonReferenceType());
  }

  bool mentionsCounter(const Expr* expression) const {
    return mentions(expression, counter, source.directives);
  }

  bool areAll(Stmt::const_child_range parts, bool isPlace) {
    return llvm::all_of(parts, [&](const Stmt* each) { return arePlaces(each, isPlace); });
  }

  /// An element that takes its indices as numbers of 64 bits, whatever their types.
  static std::optional<ElementParts> asElement(const Expr* expression) {
    auto element = elementParts(expression);
    if (!element || isa<ArraySubscriptExpr>(expression)) return element;
    const QualType type = element->array->getType().getNonReferenceType();
    return isView(type) || isContiguousContainer(type) ? element : std::nullopt;
  }

  /// What gives the same number in 32 bits and in 64, where it does not overflow, as fast.
  static bool isArithmetic(BinaryOperatorKind op) { return op == BO_Add || op == BO_Sub || op == BO_Mul; }

  /// In 64 bits, a negative number beside an unsigned number of 32 bits would have another value.
  bool isOfAnyWidth(const Expr* operand) const {
    const QualType type = strip(operand)->getType();
    return !type->isDependentType() && type->isIntegralOrEnumerationType() &&
           (type->isSignedIntegerOrEnumerationType() || source.ast.getTypeSize(type) != 32);
  }
};

/// `decltype(i) t;`: in types, which are no statements.
bool typesMention(const VarDecl* counter, const Stmt* body, const Directives& directives) {
  bool found = false;
  Visits visits;
  visits.typeAsWritten = [&](TypeLoc each) {
    const auto deduced = each.getAs<DecltypeTypeLoc>();
    const auto asked = each.getAs<TypeOfExprTypeLoc>();
    const Expr* of = deduced ? deduced.getUnderlyingExpr() : asked ? asked.getUnderlyingExpr() : nullptr;
    return !(found |= of && mentions(of, counter, directives));
  };
  visitBelow(body, visits);
  return found;
}

}  // namespace

bool mayBeWide(const Loop& loop, const Source& source) {
  if (!loop.canonical || !loop.counter || !loop.declaresCounter) return false;
  const QualType type = loop.counter->getType();
  if (type->isReferenceType() || type->isDependentType() || !type->isSignedIntegerType() ||
      source.ast.getTypeSize(type) > 32)
    return false;
  Mentions mentions(loop.counter, source);
  return mentions.arePlaces(loop.body) && mentions.ofView &&
         !typesMention(loop.counter, loop.body, source.directives);
}

}  // namespace appyl

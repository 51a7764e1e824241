#include "target/element_types.h"

#include "loops/array_types.h"
#include "loops/ast.h"

#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <set>
#include <string>

namespace appyl {

using namespace clang;

bool isRecorded(QualType type) {
  type = type.getNonReferenceType();
  if (type->isDependentType() || type->isScalarType()) return !isAtomic(type);
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record && record->hasDefinition() && !record->isLambda() &&
         (record->isTriviallyCopyable() || libraryTemplate(type) == "complex") && !isAtomic(type) &&
         !refersToOthers(type);
}

bool isLvalueReference(const FunctionDecl* callee) {
  return callee && callee->getReturnType()->isLValueReferenceType();
}

bool isStandard(const FunctionDecl* callee, std::initializer_list<const char*> names) {
  return callee && callee->isInStdNamespace() && callee->getDeclName().isIdentifier() &&
         std::any_of(names.begin(), names.end(), [&](const char* name) { return callee->getName() == name; });
}

bool isArrayLike(QualType type) {
  return isContiguousContainer(type) || isView(type) || libraryTemplate(type) == "mdspan";
}

bool isElementBySubscript(const CXXOperatorCallExpr* call) {
  if (call->getOperator() != OO_Subscript || call->getNumArgs() != 2) return false;
  const QualType base = strip(call->getArg(0))->getType(), index = call->getArg(1)->getType();
  if (isArrayLike(base)) return true;
  return hasSubscripts(base) && (index->isIntegralOrEnumerationType() || index->isDependentType());
}

const ValueDecl* storageOf(const Expr* lvalue) {
  for (const Expr* inner = strip(lvalue);;) {
    if (const ValueDecl* named = namedVariable(inner)) return named;
    const auto* member = dyn_cast<MemberExpr>(inner);
    const auto* subscript = dyn_cast<ArraySubscriptExpr>(inner);
    const auto* call = dyn_cast<CXXOperatorCallExpr>(inner);
    if (member && !member->isArrow())
      inner = strip(member->getBase());
    else if (subscript && strip(arrayPart(subscript))->getType()->isArrayType())
      inner = strip(arrayPart(subscript));
    else if (call && call->getOperator() == OO_Subscript &&
             libraryTemplate(call->getArg(0)->getType()) == "array")
      inner = strip(call->getArg(0));
    else
      return nullptr;
  }
}

bool isAllocated(QualType type) {
  static const std::set<std::string> allocated = {
      "vector",        "deque",      "list",     "map",        "set",  "unordered_map",
      "unordered_set", "unique_ptr", "valarray", "shared_ptr", "span", "basic_string_view",
      "function"};
  return allocated.count(libraryTemplate(type)) != 0;
}

bool holdsElements(QualType type) {
  type = type.getNonReferenceType();
  if (type->isArrayType() || type->isDependentType()) return true;
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isEmpty() || record->isLambda()) return false;
  if (!record->isInStdNamespace()) return !isView(type) && !isTile(type);
  static const std::set<std::string> inside = {"array", "pair", "tuple", "optional", "variant", "bitset"};
  return inside.count(libraryTemplate(type)) != 0;
}

}  // namespace appyl

#include "codegen/arrays/element_types.h"

#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "nest/ast/library_facts.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecordLayout.h>

#include <algorithm>
#include <string>

namespace appyl {

using namespace clang;

bool isRecorded(QualType type) {
  type = type.getNonReferenceType();
  if (type->isDependentType() || type->isScalarType()) return !isAtomic(type);
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record && record->hasDefinition() && !record->isLambda() &&
         (record->isTriviallyCopyable() || isComplex(type)) && !isAtomic(type) && !refersToOthers(type);
}

bool isLvalueReference(const FunctionDecl* callee) {
  return callee && callee->getReturnType()->isLValueReferenceType();
}

bool isArrayLike(QualType type) {
  return isContiguousContainer(type) || isView(type) || classIs(libraryTemplate(type), ClassFact::Dimensions);
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

bool isAllocated(QualType type) { return classIs(libraryTemplate(type), ClassFact::OnHeap); }

bool holdsElements(QualType type) {
  type = type.getNonReferenceType();
  if (type->isArrayType() || type->isDependentType()) return true;
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isEmpty() || record->isLambda()) return false;
  if (!record->isInStdNamespace()) return !isView(type) && !isTile(type);
  return classIs(libraryTemplate(type), ClassFact::Inside);
}

bool isReached(const Expr* expression) {
  const Expr* inner = expression->IgnoreParenImpCasts();
  if (const auto* member = dyn_cast<MemberExpr>(inner)) {
    const Expr* base = member->getBase()->IgnoreParenImpCasts();
    return isa<CXXThisExpr>(base) ? false : member->isArrow() || isReached(base);
  }
  if (const auto* member = dyn_cast<CXXDependentScopeMemberExpr>(inner))
    return !member->isImplicitAccess() &&
           (member->isArrow() ? !isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts())
                              : isReached(member->getBase()));
  if (const auto* reference = dyn_cast<DeclRefExpr>(inner))
    return reference->getDecl()->getType()->isReferenceType();
  if (const auto* unary = dyn_cast<UnaryOperator>(inner)) return unary->getOpcode() == UO_Deref;
  if (const auto* call = dyn_cast<CallExpr>(inner)) return call->isTypeDependent() || call->isGLValue();
  return isa<ArraySubscriptExpr>(inner);
}

bool reportVariableLengths(const Stmt* statement, const std::string& whose, const Directives& directives,
                           Diagnostics& diags, llvm::function_ref<bool(const DeclRefExpr*)> isAllowed) {
  const DeclRefExpr* found = nullptr;
  walk(statement, directives, [&](const Stmt* each) {
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    if (reference && !found && reference->getType()->isVariablyModifiedType() && !isAllowed(reference))
      found = reference;
    return !found;
  });
  if (found)
    diags.report(Diag::Unsupported, found->getBeginLoc(),
                 {"'" + found->getDecl()->getNameAsString() +
                  "' has a variable length, which C++ does not have; " + whose + " code is C++"});
  return found;
}

bool isAddressable(const FieldDecl* field) {
  const RecordDecl* parent = field->getParent();
  return !field->isBitField() && !field->hasAttr<PackedAttr>() && !parent->hasAttr<PackedAttr>() &&
         !parent->hasAttr<MaxFieldAlignmentAttr>();
}

std::optional<std::pair<std::int64_t, std::int64_t>> bytesOf(const MemberExpr* member,
                                                             const ASTContext& context) {
  const auto* field = cast<FieldDecl>(member->getMemberDecl());
  const RecordDecl* parent = field->getParent();
  QualType object = member->getBase()->IgnoreParenImpCasts()->getType();
  if (!object->isDependentType() && object->isPointerType()) object = object->getPointeeType();
  const RecordDecl* record = object->isDependentType() ? nullptr : object->getAsRecordDecl();
  if (!record || record->getCanonicalDecl() != parent->getCanonicalDecl() || parent->isDependentType() ||
      parent->isInvalidDecl() || !parent->isCompleteDefinition())
    return std::nullopt;
  const ASTRecordLayout& layout = context.getASTRecordLayout(parent);
  const auto firstBit = [&](const FieldDecl* each) {
    return static_cast<std::int64_t>(layout.getFieldOffset(each->getFieldIndex()));
  };
  const auto endBit = [&](const FieldDecl* each) {
    return firstBit(each) + static_cast<std::int64_t>(each->isBitField()
                                                          ? each->getBitWidthValue(context)
                                                          : context.getTypeSize(each->getType()));
  };
  std::int64_t first = firstBit(field), end = endBit(field);
  const FieldDecl* begin = nullptr;  // of bit-fields behind one another, which are one place of memory
  bool isFound = false;
  if (field->isBitField() && !parent->isUnion())
    for (const FieldDecl* each : parent->fields()) {
      if (!each->isBitField() || each->isZeroLengthBitField(context)) {
        if (isFound) break;
        begin = nullptr;
        continue;
      }
      if (!begin) begin = each;
      if (each == field) first = firstBit(begin);
      isFound |= each == field;
      if (isFound) end = endBit(each);
    }
  return std::pair{first / 8, (end + 7) / 8 - first / 8};
}

}  // namespace appyl

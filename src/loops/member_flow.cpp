#include "loops/member_flow.h"

#include <clang/AST/ParentMapContext.h>

namespace appyl {
namespace {

using namespace clang;

bool isConstReference(QualType type) {
  return !type->isReferenceType() ||
         (type->isLValueReferenceType() && type->getPointeeType().isConstQualified());
}

/// The members that are named one by one.
class MemberUses {
 public:
  std::vector<const FieldDecl*> fields;

  /// false: the variable is used in another way than by its members, a copy, or an assignment of all of it.
  bool collect(const Stmt* body, const ValueDecl* variable, const Directives& directives,
               ASTContext& context) {
    bool isPlain = true;
    walk(body, directives, [&](const Stmt* each) {
      if (const auto* lambda = dyn_cast<LambdaExpr>(each))
        for (const LambdaCapture& capture : lambda->captures())
          isPlain &= !capture.capturesVariable() || capture.getCapturedVar() != variable;
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      if (reference && reference->getDecl() == variable) isPlain &= isPlainUse(reference, context);
      return isPlain;
    });
    return isPlain && !fields.empty();
  }

 private:
  void add(const FieldDecl* field) {
    if (llvm::find(fields, field) == fields.end()) fields.push_back(field);
  }

  bool isPlainUse(const Expr* use, ASTContext& context) {
    for (const Expr* inner = use;;) {
      const auto parents = context.getParents(*inner);
      const auto* outer = parents.empty() ? nullptr : parents[0].get<Expr>();
      if (!outer) return false;
      if (const auto* member = dyn_cast<MemberExpr>(outer)) return isPlainMember(member, context);
      if (const auto* assigned = dyn_cast<BinaryOperator>(outer)) return assigned->getOpcode() == BO_Assign;
      if (const auto* made = dyn_cast<CXXConstructExpr>(outer))
        return made->getConstructor()->isCopyConstructor() &&
               made->getConstructor()->getParamDecl(0)->getType()->getPointeeType().isConstQualified();
      if (const auto* call = dyn_cast<CallExpr>(outer)) return isPlainArgument(call, inner);
      const auto* cast = dyn_cast<ImplicitCastExpr>(outer);
      if (cast && cast->getCastKind() == CK_LValueToRValue) return true;
      if (!isa<ImplicitCastExpr, ParenExpr>(outer)) return false;
      inner = outer;
    }
  }

  /// `v.x`, of which nobody takes the address; `v.norm()` of a const method.
  bool isPlainMember(const MemberExpr* member, ASTContext& context) {
    if (const auto* method = dyn_cast<CXXMethodDecl>(member->getMemberDecl())) return method->isConst();
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    if (!field || member->isArrow() || !field->getType()->isScalarType()) return false;
    add(field);
    const auto parents = context.getParents(*member);
    const auto* outer = parents.empty() ? nullptr : parents[0].get<UnaryOperator>();
    return !parents.empty() && parents[0].get<VarDecl>() == nullptr &&  // `auto& x = v.x;`
           (!outer || outer->getOpcode() != UO_AddrOf);
  }

  /// `v = w` of a class, `f(v)` and `v + w` where it is only read.
  static bool isPlainArgument(const CallExpr* call, const Expr* argument) {
    const FunctionDecl* callee = call->getDirectCallee();
    if (!callee) return false;
    const auto* method = dyn_cast<CXXMethodDecl>(callee);
    const bool isOperator = isa<CXXOperatorCallExpr>(call) && method;
    if (isOperator && call->getArg(0) == argument)
      return method->isConst() || method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator();
    for (unsigned k = isOperator ? 1 : 0; k < call->getNumArgs(); ++k)
      if (call->getArg(k) == argument)
        return k - isOperator < callee->getNumParams() &&
               isConstReference(callee->getParamDecl(k - isOperator)->getType());
    return false;
  }
};

bool hasMutableMember(const CXXRecordDecl* record) {
  return record && record->hasDefinition() && record->hasMutableFields();
}

}  // namespace

std::optional<Flow> flowByMembers(const Stmt* statement, const ValueDecl* variable,
                                  const Directives& directives, ASTContext& context,
                                  const std::set<const ValueDecl*>& varying) {
  const QualType type = variable->getType();
  const RecordDecl* record = type->getAsRecordDecl();
  MemberUses uses;
  if (!record || record->isUnion() || type->isDependentType() ||
      hasMutableMember(type->getAsCXXRecordDecl()) || !uses.collect(statement, variable, directives, context))
    return std::nullopt;
  Flow all;
  all.mustWrite = true;
  for (const FieldDecl* field : uses.fields) {
    const Flow one = flowOfMember(statement, variable, field, directives, context, &varying);
    if (!one.mayWrite) continue;
    all.mayWrite = true;
    all.mustWrite &= one.writesAlways();
    all.unclear |= one.unclear;
    if (!all.firstRead) all.firstRead = one.firstRead;
    if (!all.write) all.write = one.write;
  }
  return all;
}

}  // namespace appyl

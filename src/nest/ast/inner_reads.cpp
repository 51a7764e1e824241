#include "nest/ast/inner_reads.h"

#include "nest/ast/ast.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"

namespace appyl {

using namespace clang;

namespace {

class InnerReads {
 public:
  bool inBody(const FunctionDecl* definition, const Expr* result) {
    if (!known.insert(definition->getCanonicalDecl()).second) return false;
    return inStatement(definition->getBody(), result);
  }

 private:
  std::set<const FunctionDecl*> known;

  /// `result`: the returned value, whose own element is not counted; null: none.
  bool inStatement(const Stmt* statement, const Expr* result) {
    if (!statement) return false;
    if (const auto* expression = dyn_cast<Expr>(statement)) return inValue(expression);
    if (const auto* returned = dyn_cast<ReturnStmt>(statement)) {
      const Expr* value = returned->getRetValue();
      return value && (value == result ? toPlace(value) : inValue(value));
    }
    if (const auto* declaration = dyn_cast<DeclStmt>(statement)) {
      for (const Decl* each : declaration->decls()) {
        const auto* variable = dyn_cast<VarDecl>(each);
        const Expr* init = variable ? variable->getInit() : nullptr;
        const bool isAlias =
            variable && (variable->getType()->isReferenceType() || variable->getType()->isPointerType());
        if (init && (isAlias ? toPlace(init) : inValue(init))) return true;
      }
      return false;
    }
    for (const Stmt* child : statement->children())
      if (inStatement(child, result)) return true;
    return false;
  }

  /// Is any part of the value read from memory?
  bool inValue(const Expr* value) {
    if (!value) return false;
    value = strip(value);
    const auto* unary = dyn_cast<UnaryOperator>(value);
    const auto* member = dyn_cast<MemberExpr>(value);
    if (isa<ArraySubscriptExpr>(value)) return true;
    if (unary && unary->getOpcode() == UO_Deref && !isa<CXXThisExpr>(strip(unary->getSubExpr()))) return true;
    if (member && member->isArrow() && !isa<CXXThisExpr>(strip(member->getBase()))) return true;
    if (const auto* call = dyn_cast<CallExpr>(value)) {
      const FunctionDecl* callee = call->getDirectCallee();
      if (!callee || givesElement(call)) return true;
      const FunctionDecl* body = nullptr;
      if (!isOfLibrary(callee) && (!callee->hasBody(body) || inBody(body, nullptr))) return true;
    }
    for (const Stmt* child : value->children())
      if (const auto* part = dyn_cast_or_null<Expr>(child); part && inValue(part)) return true;
    return false;
  }

  /// Is memory read to find the element or pointer?
  bool toPlace(const Expr* place) {
    place = strip(place);
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(place))
      return inValue(element->getIdx()) || toPlace(element->getBase());
    if (const auto* unary = dyn_cast<UnaryOperator>(place);
        unary && (unary->getOpcode() == UO_Deref || unary->getOpcode() == UO_AddrOf))
      return toPlace(unary->getSubExpr());
    if (const auto* member = dyn_cast<MemberExpr>(place)) return toPlace(member->getBase());
    if (const auto* sum = dyn_cast<BinaryOperator>(place); sum && sum->isAdditiveOp()) {
      const bool isLeft = sum->getLHS()->getType()->isPointerType();
      return inValue(isLeft ? sum->getRHS() : sum->getLHS()) ||
             toPlace(isLeft ? sum->getLHS() : sum->getRHS());
    }
    const auto* call = dyn_cast<CallExpr>(place);
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (!callee) return inValue(place);
    const bool isOperator = isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(callee);
    const Expr* object = isOperator ? call->getArg(0) : objectOf(call);
    if (object && toPlace(object)) return true;
    for (unsigned k = isOperator ? 1 : 0; k < call->getNumArgs(); ++k)
      if (inValue(call->getArg(k))) return true;
    const FunctionDecl* body = nullptr;
    if (isOfLibrary(callee) || isOfArrayLanguage(callee)) return false;
    if (!callee->hasBody(body)) return true;
    const auto* only = dyn_cast_or_null<CompoundStmt>(body->getBody());
    const auto* returned = only && !only->body_empty() ? dyn_cast<ReturnStmt>(only->body_back()) : nullptr;
    return inBody(body, returned ? returned->getRetValue() : nullptr);
  }

  static bool givesElement(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    return isa<CXXMethodDecl>(callee) && (isOfLibrary(callee) || isOfArrayLanguage(callee)) &&
           memberIs(callee->getNameAsString(), Fact::Element);
  }
};

}  // namespace

bool readsOnTheWay(const FunctionDecl* definition, const Expr* result) {
  return InnerReads().inBody(definition, result);
}

}  // namespace appyl

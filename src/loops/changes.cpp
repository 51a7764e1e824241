#include "loops/changes.h"

#include "loops/calls.h"

namespace appyl {
namespace {

using namespace clang;

bool isReferenceTo(const VarDecl* variable) {
  return variable->getType()->isReferenceType() && !variable->getType()->getPointeeType().isConstQualified();
}

/// Calls `visit` for the body of every function that `statement` calls and whose definition is visible, and
/// for those that they call. `call`: the one in the statement.
void forEachCallee(const Stmt* statement, const Directives& directives,
                   const std::function<void(const FunctionDecl*, const Expr* call)>& visit) {
  std::set<const FunctionDecl*> seen;
  const std::function<void(const Stmt*, const Expr*)> search = [&](const Stmt* part, const Expr* outermost) {
    walk(part, directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CallExpr>(each);
      const auto* made = dyn_cast<CXXConstructExpr>(each);
      const FunctionDecl* callee = call ? call->getDirectCallee() : made ? made->getConstructor() : nullptr;
      const FunctionDecl* definition = nullptr;
      if (!callee || !callee->hasBody(definition) || !seen.insert(definition).second) return true;
      const Expr* from = outermost ? outermost : cast<Expr>(each);
      visit(definition, from);
      search(definition->getBody(), from);
      return true;
    });
  };
  search(statement, nullptr);
}

/// `variable` in the body of `function`, which for a lambda may be its own copy.
bool uses(const FunctionDecl* function, const ValueDecl* variable, const Directives& directives) {
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  if (method && method->getParent()->isLambda())
    for (const LambdaCapture& capture : method->getParent()->captures())
      if (capture.capturesVariable() && capture.getCapturedVar() == variable &&
          capture.getCaptureKind() == LCK_ByCopy)
        return false;
  bool found = false;
  walk(function->getBody(), directives, [&](const Stmt* each) {
    if (const auto* reference = dyn_cast<DeclRefExpr>(each)) found |= reference->getDecl() == variable;
    if (const auto* member = dyn_cast<MemberExpr>(each)) found |= member->getMemberDecl() == variable;
    return !found;
  });
  return found;
}

/// `s` of `std::ref(s)`, `std::addressof(s)`
const Expr* wrappedBy(const Stmt* part) {
  static const std::set<std::string> wrappers = {"ref", "cref", "addressof", "as_const"};
  const auto* call = dyn_cast<CallExpr>(part);
  return call && call->getNumArgs() == 1 && wrappers.count(calleeName(call)) ? call->getArg(0) : nullptr;
}

/// `int& r = s;`, `int* p = &s;`, `p = &s;`
std::set<const ValueDecl*> otherNames(const ValueDecl* variable, const Stmt* body,
                                      const Directives& directives) {
  const auto isAddress = [&](const Expr* value) {
    bool found = false;
    walk(value, directives, [&](const Stmt* each) {
      const auto* unary = dyn_cast<UnaryOperator>(each);
      found |= unary && unary->getOpcode() == UO_AddrOf && namedVariable(unary->getSubExpr()) == variable;
      const Expr* wrapped = wrappedBy(each);
      found |= wrapped && namedVariable(wrapped) == variable;
      return !found;
    });
    return found;
  };
  std::set<const ValueDecl*> names;
  walk(body, directives, [&](const Stmt* each) {
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* other = dyn_cast<VarDecl>(declared); other && other->getInit())
          if ((other->getType()->isReferenceType() && namedVariable(other->getInit()) == variable) ||
              isAddress(other->getInit()))
            names.insert(other);
    const auto* expression = dyn_cast<Expr>(each);
    const auto assignment = expression ? asAssignment(expression) : std::nullopt;
    if (assignment && assignment->value && isAddress(assignment->value))
      if (const ValueDecl* pointer = namedVariable(assignment->target)) names.insert(pointer);
    return true;
  });
  return names;
}

}  // namespace

namespace {

/// The members that lead to a place, innermost first, and its variable: f and g of `g.f[i]`. The members of a
/// union are one.
std::vector<const ValueDecl*> ownersOf(const Expr* place) {
  const ValueDecl* root = rootVariable(place);
  std::vector<const ValueDecl*> owners;
  if (!root) return owners;
  for (const Expr* inner = strip(place); namedVariable(inner) != root;) {
    const auto* member = dyn_cast<MemberExpr>(inner);
    const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
    if (field && field->getParent()->isUnion())
      owners.clear();
    else if (field)
      owners.push_back(field);
    const Expr* next = nullptr;
    for (const Stmt* child : inner->children())
      if (const auto* part = dyn_cast_or_null<Expr>(child); part && !next && rootVariable(part) == root)
        next = strip(part);
    if (!next) break;
    inner = next;
  }
  owners.push_back(root);
  return owners;
}

}  // namespace

bool isOfWritten(const Expr* expression, const std::set<const ValueDecl*>& written) {
  return llvm::any_of(ownersOf(expression), [&](const ValueDecl* each) { return written.count(each) != 0; });
}

std::set<const ValueDecl*> writtenMemory(const Stmt* statement, const Directives& directives) {
  static const std::set<std::string> givesAccess = {"at", "data", "begin", "end", "front", "back", "size"};
  std::set<const ValueDecl*> written;
  const auto add = [&](const Expr* place) {
    const std::vector<const ValueDecl*> owners = ownersOf(place);
    if (!owners.empty()) written.insert(owners.front());
  };
  walk(statement, directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    if (!expression) return true;
    if (const auto assignment = asAssignment(expression)) add(assignment->target);
    const auto* call = dyn_cast<CallExpr>(expression);
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (!call) return true;
    if (const auto* method = dyn_cast<CXXMemberCallExpr>(call))
      if (const CXXMethodDecl* called = method->getMethodDecl();
          called && !called->isConst() && !givesAccess.count(calleeName(call)))
        add(method->getImplicitObjectArgument());
    const unsigned shift = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee) ? 1 : 0;
    for (unsigned k = shift; k < call->getNumArgs(); ++k) {
      const bool isKnown = callee && k - shift < callee->getNumParams();
      const QualType type = isKnown ? callee->getParamDecl(k - shift)->getType() : call->getArg(k)->getType();
      const bool isConst =
          (type->isPointerType() || type->isReferenceType()) && type->getPointeeType().isConstQualified();
      if (!isConst && !type->isArithmeticType() && !type->isEnumeralType()) add(call->getArg(k));
    }
    return true;
  });
  return written;
}

namespace {

/// `v` as a whole is handed out: by a reference, an address, a return.
bool handsOutMembers(const FunctionDecl* definition, const Directives& directives,
                     std::set<const ValueDecl*>& handedOut) {
  const QualType result = definition->getReturnType();
  const bool refers = result->isReferenceType() || result->isPointerType();
  const auto isMember = [](const Expr* value) {
    const auto* member = value ? dyn_cast<MemberExpr>(strip(value)) : nullptr;
    return member && isa<FieldDecl>(member->getMemberDecl());
  };
  bool found = false;
  walk(definition->getBody(), directives, [&](const Stmt* each) {
    if (const auto* returned = dyn_cast<ReturnStmt>(each); returned && refers && returned->getRetValue()) {
      const Expr* value = strip(returned->getRetValue());
      if (result->isReferenceType() && isMember(value) && value->getType()->isRecordType())
        handedOut.insert(cast<MemberExpr>(value)->getMemberDecl());
      else
        found |= isa<ConditionalOperator>(value) || (result->isReferenceType() && isMember(value));
    }
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* other = dyn_cast<VarDecl>(declared))
          found |= isReferenceTo(other) && isMember(other->getInit());
    found |= isa<LambdaExpr>(each);
    return !found;
  });
  return found;
}

/// Numbers of the object are only read, and the object itself goes nowhere.
bool usesMembersPlainly(const FunctionDecl* definition, const Directives& directives,
                        const std::function<bool(const CXXMethodDecl*)>& isHarmless) {
  std::set<const Stmt*> loaded, bases;
  bool plain = true;
  walk(definition->getBody(), directives, [&](const Stmt* each) {
    if (const auto* cast = dyn_cast<ImplicitCastExpr>(each); cast && cast->getCastKind() == CK_LValueToRValue)
      loaded.insert(cast->getSubExpr()->IgnoreParens());
    const auto* member = dyn_cast<MemberExpr>(each);
    if (member && isa<CXXThisExpr>(strip(member->getBase()))) {
      bases.insert(strip(member->getBase()));
      const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
      const auto* method = dyn_cast<CXXMethodDecl>(member->getMemberDecl());
      plain &= !field || !field->getType()->isScalarType() || loaded.count(member);
      plain &= !method || method->isStatic() || isHarmless(method);
    }
    plain &= !isa<CXXThisExpr>(each) || bases.count(each);
    return plain;
  });
  return plain;
}

bool changesMembers(const CXXMethodDecl* method, const Directives& directives,
                    std::set<const ValueDecl*>& handedOut, int depth) {
  const FunctionDecl* definition = nullptr;
  if (method->isConst() || method->isStatic()) return false;
  if (method->isVirtual() || !method->hasBody(definition) || definition->isDefaulted() ||
      definition->isTemplated() || depth > 4)
    return true;
  const std::set<const ValueDecl*> modified = modifiedVariables(definition->getBody(), directives);
  if (llvm::any_of(modified, [](const ValueDecl* each) { return isa<FieldDecl>(each); })) return true;
  return handsOutMembers(definition, directives, handedOut) ||
         !usesMembersPlainly(definition, directives, [&](const CXXMethodDecl* called) {
           return !changesMembers(called, directives, handedOut, depth + 1);
         });
}

}  // namespace

bool changesMembers(const CXXMethodDecl* method, const Directives& directives,
                    std::set<const ValueDecl*>& handedOut) {
  return changesMembers(method, directives, handedOut, 0);
}

std::set<const ValueDecl*> heldElsewhere(const Stmt* body, const Directives& directives) {
  std::set<const ValueDecl*> held;
  walk(body, directives, [&](const Stmt* each) {
    if (const auto* lambda = dyn_cast<LambdaExpr>(each))
      for (const LambdaCapture& capture : lambda->captures())
        if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByRef)
          held.insert(capture.getCapturedVar());
    if (const auto* unary = dyn_cast<UnaryOperator>(each); unary && unary->getOpcode() == UO_AddrOf)
      if (const ValueDecl* variable = namedVariable(unary->getSubExpr())) held.insert(variable);
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* other = dyn_cast<VarDecl>(declared);
            other && other->getInit() && isReferenceTo(other))
          if (const ValueDecl* variable = namedVariable(other->getInit())) held.insert(variable);
    return true;
  });
  return held;
}

bool changesOthers(const Stmt* statement, const Directives& directives) {
  const auto changes = [&](const Stmt* part, const FunctionDecl* function) {
    bool found = false;
    walk(part, directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      const auto assignment = expression ? asAssignment(expression) : std::nullopt;
      if (!assignment) return !found;
      const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(assignment->target));
      const bool isOwn = function && variable && variable->hasLocalStorage() &&
                         !variable->getType()->isReferenceType() && variable->getDeclContext() == function;
      found |= !isOwn;
      return !found;
    });
    return found;
  };
  bool found = changes(statement, nullptr);
  forEachCallee(statement, directives, [&](const FunctionDecl* callee, const Expr*) {
    found |= !isOfSystem(callee) && changes(callee->getBody(), callee);
  });
  return found;
}

/// `*this`; `this`; a local name of it.
static bool leadsToThis(const Expr* object) {
  const Expr* inner = strip(object);
  if (const auto* unary = dyn_cast<UnaryOperator>(inner); unary && unary->getOpcode() == UO_Deref)
    inner = strip(unary->getSubExpr());
  if (isa<CXXThisExpr>(inner)) return true;
  const auto* reference = dyn_cast<DeclRefExpr>(inner);
  const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  return variable && (variable->getType()->isReferenceType() || variable->getType()->isPointerType()) &&
         variable->hasLocalStorage() && variable->getInit() && variable->getInit() != object &&
         leadsToThis(variable->getInit());
}

/// `self.s`, `this->*m`, `[s, t] = *this`, a copy of `*this`.
static bool usesByOtherName(const Expr* expression, const FieldDecl* field) {
  if (const auto* member = dyn_cast<MemberExpr>(expression))
    return member->getMemberDecl() == field && namedVariable(member) != field &&
           leadsToThis(member->getBase());
  if (const auto* reference = dyn_cast<DeclRefExpr>(expression)) {
    const auto* part = dyn_cast<BindingDecl>(reference->getDecl());
    const auto* member =
        part && part->getBinding() ? dyn_cast<MemberExpr>(strip(part->getBinding())) : nullptr;
    const auto* whole = part ? dyn_cast_or_null<VarDecl>(part->getDecomposedDecl()) : nullptr;
    return member && member->getMemberDecl() == field && whole && whole->getType()->isReferenceType() &&
           whole->getInit() && leadsToThis(whole->getInit());
  }
  if (const auto* binary = dyn_cast<BinaryOperator>(expression); binary && binary->isPtrMemOp())
    return leadsToThis(binary->getLHS()) && binary->getType().getCanonicalType().getUnqualifiedType() ==
                                                field->getType().getCanonicalType().getUnqualifiedType();
  const auto* made = dyn_cast<CXXConstructExpr>(expression);
  return made && made->getNumArgs() == 1 && made->getConstructor()->isCopyOrMoveConstructor() &&
         made->getArg(0)->getType()->isRecordType() && leadsToThis(made->getArg(0));
}

bool mayChangeItsCopies(const LambdaExpr* lambda, const Directives& directives) {
  if (lambda->getCallOperator()->isConst()) return false;
  const std::set<const ValueDecl*> changed = modifiedVariables(lambda->getBody(), directives);
  return llvm::any_of(lambda->captures(), [&](const LambdaCapture& capture) {
    if (!capture.capturesVariable() || capture.getCaptureKind() != LCK_ByCopy) return false;
    const ValueDecl* copy = capture.getCapturedVar();
    return !copy->getType()->isScalarType() || changed.count(copy) != 0;
  });
}

const Expr* hiddenUse(const ValueDecl* variable, const Stmt* nest, const FunctionDecl* function,
                      const Directives& directives) {
  std::set<const FunctionDecl*> lambdas;  // of the nest: their bodies are parts of it
  walk(nest, directives, [&](const Stmt* each) {
    if (const auto* lambda = dyn_cast<LambdaExpr>(each)) lambdas.insert(lambda->getCallOperator());
    return true;
  });
  const Expr* use = nullptr;
  forEachCallee(nest, directives, [&](const FunctionDecl* callee, const Expr* call) {
    if (!use && !lambdas.count(callee) && uses(callee, variable, directives)) use = call;
  });
  if (const auto* field = dyn_cast<FieldDecl>(variable))
    walk(nest, directives, [&](const Stmt* each) {
      if (const auto* expression = dyn_cast<Expr>(each); expression && !use)
        if (usesByOtherName(expression, field)) use = expression;
      return !use;
    });
  std::set<const ValueDecl*> names = otherNames(variable, function->getBody(), directives);
  std::erase_if(names, [&](const ValueDecl* each) { return isDeclaredInside(each, nest, directives); });
  if (use || names.empty()) return use;
  walk(nest, directives, [&](const Stmt* each) {
    if (const auto* expression = dyn_cast<Expr>(each); expression && !use)
      if (const ValueDecl* named = namedVariable(expression); named && names.count(named)) use = expression;
    return !use;
  });
  return use;
}

}  // namespace appyl

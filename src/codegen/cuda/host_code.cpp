#include "codegen/cuda/host_code.h"

#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "nest/ast/calls.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"

namespace appyl {
namespace {

using namespace clang;

/// A number, a truth value, an address: copying it touches no array.
bool isPlain(QualType type) {
  type = type.getNonReferenceType();
  return type->isScalarType() || type->isUndeducedType();
}

/// A number, or an object that may be an element of an array: it has no memory of its own, and does not just
/// lead to elements.
bool isElementType(QualType type, const ASTContext& context) {
  if (type->isDependentType()) return true;
  if (const auto* record = type->getAsCXXRecordDecl())
    return !isView(type) && !isContiguousContainer(type) && record->hasDefinition() &&
           record->hasTrivialCopyConstructor() && record->hasTrivialDestructor();
  return type.isTriviallyCopyableType(context);
}

/// Adds the variables and members of which the place is a part.
void addDeclarations(const Expr* place, std::set<const ValueDecl*>& found) {
  const auto add = [&](const ValueDecl* named) {
    if (isa<VarDecl, FieldDecl>(named)) found.insert(cast<ValueDecl>(named->getCanonicalDecl()));
  };
  for (;;) {
    place = strip(place);
    const auto* member = dyn_cast<MemberExpr>(place);
    const auto* element = dyn_cast<ArraySubscriptExpr>(place);
    if (const auto* reference = dyn_cast<DeclRefExpr>(place)) add(reference->getDecl());
    if (member) add(member->getMemberDecl());
    if (member && !member->isArrow())
      place = member->getBase();
    else if (element && strip(element->getBase())->getType()->isArrayType())
      place = element->getBase();
    else
      return;
  }
}

/// Variables and members whose addresses are taken, and those that other names stand for.
std::set<const ValueDecl*> addressedIn(const ASTContext& context) {
  std::set<const ValueDecl*> found;
  Visits visits;
  visits.statement = [&](const Stmt* each) {
    const auto* unary = dyn_cast<UnaryOperator>(each);
    if (unary && unary->getOpcode() == UO_AddrOf) addDeclarations(unary->getSubExpr(), found);
    return true;
  };
  visits.declaration = [&](const Decl* each) {
    const auto* variable = dyn_cast<VarDecl>(each);
    if (!variable || !variable->getInit()) return true;
    const QualType type = variable->getType();
    const bool isName = type->isReferenceType() && !type.getNonReferenceType().isConstQualified();
    if (isName) addDeclarations(variable->getInit(), found);
    return true;
  };
  visitUsersCode(context, visits);
  return found;
}

}  // namespace

HostCode::HostCode(const std::vector<Launch>& launches, const Directives& directives)
    : directives(directives) {
  for (const Launch& launch : launches) all[launch.root] = &launch;
}

const Launch* HostCode::launchAt(const Stmt* statement) const {
  const auto known = all.find(statement);
  return known == all.end() ? nullptr : known->second;
}

int HostCode::launchesIn(const Stmt* statement) const {
  int count = 0;
  walk(statement, directives, [&](const Stmt* each) {
    count += launchAt(each) != nullptr;
    return !launchAt(each);
  });
  return count;
}

bool HostCode::mayLaunch(const Stmt* statement) const {
  bool launches = false;
  walk(statement, directives, [&](const Stmt* each) {
    launches |= launchAt(each) != nullptr;
    const auto* call = dyn_cast<CallExpr>(each);
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    const FunctionDecl* body = callee ? bodyOf(callee) : nullptr;
    if (body && !launches && visiting.insert(body).second) {
      launches |= mayLaunch(body->getBody());
      visiting.erase(body);
    }
    return !launches;
  });
  return launches;
}

bool HostCode::isQuiet(const Stmt* statement, bool followCalls) const {
  bool quiet = true;
  walk(statement, directives, [&](const Stmt* each) {
    if (const Launch* launch = launchAt(each)) {
      quiet &= !launch->touchesHost &&
               llvm::all_of(launch->bounds, [&](const Expr* bound) { return isQuiet(bound, followCalls); });
      return false;
    }
    const auto* branch = dyn_cast<IfStmt>(each);
    if (!followCalls && branch && hostPart(branch)) {
      quiet &= isQuiet(branch->getCond(), false) && isQuiet(branch->getThen(), false);
      return false;
    }
    quiet = quiet && isQuietNode(each, followCalls);
    return quiet;
  });
  return quiet;
}

/// A local reference to a possible element of an array, or a variable or member to which something points:
/// kernels may change it under another name.
bool HostCode::mayBeElement(const ValueDecl* named) const {
  if (isa<BindingDecl>(named)) return true;
  const QualType type = named->getType();
  if (!isa<VarDecl, FieldDecl>(named) || !isElementType(type.getNonReferenceType(), named->getASTContext()))
    return false;
  return (type->isReferenceType() && !isa<ParmVarDecl>(named)) ||
         (!type->isPointerType() && isPointedTo(named));
}

/// Does the program take the address of the variable or of a part of it, or give it another name?
bool HostCode::isPointedTo(const ValueDecl* named) const {
  if (!pointedTo) pointedTo = addressedIn(named->getASTContext());
  return pointedTo->count(cast<ValueDecl>(named->getCanonicalDecl())) != 0;
}

const CompoundStmt* HostCode::hostPart(const IfStmt* branch) const {
  const Stmt* otherwise = branch->getElse() ? directives.strip(branch->getElse()) : nullptr;
  const auto* body = dyn_cast_or_null<CompoundStmt>(otherwise);
  if (!body || branch->getInit() || branch->getConditionVariable() || launchesIn(branch->getThen()) == 0)
    return nullptr;
  bool leaves = false;  // ... or may give up memory that a kernel has a copy of
  walk(body, directives, [&](const Stmt* each) {
    const auto* call = dyn_cast<CallExpr>(each);
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    leaves |=
        isa<ReturnStmt, GotoStmt, BreakStmt, ContinueStmt, CXXThrowExpr, CXXNewExpr, CXXDeleteExpr>(each) ||
        (call && !isOfView(callee) && !(callee && isOfArrayLanguage(callee)));
    return true;
  });
  return !leaves && !mayLaunch(body) && !isQuiet(body, false) ? body : nullptr;
}

bool HostCode::isQuietNode(const Stmt* statement, bool followCalls) const {
  if (const Directive* directive = directives.of(statement);
      directive && directive->find(ClauseKind::Parallel))
    return false;  // it stays on the host
  if (isa<ArraySubscriptExpr, LambdaExpr, CXXNewExpr, CXXDeleteExpr, GotoStmt, LabelStmt, SwitchStmt, AsmStmt,
          CXXTryStmt, CXXForRangeStmt, InitListExpr, CXXThrowExpr, OverloadExpr, CXXDependentScopeMemberExpr>(
          statement))
    return false;
  if (const auto* reference = dyn_cast<DeclRefExpr>(statement);
      reference && mayBeElement(reference->getDecl()))
    return false;
  if (const auto* unary = dyn_cast<UnaryOperator>(statement); unary && unary->getOpcode() == UO_Deref)
    return false;
  if (const auto* member = dyn_cast<MemberExpr>(statement); member && isa<FieldDecl>(member->getMemberDecl()))
    return (!member->isArrow() || isa<CXXThisExpr>(strip(member->getBase()))) &&
           !mayBeElement(member->getMemberDecl());
  if (const auto* construct = dyn_cast<CXXConstructExpr>(statement))
    return construct->getConstructor()->isTrivial();
  if (const auto* declaration = dyn_cast<DeclStmt>(statement))
    return llvm::all_of(declaration->decls(), [](const Decl* each) {
      const auto* variable = dyn_cast<VarDecl>(each);
      return !variable || isPlain(variable->getType()) || variable->getType()->isReferenceType();
    });
  if (const auto* call = dyn_cast<CallExpr>(statement)) return isQuietCall(call, followCalls);
  return true;
}

/// Calls for sizes and addresses, swaps of names, functions of numbers.
bool HostCode::isQuietCall(const CallExpr* call, bool followCalls) const {
  const FunctionDecl* callee = call->getDirectCallee();
  const FunctionDecl* body = callee ? bodyOf(callee) : nullptr;
  if (followCalls && body && mayLaunch(call)) {
    if (!visiting.insert(body).second) return true;
    const bool quiet = isQuiet(body->getBody(), true);
    visiting.erase(body);
    return quiet;
  }
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
  const bool isStandard = callee && (callee->isInStdNamespace() || callee->getBuiltinID() ||
                                     (method && method->getParent()->isInStdNamespace()));
  const std::string name = calleeName(call);
  if (isOfView(callee) && isa<CXXMemberCallExpr>(call))
    return name == "extent" || name == "size" || name == "stride" || name == "data";
  if (!isStandard) return false;
  if (isa<CXXMemberCallExpr>(call)) {
    const QualType type = cast<CXXMemberCallExpr>(call)->getObjectType();
    const bool leads =  // other than a future
        classIs(libraryTemplate(type), {ClassFact::Contiguous, ClassFact::View, ClassFact::Pointer});
    return memberIs(name, {Fact::Size, Fact::Swaps}) || (leads && memberIs(name, Fact::Data));
  }
  if (isa<CXXOperatorCallExpr>(call)) return false;
  const auto isPointer = [](const Expr* argument) { return argument->getType()->isPointerType(); };
  const auto isNumber = [](const Expr* argument) { return argument->getType()->isArithmeticType(); };
  if (functionIs(name, Fact::Swaps)) {
    const QualType type = call->getNumArgs() ? call->getArg(0)->getType() : QualType();
    const auto* record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
    return llvm::all_of(call->arguments(), isPointer) ||
           (record && record->isInStdNamespace() && classIs(record->getName(), ClassFact::OnHeap) &&
            classIs(record->getName(), {ClassFact::Contiguous, ClassFact::Unique}));
  }
  return llvm::all_of(call->arguments(), isNumber);
}

}  // namespace appyl

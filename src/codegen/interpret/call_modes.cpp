#include "codegen/interpret/call_modes.h"

#include "codegen/arrays/element_types.h"
#include "codegen/kernels/device_calls.h"
#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "nest/ast/calls.h"
#include "nest/ast/library_facts.h"

#include <functional>

namespace appyl {

using namespace clang;

const FunctionDecl* definitionOf(const Expr* expression) {
  const auto* call = dyn_cast<CallExpr>(expression);
  const auto* made = dyn_cast<CXXConstructExpr>(expression);
  const FunctionDecl* callee = call ? calleeOf(call) : made ? made->getConstructor() : nullptr;
  return callee ? bodyOf(callee) : nullptr;
}

AccessMode modeOfArgument(const FunctionDecl* callee, unsigned index, bool refers,
                          const std::set<const FunctionDecl*>& known) {
  if (!callee || index >= callee->getNumParams()) return AccessMode::Read;
  const QualType type = callee->getParamDecl(index)->getType();
  if (!type->isReferenceType()) return AccessMode::Read;
  const FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
  const FunctionDecl* definition = nullptr;
  if ((pattern ? pattern : callee)->hasBody(definition) && known.count(definition)) return AccessMode::Touch;
  if (type.getNonReferenceType().isConstQualified() || type->isRValueReferenceType()) return AccessMode::Read;
  return refers ? AccessMode::Touch : AccessMode::Update;
}

AccessMode modeOfObject(const CXXMethodDecl* method, const std::set<const FunctionDecl*>& known) {
  const FunctionDecl* pattern = method->getTemplateInstantiationPattern();
  const FunctionDecl* definition = nullptr;
  const bool isKnown = (pattern ? pattern : method)->hasBody(definition) && known.count(definition);
  if (isKnown || method->getParent()->isLambda() || method->isStatic()) return AccessMode::Touch;
  const QualType type = method->getASTContext().getRecordType(method->getParent());
  if (changesContainer(method)) return AccessMode::Update;
  if (!isRecorded(type) || isArrayLike(type)) return AccessMode::Touch;
  return method->isConst() ? AccessMode::Read : AccessMode::Update;
}

namespace {

/// The expression without temporaries and tiles that are made of it.
const Expr* peeled(const Expr* expression) {
  const Expr* inner = expression->IgnoreParenImpCasts();
  for (const Expr* last = nullptr; last != inner;) {
    last = inner;
    if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(inner)) inner = temporary->getSubExpr();
    if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(inner)) inner = bound->getSubExpr();
    if (const auto* made = dyn_cast<CXXConstructExpr>(inner);
        made && made->getNumArgs() == 1 && isTile(made->getType()))
      inner = made->getArg(0);
    inner = inner->IgnoreParenImpCasts();
  }
  return inner;
}

}  // namespace

bool isPartOfView(QualType type) {
  return isTile(type) && type.getNonReferenceType()->getAsCXXRecordDecl()->getName() != "tile";
}

const DeclRefExpr* namedPart(const Expr* expression) {
  const auto* reference = dyn_cast<DeclRefExpr>(peeled(expression));
  return reference && isa<VarDecl>(reference->getDecl()) && isPartOfView(reference->getType()) ? reference
                                                                                               : nullptr;
}

const CXXOperatorCallExpr* partOfView(const Expr* expression) {
  const auto* call = dyn_cast<CXXOperatorCallExpr>(peeled(expression));
  const bool isPart = call && call->getOperator() == OO_Call && call->getNumArgs() > 1 &&
                      !call->isTypeDependent() && isView(call->getArg(0)->getType()) &&
                      isTile(call->getType());
  return isPart ? call : nullptr;
}

bool isDependentTile(QualType type) {
  const auto* special = type->isDependentType() ? type->getAs<TemplateSpecializationType>() : nullptr;
  const TemplateDecl* named = special ? special->getTemplateName().getAsTemplateDecl() : nullptr;
  const auto* space = named ? dyn_cast<NamespaceDecl>(named->getDeclContext()) : nullptr;
  return space && space->getName() == "appyl" && named->getName() == "tile";
}

PartUse useOfPart(const FunctionDecl* callee, unsigned argument, unsigned arguments) {
  if (isa<CXXMethodDecl>(callee) && !isa<CXXConstructorDecl>(callee) && !callee->isOverloadedOperator())
    return {};
  if (!callee->getDeclName().isIdentifier()) return {AccessMode::Read};
  const llvm::StringRef name = callee->getName();
  if (name.starts_with("atomic_")) return {argument == 0 ? AccessMode::Combine : AccessMode::Read};
  if (name == "load" && argument == 0) return {AccessMode::Read, arguments > 1};
  if (name == "store" && argument == 0) return {AccessMode::Write, arguments > 2};
  if (name == "store" && argument == 1 && arguments > 2) return {};  // of which the mask takes some
  return {AccessMode::Read};
}

std::set<const Expr*> discardedCalls(const Stmt* whole, const Directives& directives) {
  std::set<const Expr*> result;
  const std::function<void(const Stmt*)> add = [&](const Stmt* statement) {
    const auto* expression = statement ? dyn_cast<Expr>(directives.strip(statement)) : nullptr;
    if (!expression) return;
    expression = expression->IgnoreImplicit()->IgnoreParenImpCasts();
    const auto* binary = dyn_cast<BinaryOperator>(expression);
    if (binary && binary->getOpcode() == BO_Comma) add(binary->getRHS());  // the other one is met by itself
    if (const auto* choice = dyn_cast<ConditionalOperator>(expression)) {
      add(choice->getTrueExpr());
      add(choice->getFalseExpr());
    }
    if (isa<CallExpr>(expression)) result.insert(expression);
  };
  add(whole);  // the body of a loop without braces
  walk(whole, directives, [&](const Stmt* each) {
    if (isa<CompoundStmt, LabelStmt, SwitchCase>(each))
      for (const Stmt* child : each->children()) add(child);
    if (const auto* loop = dyn_cast<ForStmt>(each)) {
      add(loop->getInit());
      add(loop->getInc());
      add(loop->getBody());
    }
    if (const auto* branch = dyn_cast<IfStmt>(each)) {
      add(branch->getThen());
      add(branch->getElse());
    }
    if (const auto* loop = dyn_cast<WhileStmt>(each)) add(loop->getBody());
    if (const auto* loop = dyn_cast<DoStmt>(each)) add(loop->getBody());
    if (const auto* loop = dyn_cast<CXXForRangeStmt>(each)) add(loop->getBody());
    const auto* binary = dyn_cast<BinaryOperator>(each);
    if (binary && binary->getOpcode() == BO_Comma) add(binary->getLHS());
    return true;
  });
  return result;
}

bool isVoidOrDeduced(const FunctionDecl* function) {
  return function->getReturnType()->isVoidType() || function->getReturnType()->getContainedAutoType();
}

bool isNamed(const Expr* function) {
  return isa<OverloadExpr, CXXDependentScopeMemberExpr, DependentScopeDeclRefExpr>(function);
}

bool isOfLibrary(const CallExpr* call) {
  const auto* named = dyn_cast<OverloadExpr>(call->getCallee()->IgnoreParenImpCasts());
  return named && named->getNumDecls() > 0 && llvm::all_of(named->decls(), [](const NamedDecl* each) {
           return each->getUnderlyingDecl()->isInStdNamespace();
         });
}

const VarDecl* variableGiven(const Expr* argument) {
  const auto* reference = dyn_cast<DeclRefExpr>(argument->IgnoreParenImpCasts());
  const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  return variable && !variable->getType().isConstQualified() ? variable : nullptr;
}

bool mayNameElement(const CallExpr* call, const FunctionDecl* callee) {
  return definitionOf(call) || isStandard(callee, Fact::Gets) ||
         (isa<CXXMemberCallExpr>(call) && callee && callee->getDeclName().isIdentifier() &&
          isArrayLike(cast<CXXMemberCallExpr>(call)->getObjectType()) &&
          memberIs(callee->getName(), Fact::Element));
}

bool mayReadElement(const CallExpr* call, bool byNumbers) {
  const auto* member = dyn_cast<CXXDependentScopeMemberExpr>(call->getCallee()->IgnoreParenImpCasts());
  if (!member) return byNumbers && call->getNumArgs() > 0;
  return call->getNumArgs() > 0 && !memberIs(member->getMember().getAsString(), Fact::Dimension);
}

}  // namespace appyl

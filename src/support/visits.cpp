#include "support/visits.h"

#include <clang/AST/RecursiveASTVisitor.h>

#include <limits>

namespace appyl {

namespace {

class Visitor : public clang::RecursiveASTVisitor<Visitor> {
 public:
  explicit Visitor(const Visits& visits, unsigned limit = std::numeric_limits<unsigned>::max())
      : visits(visits), limit(limit) {}

  const clang::Stmt* tooDeep = nullptr;

  bool shouldVisitTemplateInstantiations() const { return visits.withInstances; }
  bool shouldVisitImplicitCode() const { return visits.withImplicitCode; }

  bool VisitDecl(clang::Decl* each) { return !visits.declaration || visits.declaration(each); }
  bool VisitStmt(clang::Stmt* each) { return !visits.statement || visits.statement(each); }
  bool VisitType(clang::Type* each) { return !visits.type || visits.type(each); }
  bool VisitTypeLoc(clang::TypeLoc each) { return !visits.typeAsWritten || visits.typeAsWritten(each); }

  /// Called before each statement, which Clang's class walks without recursion.
  bool dataTraverseStmtPre(clang::Stmt* each) {
    if (depth < limit) return ++depth;
    tooDeep = each;
    return false;
  }
  bool dataTraverseStmtPost(clang::Stmt*) {
    --depth;
    return true;
  }

 private:
  const Visits& visits;
  unsigned limit, depth = 0;
};

}  // namespace

void visitBelow(clang::Decl* declaration, const Visits& visits) { Visitor(visits).TraverseDecl(declaration); }

void visitBelow(const clang::Stmt* statement, const Visits& visits) {
  Visitor(visits).TraverseStmt(const_cast<clang::Stmt*>(statement));
}

void visitBelow(clang::QualType type, const Visits& visits) { Visitor(visits).TraverseType(type); }

const clang::Stmt* nestedDeeperThan(unsigned limit, llvm::ArrayRef<clang::Decl*> declarations) {
  const Visits nothing;
  Visitor visitor(nothing, limit);
  for (clang::Decl* each : declarations) {
    if (visitor.tooDeep) break;
    visitor.TraverseDecl(each);
  }
  return visitor.tooDeep;
}

/// Is it read when the statement runs? What a lambda does comes later. A pointer's address is no value.
static bool isReadIn(const clang::Stmt* statement, const clang::VarDecl& variable) {
  if (!statement || llvm::isa<clang::LambdaExpr, clang::UnaryExprOrTypeTraitExpr>(statement)) return false;
  const auto* load = llvm::dyn_cast<clang::ImplicitCastExpr>(statement);
  const bool isLoad = load && load->getCastKind() == clang::CK_LValueToRValue;
  const auto* named =
      llvm::dyn_cast<clang::DeclRefExpr>(isLoad ? load->getSubExpr()->IgnoreParens() : statement);
  if (named && named->getDecl() == &variable && (isLoad || variable.getType()->isReferenceType()))
    return true;
  return llvm::any_of(statement->children(),
                      [&](const clang::Stmt* child) { return isReadIn(child, variable); });
}

const clang::VarDecl* beginsAsItself(llvm::ArrayRef<clang::Decl*> declarations) {
  const clang::VarDecl* found = nullptr;
  Visits variables;
  variables.declaration = [&](clang::Decl* declaration) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    const clang::QualType type = variable ? variable->getType() : clang::QualType();
    if (!variable || !variable->getInit() || !(type->isReferenceType() || type->isPointerType())) return true;
    if (isReadIn(variable->getInit(), *variable)) found = variable;
    return !found;
  };
  for (clang::Decl* each : declarations)
    if (!found) visitBelow(each, variables);
  return found;
}

}  // namespace appyl

#include "support/visits.h"

#include <clang/AST/RecursiveASTVisitor.h>

namespace appyl {

namespace {

class Visitor : public clang::RecursiveASTVisitor<Visitor> {
 public:
  explicit Visitor(const Visits& visits) : visits(visits) {}

  bool shouldVisitTemplateInstantiations() const { return visits.withInstances; }
  bool shouldVisitImplicitCode() const { return visits.withImplicitCode; }

  bool VisitDecl(clang::Decl* each) { return !visits.declaration || visits.declaration(each); }
  bool VisitStmt(clang::Stmt* each) { return !visits.statement || visits.statement(each); }
  bool VisitType(clang::Type* each) { return !visits.type || visits.type(each); }
  bool VisitTypeLoc(clang::TypeLoc each) { return !visits.typeAsWritten || visits.typeAsWritten(each); }

 private:
  const Visits& visits;
};

}  // namespace

void visitBelow(clang::Decl* declaration, const Visits& visits) { Visitor(visits).TraverseDecl(declaration); }

void visitBelow(const clang::Stmt* statement, const Visits& visits) {
  Visitor(visits).TraverseStmt(const_cast<clang::Stmt*>(statement));
}

void visitBelow(clang::QualType type, const Visits& visits) { Visitor(visits).TraverseType(type); }

}  // namespace appyl

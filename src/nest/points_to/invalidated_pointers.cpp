#include "nest/points_to/invalidated_pointers.h"

#include "nest/modref/modified_variables.h"
#include "nest/points_to/pointer_capture.h"
#include "nest/points_to/unseen_swaps.h"

namespace appyl {

using namespace clang;

/// Also an address in an integer, `auto at = reinterpret_cast<std::uintptr_t>(p);`. A reference to a
/// container is no pointer: it names the container, whatever memory that has.
static bool isPointer(const VarDecl* variable) {
  const QualType type = variable->getType();
  if (type->isIntegerType() && variable->getInit()) {
    const auto* cast = dyn_cast<CastExpr>(strip(variable->getInit()));
    return cast && cast->getCastKind() == CK_PointerToIntegral;
  }
  if (!type->isReferenceType()) return leadsElsewhere(type);
  return !ownsMemory(type->getPointeeType()) || leadsElsewhere(type->getPointeeType());
}

InvalidatedPointers::InvalidatedPointers(const Stmt* body, const Source& source)
    : sources(source.ast.getSourceManager()) {
  const std::set<const ValueDecl*> modified = modifiedVariables(body, source.directives);
  for (const ValueDecl* each : modified) {
    const auto* variable = dyn_cast<VarDecl>(each);
    if (variable && isa<ParmVarDecl>(variable) && !variable->getType()->isReferenceType()) {
      if (isPointer(variable)) lives.push_back({variable, body->getBeginLoc(), body->getEndLoc()});
    } else if ((!variable || variable->hasGlobalStorage()) && leadsElsewhere(each->getType())) {
      isOpen = true;
    }
  }
  walk(body, source.directives, [&](const Stmt* each) {
    isOpen |= isa<LabelStmt>(each);
    if (isa<LambdaExpr>(each)) lives.push_back({nullptr, each->getBeginLoc(), each->getEndLoc()});
    for (const Stmt* child : each->children())
      if (const auto* declaration =
              dyn_cast_or_null<DeclStmt>(child ? source.directives.strip(child) : nullptr))
        add(declaration, each);
    return true;
  });
}

void InvalidatedPointers::add(const DeclStmt* declaration, const Stmt* scope) {
  for (const Decl* each : declaration->decls())
    if (const auto* variable = dyn_cast<VarDecl>(each); variable && isPointer(variable))
      lives.push_back({variable, declaration->getBeginLoc(), scope->getEndLoc()});
}

bool InvalidatedPointers::mayLiveOn(const Stmt* statement, const std::set<const ValueDecl*>& except) const {
  const auto place = [&](SourceLocation location) { return sources.getExpansionLoc(location); };
  return isOpen || llvm::any_of(lives, [&](const Life& life) {
           return !(life.pointer && except.count(canonical(life.pointer))) &&
                  sources.isPointWithin(place(statement->getBeginLoc()), place(life.begin), place(life.end));
         });
}

}  // namespace appyl

#include "loops/visible_names.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

namespace appyl {

using namespace clang;

namespace {

using Names = std::map<std::string, const ValueDecl*>;

void add(const Decl* declared, Names& names) {
  if (const auto* parts = dyn_cast<DecompositionDecl>(declared))
    for (const BindingDecl* part : parts->bindings()) add(part, names);
  const auto* value = dyn_cast<ValueDecl>(declared);
  if (value && value->getIdentifier()) names[value->getNameAsString()] = value;
}

/// Adds what is declared in front of the nest, in the scopes around it; false: it is not in the statement.
bool collect(const Stmt* statement, const Stmt* nest, const Directives& directives, Names& names) {
  statement = directives.strip(statement);
  if (!statement) return false;
  if (statement == nest) return true;
  Names inner = names;
  if (const auto* lambda = dyn_cast<LambdaExpr>(statement)) {
    for (const LambdaCapture& capture : lambda->captures())
      if (capture.capturesVariable()) add(capture.getCapturedVar(), inner);
    for (const ParmVarDecl* parameter : lambda->getCallOperator()->parameters()) add(parameter, inner);
    if (!collect(lambda->getBody(), nest, directives, inner)) return false;
    names = std::move(inner);
    return true;
  }
  for (const Stmt* child : statement->children()) {
    if (!child) continue;
    if (!isa<DeclStmt>(child) && collect(child, nest, directives, inner)) {
      names = std::move(inner);
      return true;
    }
    if (const auto* declaration = dyn_cast<DeclStmt>(directives.strip(child))) {
      for (const Decl* declared : declaration->decls()) {
        add(declared, inner);
        const auto* variable = dyn_cast<VarDecl>(declared);  // `auto f = [&] { nest };`
        if (variable && variable->getInit() && collect(variable->getInit(), nest, directives, inner)) {
          names = std::move(inner);
          return true;
        }
      }
    }
  }
  return false;
}

}  // namespace

VisibleNames::VisibleNames(const FunctionDecl* function, const Stmt* nest, const Directives& directives)
    : function(function) {
  for (const ParmVarDecl* parameter : function->parameters()) add(parameter, locals);
  collect(function->getBody(), nest, directives, locals);
}

const ValueDecl* VisibleNames::localNamed(const ValueDecl* variable) const {
  const auto known = locals.find(variable->getNameAsString());
  return known == locals.end() ? nullptr : known->second;
}

/// ... outside of the function: by the namespaces and classes around it.
bool VisibleNames::isFoundByName(const ValueDecl* variable) const {
  for (const DeclContext* scope = function->getDeclContext(); scope; scope = scope->getParent()) {
    const auto found = scope->getRedeclContext()->lookup(variable->getDeclName());
    if (!found.empty())
      return llvm::any_of(found, [&](const NamedDecl* each) {
        return each->getCanonicalDecl() == variable->getCanonicalDecl();
      });
  }
  return false;
}

std::string VisibleNames::nameOf(const ValueDecl* variable) const {
  const std::string name = variable->getNameAsString();
  const auto* object = dyn_cast<VarDecl>(variable);
  if (!object || object->isLocalVarDeclOrParm()) {
    const bool isLocal = object || isa<BindingDecl>(variable);
    return !isLocal || localNamed(variable) == variable ? name : "";
  }
  if (!localNamed(variable) && isFoundByName(variable)) return name;
  if (object->isInAnonymousNamespace() || object->isStaticDataMember()) return "";
  return "::" + object->getQualifiedNameAsString();
}

bool VisibleNames::meansTheSame(const DeclRefExpr* reference) const {
  const auto* object = dyn_cast<VarDecl>(reference->getDecl());
  if (!object) return true;
  if (!reference->hasQualifier()) return nameOf(object) == object->getNameAsString();
  // A qualified name is looked up where it stands.
  const SourceManager& sources = object->getASTContext().getSourceManager();
  const auto place = [&](SourceLocation location) { return sources.getExpansionLoc(location); };
  return function->getBody() &&
         sources.isPointWithin(place(reference->getBeginLoc()), place(function->getBody()->getBeginLoc()),
                               place(function->getBody()->getEndLoc()));
}

}  // namespace appyl

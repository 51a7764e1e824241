#include "loops/visible_names.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

namespace appyl {

using namespace clang;

bool isNumbered(const std::string& name) {
  for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
    const std::size_t end = name.find_first_not_of("0123456789", dot + 1);
    if (end != dot + 1 &&
        (end == std::string::npos ? dot + 1 < name.size() : name[end] == '.' || name[end] == '-'))
      return true;
  }
  return false;
}

namespace {

using Names = std::map<std::string, const ValueDecl*>;

void add(const Decl* declared, Names& names) {
  if (const auto* parts = dyn_cast<DecompositionDecl>(declared))
    for (const BindingDecl* part : parts->bindings()) add(part, names);
  const auto* value = dyn_cast<ValueDecl>(declared);
  if (value && value->getIdentifier()) names[value->getNameAsString()] = value;
}

class Scopes {
 public:
  Scopes(const Stmt* nest, const Directives& directives, const SourceManager& sources)
      : nest(nest), directives(directives), sources(sources) {}

  /// Adds what is declared in front of the nest, in the scopes around it; false: it is not in the statement.
  bool collect(const Stmt* statement, Names& names) const {
    statement = statement ? directives.strip(statement) : nullptr;
    if (!statement || !mayContain(statement)) return false;
    if (statement == nest) return true;
    Names inner = names;
    const auto* lambda = dyn_cast<LambdaExpr>(statement);
    if (lambda) {
      for (const LambdaCapture& capture : lambda->captures())
        if (capture.capturesVariable()) add(capture.getCapturedVar(), inner);
      for (const ParmVarDecl* parameter : lambda->getCallOperator()->parameters()) add(parameter, inner);
    }
    const bool found = lambda ? collect(lambda->getBody(), inner)
                              : llvm::any_of(statement->children(), [&](const Stmt* child) {
                                  return child && collectPart(child, inner);
                                });
    if (found) names = std::move(inner);
    return found;
  }

 private:
  const Stmt* nest;
  const Directives& directives;
  const SourceManager& sources;

  SourceLocation place(SourceLocation location) const { return sources.getExpansionLoc(location); }
  bool mayContain(const Stmt* statement) const {
    return statement == nest ||
           sources.isPointWithin(place(nest->getBeginLoc()), place(statement->getBeginLoc()),
                                 place(statement->getEndLoc()));
  }

  /// Of a declaration the names go on behind it.
  bool collectPart(const Stmt* part, Names& names) const {
    const auto* declaration = dyn_cast<DeclStmt>(directives.strip(part));
    if (!declaration) return collect(part, names);
    for (const Decl* declared : declaration->decls()) {
      add(declared, names);
      const auto* variable = dyn_cast<VarDecl>(declared);  // `auto f = [&] { nest };`
      if (variable && variable->getInit() && collect(variable->getInit(), names)) return true;
    }
    return false;
  }
};

}  // namespace

VisibleNames::VisibleNames(const FunctionDecl* function, const Stmt* nest, const Directives& directives)
    : function(function) {
  for (const ParmVarDecl* parameter : function->parameters()) add(parameter, locals);
  Scopes(nest, directives, function->getASTContext().getSourceManager()).collect(function->getBody(), locals);
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

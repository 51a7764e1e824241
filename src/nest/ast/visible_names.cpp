#include "nest/ast/visible_names.h"

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
  const auto* named = dyn_cast<NamedDecl>(declared);
  if (const auto* enumeration = dyn_cast<EnumDecl>(declared))
    for (const EnumConstantDecl* each : enumeration->enumerators()) names[each->getNameAsString()] = nullptr;
  if (named && named->getIdentifier()) names[named->getNameAsString()] = dyn_cast<ValueDecl>(declared);
}

/// Also a member of a base; a base that only a template's arguments decide may have any member.
bool hasMember(const CXXRecordDecl* record, DeclarationName name) {
  if (!record || !record->hasDefinition()) return true;
  record = record->getDefinition();
  return !record->lookup(name).empty() || llvm::any_of(record->bases(), [&](const CXXBaseSpecifier& base) {
    return hasMember(base.getType()->getAsCXXRecordDecl(), name);
  });
}

bool isNamedBy(const TemplateParameterList* parameters, llvm::StringRef name) {
  return parameters &&
         llvm::any_of(*parameters, [&](const NamedDecl* each) { return each->getName() == name; });
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
    if (const auto* handler = dyn_cast<CXXCatchStmt>(statement); handler && handler->getExceptionDecl())
      add(handler->getExceptionDecl(), inner);
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

  /// The names of a declaration stay visible behind it.
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

/// Also one of an instance of the template that the other one stands in.
static bool isSame(const ValueDecl* one, const ValueDecl* other) {
  return one->getCanonicalDecl() == other->getCanonicalDecl() || one->getLocation() == other->getLocation();
}

bool VisibleNames::isHidden(const ValueDecl* variable) const {
  const auto found = locals.find(variable->getNameAsString());
  return found != locals.end() && (!found->second || !isSame(found->second, variable));
}

/// Is the variable found outside of the function, in the namespaces and classes around it, by its name alone?
bool VisibleNames::isFoundByName(const ValueDecl* variable) const {
  const DeclarationName name = variable->getDeclName();
  const auto isIt = [&](const NamedDecl* each) {
    return each->getCanonicalDecl() == variable->getCanonicalDecl();
  };
  const auto* described = function->getDescribedFunctionTemplate();
  if (described && isNamedBy(described->getTemplateParameters(), variable->getName())) return false;
  // A friend that a class defines is in its scope, too.
  if (const auto* around = dyn_cast<CXXRecordDecl>(function->getLexicalDeclContext());
      around && around != function->getDeclContext() && hasMember(around, name))
    return false;
  for (const DeclContext* scope = function->getDeclContext(); scope; scope = scope->getParent()) {
    if (isa<FunctionDecl>(scope)) return false;  // of a local class
    const auto found = scope->getRedeclContext()->lookup(name);
    if (!found.empty()) return llvm::any_of(found, isIt);
    const auto* record = dyn_cast<CXXRecordDecl>(scope);
    const auto* pattern = record ? record->getDescribedClassTemplate() : nullptr;
    if ((record && hasMember(record, name)) ||
        (pattern && isNamedBy(pattern->getTemplateParameters(), variable->getName())))
      return false;
  }
  return false;
}

std::string VisibleNames::nameOf(const ValueDecl* variable) const {
  const std::string name = variable->getNameAsString();
  const auto local = locals.find(name);
  const auto* object = dyn_cast<VarDecl>(variable);
  if (!object || object->isLocalVarDeclOrParm()) {
    const bool isLocal = object || isa<BindingDecl>(variable);
    return !isLocal || (local != locals.end() && local->second && isSame(local->second, variable)) ? name
                                                                                                   : "";
  }
  if (isa<VarTemplateSpecializationDecl>(object)) return "";
  if (local == locals.end() && isFoundByName(variable)) return name;
  if (object->isStaticDataMember()) return "";
  return "::" + writtenQualified(object);
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

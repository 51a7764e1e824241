#include "codegen/openmp/shared_bindings.h"

#include "nest/ast/ast.h"

namespace appyl {

using namespace clang;

std::map<const BindingDecl*, std::string> bindingsFromOutside(const Stmt* statement,
                                                              const Directives& directives,
                                                              LoopWriter& writer) {
  std::map<const BindingDecl*, std::string> bindings;
  std::set<const Decl*> inside;
  walk(statement, directives, [&](const Stmt* each) {
    const auto* range = dyn_cast<CXXForRangeStmt>(each);
    const auto* declaration = dyn_cast<DeclStmt>(each);
    std::vector<const Decl*> declared;
    if (declaration) declared.assign(declaration->decl_begin(), declaration->decl_end());
    if (range) declared.push_back(range->getLoopVariable());
    for (const Decl* one : declared)
      if (const auto* decomposition = dyn_cast<DecompositionDecl>(one))
        inside.insert(decomposition->bindings().begin(), decomposition->bindings().end());
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    const auto* binding = reference ? dyn_cast<BindingDecl>(reference->getDecl()) : nullptr;
    if (!binding || inside.count(binding) || bindings.count(binding)) return true;
    bindings[binding] = writer.unique(binding->getNameAsString() + "_bound");
    writer.rename(binding, bindings[binding]);
    return true;
  });
  return bindings;
}

std::vector<const DeclRefExpr*> mentionsOf(const std::map<const BindingDecl*, std::string>& bindings,
                                           const Stmt* statement, const Directives& directives) {
  std::vector<const DeclRefExpr*> mentions;
  walk(statement, directives, [&](const Stmt* each) {
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    const auto* binding = reference ? dyn_cast<BindingDecl>(reference->getDecl()) : nullptr;
    if (binding && bindings.count(binding)) mentions.push_back(reference);
    return true;
  });
  return mentions;
}

}  // namespace appyl

#include "target/containers.h"

#include "loops/ast.h"
#include "loops/scalars.h"

namespace appyl {
namespace {

using namespace clang;

/// std::vector and std::span of plain values: one object in front of contiguous elements. (The bits of a
/// vector<bool> are none.)
bool isContainer(QualType type) {
  const auto* record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || !record->isInStdNamespace() || !record->getIdentifier()) return false;
  const bool isVector = record->getName() == "vector", isSpan = record->getName() == "span";
  if (!isVector && !isSpan) return false;
  const TemplateArgument& argument = record->getTemplateArgs()[0];
  if (argument.getKind() != TemplateArgument::Type) return false;
  const QualType element = argument.getAsType();
  return !(isVector && element->isBooleanType()) && !isContainer(element);
}

const VarDecl* containerNamed(const Expr* expression) {
  const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(expression));
  return variable && isContainer(variable->getType()) ? variable : nullptr;
}

/// The container of `x[i]`.
const Expr* subscripted(const Stmt* statement) {
  const auto* call = dyn_cast<CXXOperatorCallExpr>(statement);
  return call && call->getOperator() == OO_Subscript && call->getNumArgs() == 2 ? call->getArg(0) : nullptr;
}

/// The container of `x.size()`, which leaves it alone.
const Expr* measured(const Stmt* statement) {
  const auto* call = dyn_cast<CXXMemberCallExpr>(statement);
  if (!call) return nullptr;
  const std::string name = calleeName(call);
  return name == "size" || name == "empty" || name == "data" ? call->getImplicitObjectArgument() : nullptr;
}

}  // namespace

bool hasPointer(const VarDecl* container) { return isContainer(container->getType()); }

std::vector<ContainerPointer> containerPointers(const LoopNest& nest, const std::set<int>& lanes,
                                                const Directives& directives, const ASTContext& context) {
  std::set<const VarDecl*> declaredInside, copied;  // by each thread

  std::map<const VarDecl*, int> mentions, harmless;
  walk(nest.loops.front().stmt, directives, [&](const Stmt* each) {
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(declared)) declaredInside.insert(variable);
    if (const auto* reference = dyn_cast<DeclRefExpr>(each))
      if (const VarDecl* variable = containerNamed(reference)) ++mentions[variable];
    for (const Expr* object : {subscripted(each), measured(each)})
      if (const VarDecl* variable = object ? containerNamed(object) : nullptr) ++harmless[variable];
    return true;
  });
  for (const Reduction& reduction : nest.reductions)
    if (const auto* variable = dyn_cast_or_null<VarDecl>(reduction.declaration)) copied.insert(variable);
  for (const PrivateScalar& each : nest.privates) copied.insert(each.variable);

  std::vector<ContainerPointer> pointers;
  for (const int loop : lanes)
    walk(nest.loops[loop].body, directives, [&](const Stmt* each) {
      const Expr* object = subscripted(each);
      const VarDecl* variable = object ? containerNamed(object) : nullptr;
      if (!variable || declaredInside.count(variable) || copied.count(variable) ||
          isNamedPrivate(nest, loop, variable) || mentions[variable] != harmless[variable])
        return true;
      const auto range = rangeOf(object->getSourceRange(), context);
      if (!range) return true;
      auto known = llvm::find_if(
          pointers, [&](const ContainerPointer& pointer) { return pointer.container == variable; });
      if (known == pointers.end()) known = pointers.insert(known, {variable, {}});
      known->mentions.push_back(*range);
      return true;
    });
  return pointers;
}

}  // namespace appyl

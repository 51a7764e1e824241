#include "codegen/arrays/containers.h"

#include "nest/ast/ast.h"
#include "nest/ast/library_facts.h"
#include "nest/privatization/copy_in.h"
#include "nest/privatization/scalars.h"

namespace appyl {
namespace {

using namespace clang;

/// std::vector and std::span of plain values: one object in front of contiguous elements. (The bits of a
/// vector<bool> are none.)
bool isContiguous(QualType type) {
  const auto* record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || !record->isInStdNamespace() || !record->getIdentifier()) return false;
  const llvm::StringRef name = record->getName();
  if (!classIs(name, ClassFact::Contiguous) || !classIs(name, ClassFact::OnHeap)) return false;
  const TemplateArgument& argument = record->getTemplateArgs()[0];
  if (argument.getKind() != TemplateArgument::Type) return false;
  const QualType element = argument.getAsType();
  const bool isOfBits = classIs(name, ClassFact::Container) && element->isBooleanType();
  return !isOfBits && !isContiguous(element);
}

/// A variable, or a member of the object whose function runs.
const ValueDecl* containerNamed(const Expr* expression) {
  const ValueDecl* named = namedVariable(expression);
  return named && isContiguous(named->getType()) ? named : nullptr;
}

/// Is the object itself mentioned, whose other functions might change its containers?
bool mentionsThis(const Stmt* statement, const Directives& directives) {
  int mentions = 0, members = 0;
  walk(statement, directives, [&](const Stmt* each) {
    const auto* member = dyn_cast<MemberExpr>(each);
    members +=
        member && isa<FieldDecl>(member->getMemberDecl()) && isa<CXXThisExpr>(strip(member->getBase()));
    mentions += isa<CXXThisExpr>(each);
    return true;
  });
  return mentions > members;
}

/// The container of `x[i]`.
const Expr* subscripted(const Stmt* statement) {
  const auto* call = dyn_cast<CXXOperatorCallExpr>(statement);
  return call && call->getOperator() == OO_Subscript && call->getNumArgs() == 2 ? call->getArg(0) : nullptr;
}

/// The container of `x.size()`, a call that does not change it.
const Expr* measured(const Stmt* statement) {
  const auto* call = dyn_cast<CXXMemberCallExpr>(statement);
  return call && memberIs(calleeName(call), {Fact::Size, Fact::Data}) ? call->getImplicitObjectArgument()
                                                                      : nullptr;
}

}  // namespace

bool hasPointer(const ValueDecl* container) { return isContiguous(container->getType()); }

std::vector<ContainerPointer> containerPointers(const LoopNest& nest, const std::set<int>& lanes,
                                                bool ofMembers, const Source& source) {
  std::set<const ValueDecl*> copied;  // by each thread
  ofMembers = ofMembers && !mentionsThis(nest.loops.front().stmt, source.directives);

  std::map<const ValueDecl*, int> mentions, harmless;
  walk(nest.loops.front().stmt, source.directives, [&](const Stmt* each) {
    if (isa<DeclRefExpr, MemberExpr>(each))
      if (const ValueDecl* container = containerNamed(cast<Expr>(each))) ++mentions[container];
    for (const Expr* object : {subscripted(each), measured(each)})
      if (const ValueDecl* container = object ? containerNamed(object) : nullptr) ++harmless[container];
    return true;
  });
  for (const Reduction& reduction : nest.reductions)
    if (const auto* variable = dyn_cast_or_null<ValueDecl>(reduction.declaration)) copied.insert(variable);
  for (const PrivateScalar& each : nest.privates) copied.insert(each.variable);

  std::vector<ContainerPointer> pointers;
  for (const int loop : lanes)
    walk(nest.loops[loop].body, source.directives, [&](const Stmt* each) {
      const Expr* object = subscripted(each);
      const ValueDecl* container = object ? containerNamed(object) : nullptr;
      const auto* variable = dyn_cast_or_null<VarDecl>(container);
      if (!container || (variable && isDeclaredIn(nest.loops.front(), variable)) || copied.count(container) ||
          isNamedPrivate(nest, loop, container) || mentions[container] != harmless[container] ||
          (isa<FieldDecl>(container) && !ofMembers))
        return true;
      const auto range = rangeOf(object->getSourceRange(), source.ast);
      if (!range) return true;
      auto known = llvm::find_if(
          pointers, [&](const ContainerPointer& pointer) { return pointer.container == container; });
      if (known == pointers.end())
        known = pointers.insert(known, {container, editedText(*range, {}, source.ast), {}});
      known->mentions.push_back(*range);
      return true;
    });
  return pointers;
}

}  // namespace appyl

#include "codegen/simd/walked_arrays.h"

#include "nest/ast/ast.h"
#include "nest/privatization/copy_in.h"

#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>

#include <llvm/ADT/STLExtras.h>

namespace appyl {

using namespace clang;

namespace {

/// The text of a pointer to the elements of `x` in `x[i]`; empty: there is none.
std::string elementsText(const LoopNest& nest, const Access& access, const ElementPointers& pointers) {
  if (access.expr->getType().isVolatileQualified()) return "";
  const Expr *base = nullptr, *index = nullptr;
  if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(access.expr))
    base = strip(subscript->getBase()), index = strip(subscript->getIdx());
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(access.expr);
      call && call->getOperator() == OO_Subscript && call->getNumArgs() == 2)
    base = strip(call->getArg(0)), index = strip(call->getArg(1));
  const auto* named = dyn_cast_or_null<DeclRefExpr>(base);
  const auto* at = dyn_cast_or_null<DeclRefExpr>(index);
  if (!named || !at || at->getDecl() != nest.loops.front().counter) return "";
  const auto* variable = dyn_cast<VarDecl>(named->getDecl());
  const auto isPrivate = [&](const PrivateScalar& scalar) { return scalar.variable == variable; };
  if (!variable || isDeclaredIn(nest.loops.front(), variable) || llvm::any_of(nest.privates, isPrivate))
    return "";
  for (const auto& [container, name] : pointers)
    if (container == variable) return name;
  return variable->getType().getNonReferenceType()->isPointerType() ? variable->getNameAsString() : "";
}

}  // namespace

std::vector<WalkedArray> walkedArrays(const Kernel& kernel, const ElementPointers& pointers) {
  const LoopNest& nest = kernel.nest;
  if (kernel.grid.size() != 1 || !kernel.loops.empty() || nest.loops.size() != 1) return {};
  if (nest.loops.front().step != 1 || nest.loops.front().descending) return {};
  std::vector<WalkedArray> arrays;
  for (const Access& access : nest.accesses) {
    if (!access.guards.empty() || !access.guardsExact || !access.expr || access.reduction >= 0) continue;
    const std::int64_t bytes = nest.arrays[access.array].elementBytes;
    const std::string elements = elementsText(nest, access, pointers);
    if (elements.empty() || bytes <= 0) continue;
    const auto isSame = [&](const WalkedArray& array) { return array.elements == elements; };
    const auto known = llvm::find_if(arrays, isSame);
    if (known == arrays.end())
      arrays.push_back({elements, bytes, access.writes});
    else
      known->isStored |= access.writes;
  }
  return arrays;
}

}  // namespace appyl

#include "target/prefetch.h"

#include "loops/ast.h"
#include "target/sharing.h"

#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace appyl {

using namespace clang;

namespace {

constexpr std::int64_t pageBytes = 4096, lineBytes = 64;

/// The text of the elements behind `x` in `x[i]`; empty: no pointer leads there.
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

std::vector<std::string> prefetches(const Kernel& kernel, const LoopText& text,
                                    const ElementPointers& pointers) {
  if (kernel.grid.size() != 1 || !kernel.loops.empty() || kernel.nest.loops.size() != 1 || text.bound.empty())
    return {};
  const Loop& loop = kernel.nest.loops.front();
  if (loop.step != 1 || loop.descending || text.block <= 0) return {};
  // Those that store, too, have more lines on their way anyway.
  const auto isStore = [](const Access& access) { return access.writes && access.reduction < 0; };
  if (std::ranges::any_of(kernel.nest.accesses, isStore)) return {};
  std::vector<std::string> statements;
  for (const Access& access : kernel.nest.accesses) {
    if (!access.reads || access.writes || !access.guards.empty() || !access.guardsExact || !access.expr)
      continue;
    const std::int64_t bytes = kernel.nest.arrays[access.array].elementBytes;
    const std::string elements = elementsText(kernel.nest, access, pointers);
    if (elements.empty() || bytes <= 0 || bytes > lineBytes || text.block * bytes < 4 * lineBytes) continue;
    const std::int64_t page = pageBytes / bytes, pages = std::clamp<std::int64_t>(text.block / page, 1, 4);
    for (std::int64_t k = 0; k < pages; ++k) {
      const std::int64_t ahead = std::max(text.block, page) + k * page;
      const std::string statement = fmt::format("if ({0} - {1} > {2}) __builtin_prefetch(&{3}[{1} + {2}]);",
                                                text.bound, text.first, ahead, elements);
      if (!llvm::is_contained(statements, statement)) statements.push_back(statement);
    }
  }
  return statements;
}

}  // namespace appyl

#include "codegen/arrays/unshared_arrays.h"

#include "codegen/kernels/capture_names.h"

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

/// Would an iteration's results be the same if a caller passed one array for two names? They would if the
/// iteration loads everything before it stores, in one expression at its end, and if no two arrays have
/// elements of one type.
bool bearsSameArray(const Kernel& kernel, const ASTContext& context) {
  const LoopNest& nest = kernel.nest;
  const int innermost = kernel.grid.back().loop;
  const Stmt* last = nest.loops[innermost].body;
  if (const auto* body = dyn_cast<CompoundStmt>(last); body && !body->body_empty()) last = body->body_back();
  const SourceManager& sources = context.getSourceManager();
  int writes = 0;
  bool isLast = isa<Expr>(last), areApart = true;
  for (const Access& written : nest.accesses) {
    if (!written.writes || nest.arrays[written.array].scope >= 0) continue;
    isLast = isLast && ++writes == 1 && written.loop == innermost &&
             !sources.isBeforeInTranslationUnit(written.expr->getBeginLoc(), last->getBeginLoc());
    for (const Access& other : nest.accesses)
      areApart = areApart && (other.array == written.array || nest.arrays[other.array].scope >= 0 ||
                              nest.arrays[other.array].elementType != nest.arrays[written.array].elementType);
  }
  return isLast || areApart;
}

}  // namespace

std::set<int> unsharedArrays(const Kernel& kernel, const Captures& captures,
                             const clang::ASTContext& context) {
  const LoopNest& nest = kernel.nest;
  const auto isUnclear = [](const Access& access) { return access.throughMemory; };
  // Elements that other threads update at the same time, or that no capture reaches.
  const auto isShared = [&](const Access* access) {
    return access->atomic || access->reduction >= 0 || captureOf(access->expr, captures) < 0;
  };
  const std::vector<NamedArray> arrays = namedArrays(nest, /*exposed=*/true);
  const bool writes = llvm::any_of(arrays, [](const NamedArray& each) { return each.writes; });
  if (!kernel.isProvedAsWritten() || !writes || llvm::any_of(nest.accesses, isUnclear) ||
      !bearsSameArray(kernel, context))
    return {};
  std::set<int> found, shared;
  for (const NamedArray& each : arrays)
    for (const std::set<int> names = capturesOf(each, arrays, captures, context); const int name : names) {
      const bool isKnown = found.insert(name).second;
      if (!isKnown || names.size() > 1 || llvm::any_of(each.accesses, isShared)) shared.insert(name);
    }
  std::erase_if(found, [&](int index) {
    const Capture& capture = captures.list[index];
    const bool isPointer = capture.kind == Capture::Kind::Array || capture.kind == Capture::Kind::Container ||
                           (capture.kind == Capture::Kind::Pointer && !capture.type.isNull() &&
                            capture.openType.empty() && capture.type->isPointerType());
    return !isPointer || shared.count(index) > 0;
  });
  return found;
}

}  // namespace appyl

#include "target/unshared_arrays.h"

#include <algorithm>

namespace appyl {

std::set<int> unsharedArrays(const Kernel& kernel, const Captures& captures,
                             const clang::ASTContext& context) {
  const LoopNest& nest = kernel.nest;
  const auto isUnclear = [](const Access& access) { return access.throughMemory; };
  // ... or what other threads update at the same time.
  const auto isShared = [&](const Access* access) {
    return access->atomic || access->reduction >= 0 || captureOf(access->expr, captures) < 0;
  };
  const std::vector<NamedArray> arrays = namedArrays(nest, /*exposed=*/true);
  const bool writes = llvm::any_of(arrays, [](const NamedArray& each) { return each.writes; });
  if (!kernel.isProvedAsWritten() || !writes || llvm::any_of(nest.accesses, isUnclear)) return {};
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

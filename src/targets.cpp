#include "targets.h"

#include "codegen/cuda/target.h"
#include "codegen/interpret/target.h"
#include "codegen/openmp/target.h"

namespace appyl {

const std::array<const Target*, 3>& targets() {
  static const std::array<const Target*, 3> all{&openmpTarget, &cudaTarget, &interpretTarget};
  return all;
}

const Target* findTarget(llvm::StringRef name) {
  const auto found = llvm::find_if(targets(), [&](const Target* each) { return name == each->name; });
  return found == targets().end() ? nullptr : *found;
}

}  // namespace appyl

#include "targets.h"

#include "codegen/cuda/target.h"
#include "codegen/interpret/target.h"
#include "codegen/openmp/target.h"

namespace appyl {

const std::vector<const Target*>& targets() {
  static const std::vector<const Target*> all{&openmpTarget, &cudaTarget, &interpretTarget};
  return all;
}

std::string targetNames() {
  std::string names;
  for (const Target* each : targets())
    names += (each == targets().front() ? "" : ", ") + std::string(each->name) +
             (each == targets().front() ? " (default)" : "");
  return names;
}

const Target* findTarget(llvm::StringRef name) {
  const auto found = llvm::find_if(targets(), [&](const Target* each) { return name == each->name; });
  return found == targets().end() ? nullptr : *found;
}

}  // namespace appyl

#include "codegen/cuda/target.h"

#include "codegen/cuda/cuda.h"
#include "codegen/cuda/cuda_names.h"
#include "codegen/cuda/data_regions.h"
#include "codegen/cuda/float16.h"

namespace appyl {
namespace {

class CudaSourceFile : public FileEmitter {
 public:
  explicit CudaSourceFile(const EmittedFile& file)
      : file(file), functions(file.names, file.recorded.macros, file.source) {}

  std::optional<Edits> emit(const Kernel& kernel, const Source& source) override {
    return emitCuda(kernel, file.options,
                    {file.names, functions, launches, needs.headers, file.recorded.macros, exposed}, source);
  }

  void finish(const std::vector<Kernel>& kernels, Edits& edits) override {
    const Source& source = file.source;
    Edits renamed, halves, qualified;
    if (!launches.empty()) {
      renamed = renameThoseOfCuda(source.ast, file.names, source.diags);
      halves = replaceFloat16(edits, source);
      qualified = qualifyThoseOfLibrary(edits, source);
    }
    if (source.diags.hasErrors()) return;
    if (!halves.empty()) needs.headers.insert("appyl/cuda/float16.hpp");
    const auto data = dataRegions(launches, file.names, source);
    if (!data) return;
    for (const Edits& each : {regionsAround(launches, file.names, source), *data, renamed, halves, qualified})
      edits.insert(edits.begin(), each.begin(), each.end());
    if (!kernels.empty()) needs.headers.insert("appyl/cuda/cuda.hpp");
  }

 private:
  const EmittedFile file;
  DeviceFunctions functions;
  std::vector<Launch> launches;
  ExposedTags exposed;
};

}  // namespace

const Target cudaTarget{.name = "cuda",
                        .infix = ".cuda",
                        .extension = ".cu",
                        .isDevice = true,
                        .writesCpp = true,
                        .readsHeaders = true,
                        .open = [](const EmittedFile& file) -> std::unique_ptr<FileEmitter> {
                          return std::make_unique<CudaSourceFile>(file);
                        }};

}  // namespace appyl

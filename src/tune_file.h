// The tuning file: how many iterations `block(auto)` takes at a time, as measured by `--tune`. It is JSON:
//
//     {"version": 1, "kernels": {"saxpy.cpp:saxpy_kernel0": {"i": 512}}}
//
// What was measured on a GPU stands in `cuda_kernels`, in the same form.
#pragma once

#include "translate.h"

#include <llvm/Support/Error.h>

#include <optional>
#include <string>

namespace appyl {

struct TuneFile {
  TunedBlocks kernels, cudaKernels;  // by `source:kernel`
};

/// `appyl-tune.json` in the source's folder.
std::string tuneFileBeside(const std::string& source);

/// nullopt where there is no such file. An error is one line with the file's name, and the line of it that is
/// not as it should be.
llvm::Expected<std::optional<TuneFile>> readTuneFile(const std::string& path);

std::string print(const TuneFile& file);

/// The entries of one source, by its kernels' names.
TunedBlocks blocksOf(const TuneFile& file, const std::string& source, const Target& target);

/// The same file with other entries for that source.
TuneFile withBlocks(TuneFile file, const std::string& source, const Target& target,
                    const TunedBlocks& blocks);

}  // namespace appyl

// The text of a kernel, and the place where it stands.
#pragma once

#include "codegen/cuda/cuda_plan.h"

namespace appyl {

struct KernelParameter {
  std::string declaration, argument;
};

/// The threads of a block along each dimension: `32, 8`.
std::string blockText(const CudaSetting& setting, const CudaPlan& plan);

std::vector<KernelParameter> kernelParameters(const CudaSetting& setting, const CudaPlan& plan);

/// With its comment. `body`: the edits of the nest. `call`: what stands in the place of the nest, or null.
std::string kernelText(const CudaSetting& setting, const CudaPlan& plan, const std::vector<TextEdit>& body,
                       const ContractionCall* call);

/// `template <class T>` of the function and its classes, and `<T>`; empty where they are no templates. What
/// the function declares as `auto` has a parameter of its own: `class h_type`,
/// `std::remove_cvref_t<decltype(h)>`. The kernel of a contraction is one for `tiles` of a size.
std::pair<std::string, std::string> templateTexts(const LoopNest& nest, const CudaPlan& plan,
                                                  const clang::ASTContext& context,
                                                  const std::string& tiles = "large");

}  // namespace appyl

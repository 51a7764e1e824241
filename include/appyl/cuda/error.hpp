// Failing CUDA calls as exceptions that a user of the program understands, with the place of the loop.
#pragma once

#ifndef APPYL_CUDA_EMULATED
#include <cuda_runtime.h>
#endif

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

namespace appyl::cuda {

/// The annotated loop that CUDA works for, and its kernel.
struct Site {
  const char* file = "";
  int line = 0;
  const char* kernel = "";
};

/// A CUDA call that failed. what(): the place of the loop, what it means, the call, CUDA's own text.
class error : public std::runtime_error {
 public:
  error(cudaError_t code, const std::string& text) : std::runtime_error(text), value(code) {}
  cudaError_t code() const { return value; }

 private:
  cudaError_t value;
};

/// The site of the loop that runs at the moment on this thread.
inline Site& currentSite() {
  static thread_local Site site;
  return site;
}

/// As long as it lives, errors on this thread belong to this loop.
class At {
 public:
  At(const char* file, int line, const char* kernel)
      : outer(std::exchange(currentSite(), {file, line, kernel})) {}
  At(const At&) = delete;
  At& operator=(const At&) = delete;
  ~At() { currentSite() = outer; }

 private:
  Site outer;
};

/// What the error means, for a user who does not know CUDA; empty where CUDA's own text says it.
inline std::string explain(cudaError_t code, std::size_t bytes) {
  switch (code) {
    case cudaErrorNoDevice: return "there is no GPU that CUDA can use";
    case cudaErrorInsufficientDriver:
      return "there is no NVIDIA driver, or it is older than the CUDA that this program uses";
    case cudaErrorMemoryAllocation: {
      std::size_t free = 0, total = 0;
      if (cudaMemGetInfo(&free, &total) != cudaSuccess) return "the GPU's memory is full";
      return std::string("the GPU's memory is full: ") + std::to_string(bytes) + " bytes wanted, " +
             std::to_string(free) + " of " + std::to_string(total) + " free";
    }
#ifndef APPYL_CUDA_EMULATED
    case cudaErrorIllegalAddress: return "a kernel touched memory outside its arrays";
#endif
    case cudaErrorLaunchFailure: return "a kernel failed while it ran";
    default: return "";
  }
}

/// Throws `error` unless `code` is cudaSuccess. `bytes`: what an allocation asked for.
inline void check(cudaError_t code, const char* call, std::size_t bytes = 0) {
  if (code == cudaSuccess) return;
  const Site& site = currentSite();
  std::string text = site.line ? std::string(site.file) + ":" + std::to_string(site.line) + ": " : "";
  const std::string meaning = explain(code, bytes);
  if (!meaning.empty()) text += meaning + "; ";
  text += std::string(call) + ": " + cudaGetErrorString(code) + " (" + cudaGetErrorName(code) + ")";
  (void)cudaGetLastError();  // told
  throw error(code, text);
}

}  // namespace appyl::cuda

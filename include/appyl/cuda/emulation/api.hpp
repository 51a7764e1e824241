// The part of the CUDA runtime that translated programs use. Device memory is memory of the heap, apart from
// the host's and filled with a pattern, so that a transfer that is missing shows.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <vector>

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInsufficientDriver = 35,
  cudaErrorNoDevice = 100,
  cudaErrorLaunchFailure = 719,
};

enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};

enum cudaDeviceAttr { cudaDevAttrPageableMemoryAccess = 88 };

enum cudaMemoryType {
  cudaMemoryTypeUnregistered = 0,
  cudaMemoryTypeHost = 1,
  cudaMemoryTypeDevice = 2,
  cudaMemoryTypeManaged = 3
};

struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void *devicePointer, *hostPointer;
};

using cudaStream_t = struct cudaEmulatedStream*;

namespace appyl::cuda::emulation {

inline constexpr std::size_t sharedLimit = 163 * 1024;  // per block of sm_80

struct Allocation {
  std::size_t bytes;
  cudaMemoryType type;
};

/// The device's memory. `limit`: bytes, to be set by APPYL_EMULATED_MEMORY.
struct Memory {
  std::mutex lock;
  std::map<std::uintptr_t, Allocation> allocations;
  std::size_t used = 0;

  static Memory& device() {
    static Memory memory;
    return memory;
  }

  static std::size_t limit() {
    const char* const wanted = std::getenv("APPYL_EMULATED_MEMORY");
    return wanted ? std::strtoull(wanted, nullptr, 10) : std::size_t(16) << 30;
  }
};

inline cudaError_t& lastError() {
  static thread_local cudaError_t error = cudaSuccess;
  return error;
}

inline cudaError_t remember(cudaError_t error) {
  if (error) lastError() = error;
  return error;
}

/// APPYL_EMULATED_DEVICES=0 stands for a machine without a GPU.
inline int deviceCount() {
  const char* const wanted = std::getenv("APPYL_EMULATED_DEVICES");
  return wanted ? std::atoi(wanted) : 1;
}

inline cudaError_t allocate(void** pointer, std::size_t bytes, cudaMemoryType type) {
  if (!pointer) return remember(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (deviceCount() == 0) return remember(cudaErrorNoDevice);
  if (bytes == 0) return cudaSuccess;
  Memory& memory = Memory::device();
  const std::lock_guard lock(memory.lock);
  if (bytes > Memory::limit() - std::min(Memory::limit(), memory.used))
    return remember(cudaErrorMemoryAllocation);
  *pointer = std::malloc(bytes);
  if (!*pointer) return remember(cudaErrorMemoryAllocation);
  std::memset(*pointer, 0xa5, bytes);
  memory.allocations[reinterpret_cast<std::uintptr_t>(*pointer)] = {bytes, type};
  memory.used += bytes;
  return cudaSuccess;
}

/// What the host's memory is to the device: far around here, each access ends the program.
inline void* unreachable() {
  constexpr std::size_t bytes = std::size_t(1) << 32;
  static void* const memory =
      mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) std::abort();
  return static_cast<unsigned char*>(memory) + bytes / 2;
}

/// The bytes that were allocated and not freed.
inline std::size_t bytesInUse() {
  Memory& memory = Memory::device();
  const std::lock_guard lock(memory.lock);
  return memory.used;
}

}  // namespace appyl::cuda::emulation

template <class T>
cudaError_t cudaMalloc(T** pointer, std::size_t bytes) {
  void* memory = nullptr;
  const cudaError_t error = appyl::cuda::emulation::allocate(&memory, bytes, cudaMemoryTypeDevice);
  *pointer = static_cast<T*>(memory);
  return error;
}

template <class T>
cudaError_t cudaMallocManaged(T** pointer, std::size_t bytes, unsigned = 1) {
  void* memory = nullptr;
  const cudaError_t error = appyl::cuda::emulation::allocate(&memory, bytes, cudaMemoryTypeManaged);
  *pointer = static_cast<T*>(memory);
  return error;
}

inline cudaError_t cudaFree(void* pointer) {
  using namespace appyl::cuda::emulation;
  if (!pointer) return cudaSuccess;
  Memory& memory = Memory::device();
  const std::lock_guard lock(memory.lock);
  const auto known = memory.allocations.find(reinterpret_cast<std::uintptr_t>(pointer));
  if (known == memory.allocations.end()) return remember(cudaErrorInvalidValue);
  memory.used -= known->second.bytes;
  memory.allocations.erase(known);
  std::free(pointer);
  return cudaSuccess;
}

inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  if (bytes) std::memcpy(to, from, bytes);
  return cudaSuccess;
}

inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t = nullptr) {
  return cudaMemcpy(to, from, bytes, kind);
}

inline cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
  if (bytes) std::memset(to, value, bytes);
  return cudaSuccess;
}

inline cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t = nullptr) {
  return cudaMemset(to, value, bytes);
}

inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  using namespace appyl::cuda::emulation;
  *attributes = {cudaMemoryTypeUnregistered, -1, nullptr, nullptr};
  Memory& memory = Memory::device();
  const std::lock_guard lock(memory.lock);
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto after = memory.allocations.upper_bound(address);
  if (after == memory.allocations.begin()) return cudaSuccess;
  const auto& [begin, allocation] = *std::prev(after);
  if (address >= begin + allocation.bytes) return cudaSuccess;
  void* const same = const_cast<void*>(pointer);
  *attributes = {allocation.type, 0, same, allocation.type == cudaMemoryTypeManaged ? same : nullptr};
  return cudaSuccess;
}

inline cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  *total = appyl::cuda::emulation::Memory::limit();
  *free = *total - std::min(*total, appyl::cuda::emulation::bytesInUse());
  return cudaSuccess;
}

inline cudaError_t cudaGetDeviceCount(int* count) {
  *count = appyl::cuda::emulation::deviceCount();
  return *count ? cudaSuccess : appyl::cuda::emulation::remember(cudaErrorNoDevice);
}

inline cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}

/// The host's memory is in reach of the emulated device, unless APPYL_EMULATED_PAGEABLE=0 says that it is not.
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int) {
  const char* const wanted = std::getenv("APPYL_EMULATED_PAGEABLE");
  *value = !wanted || std::strcmp(wanted, "0") != 0;
  return cudaSuccess;
}

inline cudaError_t cudaDeviceSynchronize() { return appyl::cuda::emulation::lastError(); }
inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaDeviceSynchronize(); }
inline cudaError_t cudaPeekAtLastError() { return appyl::cuda::emulation::lastError(); }

inline cudaError_t cudaGetLastError() {
  const cudaError_t error = appyl::cuda::emulation::lastError();
  appyl::cuda::emulation::lastError() = cudaSuccess;
  return error;
}

inline const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
    case cudaSuccess: return "cudaSuccess";
    case cudaErrorInvalidValue: return "cudaErrorInvalidValue";
    case cudaErrorMemoryAllocation: return "cudaErrorMemoryAllocation";
    case cudaErrorInvalidConfiguration: return "cudaErrorInvalidConfiguration";
    case cudaErrorInsufficientDriver: return "cudaErrorInsufficientDriver";
    case cudaErrorNoDevice: return "cudaErrorNoDevice";
    case cudaErrorLaunchFailure: return "cudaErrorLaunchFailure";
  }
  return "unknown";
}

inline const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaSuccess: return "no error";
    case cudaErrorInvalidValue: return "invalid argument";
    case cudaErrorMemoryAllocation: return "out of memory";
    case cudaErrorInvalidConfiguration: return "invalid configuration argument";
    case cudaErrorInsufficientDriver: return "CUDA driver version is insufficient for CUDA runtime version";
    case cudaErrorNoDevice: return "no CUDA-capable device is detected";
    case cudaErrorLaunchFailure: return "unspecified launch failure";
  }
  return "unrecognized error code";
}

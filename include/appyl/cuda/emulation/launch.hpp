// A kernel launch: the blocks of the grid, in the order that APPYL_ORDER asks for, on several CPU threads.
#pragma once

#include <appyl/cuda/emulation/api.hpp>
#include <appyl/cuda/emulation/block.hpp>
#include <appyl/cuda/emulation/device.hpp>
#include <appyl/interpret/order.hpp>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <thread>

namespace appyl::cuda::emulation {

inline unsigned cpuThreads() {
  const char* const wanted = std::getenv("APPYL_THREADS");
  const int given = wanted ? std::atoi(wanted) : 0;
  return given > 0 ? static_cast<unsigned>(given) : std::max(1u, std::thread::hardware_concurrency());
}

/// What the hardware refuses.
inline cudaError_t checkShape(dim3 grid, dim3 block, std::size_t sharedBytes) {
  const std::size_t threads = std::size_t(block.x) * block.y * block.z;
  const bool empty = !threads || !grid.x || !grid.y || !grid.z;
  const bool large =
      threads > 1024 || block.z > 64 || grid.x > 2147483647u || grid.y > 65535 || grid.z > 65535;
  if (empty || large) return cudaErrorInvalidConfiguration;
  return sharedBytes > sharedLimit ? cudaErrorInvalidValue : cudaSuccess;
}

/// Runs `thread` once for every CUDA thread of the grid and waits for the end. Errors are also kept for
/// cudaGetLastError.
inline cudaError_t launchThreads(const char* name, const std::function<void()>& thread, dim3 grid, dim3 block,
                                 std::size_t sharedBytes) {
  if (const cudaError_t error = checkShape(grid, block, sharedBytes)) return remember(error);
  const std::size_t count = std::size_t(grid.x) * grid.y * grid.z;
  const Order order = order_from_environment();
  const auto threadOrder = permutation<unsigned>(order, std::size_t(block.x) * block.y * block.z);
  const auto blockOrder = permutation<unsigned>(order, count);
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> good = true;
  const auto work = [&] {
    std::vector<unsigned char>& shared = dynamicShared();
    Block run(name, grid, block, threadOrder, thread);
    for (std::size_t k = next++; k < count && good; k = next++) {
      const unsigned b = blockOrder[k];
      shared.assign(sharedBytes, 0xcd);  // a block finds nothing of the one before
      if (!run.run({b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y})) good = false;
    }
  };
  // Threads cost more than a few small blocks do.
  const std::size_t workers =
      count * threadOrder.size() < 4096 ? 1 : std::min<std::size_t>(cpuThreads(), count);
  std::vector<std::thread> helpers;
  for (std::size_t k = 1; k < workers; ++k) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
  return good ? cudaSuccess : remember(cudaErrorLaunchFailure);
}

/// `kernel(arguments...)` for every CUDA thread of the grid. Only the call is a template: a program has many
/// kernels, and what runs them is compiled once.
template <class... Parameters, class... Arguments>
cudaError_t launch(const char* name, void (*kernel)(Parameters...), dim3 grid, dim3 block,
                   std::size_t sharedBytes, Arguments&&... arguments) {
  return [&](const Parameters&... values) {
    const auto thread = [&] { kernel(values...); };
    return launchThreads(name, std::ref(thread), grid, block, sharedBytes);
  }(std::forward<Arguments>(arguments)...);
}

}  // namespace appyl::cuda::emulation

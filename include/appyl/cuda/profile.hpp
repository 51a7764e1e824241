// APPYL_PROFILE=1: at the end of the program, a line for each kernel and region on standard error: how often
// it ran, how long altogether and the shortest time, how many bytes its arrays have, and how many were copied
// to the device and back, and how often the host ran it in the kernel's place since it cannot reach the data.
#pragma once

#include <appyl/cuda/error.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

namespace appyl::cuda {

class Profile {
 public:
  struct Record {
    long launches = 0, fallbacks = 0;  // ... how often the host had to run it
    double seconds = 0, fastest = 0;  // of the kernel alone
    std::size_t bytes = 0, to_device = 0, to_host = 0;
  };

  /// Null unless the user has asked for a profile.
  static Profile* active() {
    static Profile profile;
    return profile.wanted ? &profile : nullptr;
  }

  /// Changes the record of the loop or region that runs at the moment on this thread.
  template <class Change>
  void record(Change change) {
    const Site& site = currentSite();
    const std::string place = std::string(site.file) + ":" + std::to_string(site.line);
    const std::lock_guard guard(lock);
    change(records[*site.kernel ? site.kernel + (" (" + place + ")") : place]);
  }

  ~Profile() {
    if (!wanted) return;
    std::fprintf(stderr, "%-40s %9s %12s %12s %14s %14s %14s %9s\n", "kernel", "launches", "ms", "fastest ms",
                 "bytes", "to device", "to host", "fallbacks");
    for (const auto& [name, each] : records)
      std::fprintf(stderr, "%-40s %9ld %12.3f %12.4f %14zu %14zu %14zu %9ld\n", name.c_str(), each.launches,
                   1e3 * each.seconds, 1e3 * each.fastest, each.bytes, each.to_device, each.to_host,
                   each.fallbacks);
  }

 private:
  const bool wanted = std::getenv("APPYL_PROFILE") && std::strcmp(std::getenv("APPYL_PROFILE"), "1") == 0;
  std::mutex lock;
  std::map<std::string, Record> records;
};

/// How long the last kernel of this thread ran: by the device's own events.
class KernelClock {
 public:
  static KernelClock& mine() {
    static thread_local KernelClock clock;
    return clock;
  }

#ifdef APPYL_CUDA_EMULATED
  void start() { begin = std::chrono::steady_clock::now(); }
  void stop() { end = std::chrono::steady_clock::now(); }
  double seconds() const { return std::chrono::duration<double>(end - begin).count(); }

 private:
  std::chrono::steady_clock::time_point begin, end;
#else
  void start() { record(begin); }
  void stop() { record(end); }

  /// After the kernel's end.
  double seconds() const {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin, end), "cudaEventElapsedTime");
    return 1e-3 * milliseconds;
  }

  KernelClock() = default;
  KernelClock(const KernelClock&) = delete;
  KernelClock& operator=(const KernelClock&) = delete;
  ~KernelClock() {
    if (begin) cudaEventDestroy(begin);
    if (end) cudaEventDestroy(end);
  }

 private:
  cudaEvent_t begin = nullptr, end = nullptr;

  static void record(cudaEvent_t& event) {
    if (!event) check(cudaEventCreate(&event), "cudaEventCreate");
    check(cudaEventRecord(event), "cudaEventRecord");
  }
#endif
};

}  // namespace appyl::cuda

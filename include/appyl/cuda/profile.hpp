// APPYL_PROFILE=1: at the end of the program, a line for each kernel and region on standard error: how often
// it ran, how long, how many bytes its arrays have, and how many were copied to the device and back.
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
    long launches = 0;
    double seconds = 0;  // from the launch to its end
    std::size_t bytes = 0, to_device = 0, to_host = 0;
  };

  /// Null where nobody asked.
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
    std::fprintf(stderr, "%-40s %9s %12s %14s %14s %14s\n", "kernel", "launches", "ms", "bytes", "to device",
                 "to host");
    for (const auto& [name, each] : records)
      std::fprintf(stderr, "%-40s %9ld %12.3f %14zu %14zu %14zu\n", name.c_str(), each.launches,
                   1e3 * each.seconds, each.bytes, each.to_device, each.to_host);
  }

 private:
  const bool wanted = std::getenv("APPYL_PROFILE") && std::strcmp(std::getenv("APPYL_PROFILE"), "1") == 0;
  std::mutex lock;
  std::map<std::string, Record> records;
};

}  // namespace appyl::cuda

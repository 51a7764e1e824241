// The device copies of host arrays. A loop names the ranges that it reads and writes; a `data` region holds
// ranges for all loops inside it. Copies are found by address, so a pointer into the middle of a held array,
// or one that was swapped with another, finds its own.
//
//   data region("f.cpp", 3);               loop each("f.cpp", 7, "step_kernel0");
//   region.hold(u, 0, n);                  each.in(u, 0, n);  each.inout(v, 1, n - 1);
//   ... loops ...                          launch(step_kernel0, grid, block, 0, n, each.at(u), each.at(v));
//   region.end();                          each.finish();
//
// Where the length of an array is not known, or rows lie behind pointers in memory, the kernel uses the
// host's memory where it lies, if the device can; else the loop runs on the host. `reaches` and
// `reaches_rows` tell.
//
// Where an exception leaves a loop or a region before its end, the memory is given back and nothing is
// copied.
#pragma once

#include <appyl/cuda/profile.hpp>
#include <appyl/cuda/reduce.hpp>
#include <appyl/cuda/workspace.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace appyl::cuda {

/// Addresses [begin, end) of the host's memory.
struct HostRange {
  std::uintptr_t begin = 0, end = 0;

  bool operator==(const HostRange& other) const { return begin == other.begin && end == other.end; }
  bool empty() const { return begin >= end; }
  bool contains(const HostRange& other) const { return begin <= other.begin && other.end <= end; }
  bool overlaps(const HostRange& other) const { return begin < other.end && other.begin < end; }
};

struct FreeDevice {
  void operator()(unsigned char* memory) const { (void)cudaFree(memory); }
};

/// All device copies of the process. Several host threads may use it, on ranges that do not overlap.
class Present {
 public:
  static Present& table() {
    static Present present;
    return present;
  }

  /// From here to release() the range has a copy. Ranges that overlap share one. `is_whole`: by a clause of
  /// the source, loops use nothing of the array outside of the range.
  void hold(HostRange range, bool is_whole = false) {
    if (range.empty()) return;
    const std::lock_guard guard(lock);
    Copy& copy = entryFor(range);
    ++copy.holders;
    copy.isWhole |= is_whole;
  }

  /// The copied range of the whole array that the address belongs to; empty: no clause gave one.
  HostRange whole(const volatile void* address) {
    const std::lock_guard guard(lock);
    const auto begin = reinterpret_cast<std::uintptr_t>(address);
    const auto entry = entries.upper_bound(begin);
    const bool isHeld = entry != entries.end() && entry->second.range.begin <= begin && entry->second.isWhole;
    return isHeld ? entry->second.range : HostRange();
  }

  /// `copy_back`: what the device changed goes to the host before the last holder's copy is given up.
  void release(HostRange range, bool copy_back) {
    if (range.empty()) return;
    const std::lock_guard guard(lock);
    const auto entry = find(range);
    if (entry == entries.end() || --entry->second.holders > 0) return;
    const Copy last = std::move(entry->second);
    entries.erase(entry);
    if (copy_back) toHost(last);
  }

  /// The device's address for a host address inside a held range. `needs_values`: the host's values are
  /// copied before the first use. `writes`: the kernel changes elements of the range.
  void* use(HostRange range, bool needs_values, bool writes) {
    const std::lock_guard guard(lock);
    const auto entry = find(range);
    Copy& copy = entry->second;
    const bool coversAll = range.begin <= copy.range.begin && copy.range.end <= range.end;
    if (!copy.loaded && (needs_values || !coversAll)) toDevice(copy, copy.range);
    copy.loaded = true;
    if (writes) {
      copy.changed = copy.changed.empty() ? range
                                          : HostRange{std::min(copy.changed.begin, range.begin),
                                                      std::max(copy.changed.end, range.end)};
      copy.lastWrite = ++writes_so_far;
    }
    return copy.device.get() + (range.begin - copy.range.begin);
  }

  /// Called before the host runs a loop in a kernel's place, and after it.
  void hand_to_host() {
    const std::lock_guard guard(lock);
    for (auto& [end, copy] : entries) {
      toHost(copy);
      copy.changed = {};
    }
  }
  void take_from_host() {
    const std::lock_guard guard(lock);
    ++writes_so_far;
    for (auto& [end, copy] : entries) {
      copy.lastWrite = writes_so_far;
      if (copy.loaded && copy.changed.empty())
        toDevice(copy, copy.range);  // else the device was at work, too
    }
  }

  /// A moment between uses that write.
  std::uint64_t moment() {
    const std::lock_guard guard(lock);
    return writes_so_far;
  }
  /// Has no kernel, and no loop of the host in a kernel's place, written the range since?
  bool is_unchanged(HostRange range, std::uint64_t since) {
    const std::lock_guard guard(lock);
    return std::none_of(entries.begin(), entries.end(), [&](const auto& entry) {
      return entry.second.range.overlaps(range) && entry.second.lastWrite > since;
    });
  }

  /// Before the host reads the range.
  void sync_host(HostRange range) {
    const std::lock_guard guard(lock);
    for (auto& [end, copy] : entries)
      if (copy.changed.overlaps(range)) {
        toHost(copy);
        copy.changed = {};
      }
  }

  /// After the host wrote the range.
  void sync_device(HostRange range) {
    const std::lock_guard guard(lock);
    ++writes_so_far;
    for (auto& [end, copy] : entries)
      if (copy.range.overlaps(range)) copy.lastWrite = writes_so_far;
    for (auto& [end, copy] : entries)
      if (copy.loaded && copy.range.overlaps(range))
        toDevice(copy, {std::max(copy.range.begin, range.begin), std::min(copy.range.end, range.end)});
  }

 private:
  struct Copy {
    HostRange range;
    std::unique_ptr<unsigned char, FreeDevice> device;
    int holders = 0;
    bool isWhole = false;
    bool loaded = false;  // has the host's values, or newer ones
    HostRange changed;    // what the device has newer values of
    std::uint64_t lastWrite = 0;
  };

  std::mutex lock;
  std::uint64_t writes_so_far = 0;
  std::map<std::uintptr_t, Copy> entries;  // by the end of their ranges, which never overlap

  std::map<std::uintptr_t, Copy>::iterator find(HostRange range) {
    const auto entry = entries.upper_bound(range.begin);
    return entry != entries.end() && entry->second.range.contains(range) ? entry : entries.end();
  }

  /// The copy that contains the range. Copies that overlap it without containing it grow together into one.
  Copy& entryFor(HostRange range) {
    if (const auto known = find(range); known != entries.end()) return known->second;
    HostRange whole = range;
    auto first = entries.upper_bound(range.begin), last = first;
    for (; last != entries.end() && last->second.range.begin < range.end; ++last) {
      whole.begin = std::min(whole.begin, last->second.range.begin);
      whole.end = std::max(whole.end, last->second.range.end);
    }
    Copy grown;
    grown.range = whole;
    const std::size_t bytes = whole.end - whole.begin;
    unsigned char* memory = nullptr;
    check(cudaMalloc(&memory, bytes), "cudaMalloc", bytes);
    grown.device.reset(memory);
    for (auto part = first; part != last; ++part) {
      const Copy& old = part->second;
      if (old.loaded && !grown.loaded) {
        toDevice(grown, whole);
        grown.loaded = true;
      }
      grown.holders += old.holders;
      grown.isWhole |= old.isWhole;
      grown.lastWrite = std::max(grown.lastWrite, old.lastWrite);
      if (old.changed.empty()) continue;
      check(cudaMemcpy(memory + (old.changed.begin - whole.begin),
                       old.device.get() + (old.changed.begin - old.range.begin),
                       old.changed.end - old.changed.begin, cudaMemcpyDeviceToDevice),
            "cudaMemcpy");
      // Between two changed parts lie values that are the host's own.
      grown.changed = grown.changed.empty() ? old.changed
                                            : HostRange{std::min(grown.changed.begin, old.changed.begin),
                                                        std::max(grown.changed.end, old.changed.end)};
    }
    entries.erase(first, last);
    return entries.emplace(whole.end, std::move(grown)).first->second;
  }

  static void toDevice(const Copy& copy, HostRange part) {
    const std::size_t bytes = part.end - part.begin;
    if (Profile* const profile = Profile::active())
      profile->record([&](Profile::Record& each) { each.to_device += bytes; });
    check(cudaMemcpy(copy.device.get() + (part.begin - copy.range.begin),
                     reinterpret_cast<const void*>(part.begin), bytes, cudaMemcpyHostToDevice),
          "cudaMemcpy");
  }

  /// What the device changed.
  static void toHost(const Copy& copy) {
    const HostRange part = copy.changed;
    if (part.empty()) return;
    const std::size_t bytes = part.end - part.begin;
    if (Profile* const profile = Profile::active())
      profile->record([&](Profile::Record& each) { each.to_host += bytes; });
    check(cudaMemcpy(reinterpret_cast<void*>(part.begin), copy.device.get() + (part.begin - copy.range.begin),
                     bytes, cudaMemcpyDeviceToHost),
          "cudaMemcpy");
  }
};

/// Elements [first, last) of the array at `pointer`.
template <class T>
HostRange elements(const T* pointer, std::ptrdiff_t first, std::ptrdiff_t last) {
  using Element = std::remove_all_extents_t<T>;
  static_assert(std::is_trivially_copy_constructible_v<Element> && std::is_trivially_destructible_v<Element>,
                "elements are copied to the device byte by byte");
  if (last <= first) return {};
  const auto begin = reinterpret_cast<std::uintptr_t>(pointer);
  return {begin + static_cast<std::uintptr_t>(first) * sizeof(T),
          begin + static_cast<std::uintptr_t>(last) * sizeof(T)};
}

/// Memory that a kernel may use as it is: the device's own, or managed. (Of a pointer to what is constant GCC
/// takes it that this is read, and warns where it has no value yet; what matters here is the address.)
template <class T>
bool is_device_memory(T* pointer) {
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, const_cast<std::remove_cv_t<T>*>(pointer)) != cudaSuccess) {
    (void)cudaGetLastError();
    return false;
  }
  return attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged;
}

/// Can kernels use all of the host's memory where it lies?
inline bool reaches_host_memory() {
  int device = 0, reaches = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  if (cudaDeviceGetAttribute(&reaches, cudaDevAttrPageableMemoryAccess, device) == cudaSuccess)
    return reaches != 0;
  (void)cudaGetLastError();
  return false;
}

/// A loop runs on the host: counted, and said once for each `why`.
inline void tell_fallback(const char* file, int line, const std::string& why) {
  if (Profile* const profile = Profile::active())
    profile->record([](Profile::Record& each) { ++each.fallbacks; });
  static std::mutex lock;
  static std::set<std::string> told;
  const std::string text =
      std::string(file) + ":" + std::to_string(line) + ": warning: the loop runs on the host: " + why + "\n";
  const std::lock_guard guard(lock);
  if (told.insert(text).second) std::fputs(text.c_str(), stderr);
}

/// Whether a kernel can use the array `name` at `pointer`, whose length is not known. false: the loop at that
/// line has to run on the host, and a message says so. Throws `error` where there is no device.
template <class T>
bool reaches(T* pointer, const char* name, const char* file, int line) {
  const At site(file, line, "");
  if (!pointer || is_device_memory(pointer) || !Present::table().whole(pointer).empty() || reaches_host_memory())
    return true;
  tell_fallback(file, line,
                std::string("how much of '") + name +
                    "' to copy to the device is not known, and the device cannot reach it where it lies; add "
                    "'shape(" + name + "[N])' with the number of its elements");
  return false;
}

/// Likewise whether it can follow the pointers in the array: those in device memory lead to device memory.
template <class T>
bool reaches_rows(T* pointer, const char* name, const char* file, int line) {
  const At site(file, line, "");
  if (!pointer || is_device_memory(pointer) || reaches_host_memory()) return true;
  tell_fallback(file, line,
                std::string("'") + name +
                    "' leads to pointers into the host's memory, which the device cannot reach");
  return false;
}

/// a / b and a % b; 0 where b is: the program divides under a condition that fails then.
inline long long quotient(long long a, long long b) { return b == 0 ? 0 : a / b; }
inline long long remainder(long long a, long long b) { return b == 0 ? 0 : a % b; }

/// The elements of an array that a loop touches, where values of index arrays decide: a clause's range where
/// the array is held, none where it is in device memory; otherwise those that are added.
class index_range {
 public:
  template <class T>
  explicit index_range(T* pointer) : pointer(pointer) {
    if (!pointer || is_device_memory(pointer)) return;
    const HostRange held = Present::table().whole(pointer);
    isOpen = held.empty();
    if (isOpen) return;
    const auto from = reinterpret_cast<std::uintptr_t>(pointer);
    low = -static_cast<long long>((from - held.begin) / sizeof(T));
    high = static_cast<long long>((held.end - from) / sizeof(T));
  }

  bool is_open() const { return isOpen; }
  void add(long long index) {
    if (!isOpen) return;
    const bool isFirst = low == high;
    low = isFirst ? index : std::min(low, index);
    high = isFirst ? index + 1 : std::max(high, index + 1);
  }

  /// The elements are [first(), last()).
  long long first() const { return low; }
  long long last() const { return high; }

  const volatile void* of() const { return pointer; }
  void set(long long first, long long last) { low = first, high = last; }

 private:
  const volatile void* pointer;
  long long low = 0, high = 0;
  bool isOpen = false;
};

/// Ranges that stay on the device until end(), across all loops and calls in between.
class data {
 public:
  data(const char* file, int line) : site(file, line, "") {}
  data(const data&) = delete;
  ~data() noexcept(false) {
    if (std::uncaught_exceptions() == exceptions)
      end();
    else
      giveUp();
  }

  template <class T>
  void hold(const T* pointer, std::ptrdiff_t first, std::ptrdiff_t last) {
    const HostRange range = elements(pointer, first, last);
    if (range.empty() || is_device_memory(pointer)) return;
    held.reserve(held.size() + 1);
    Present::table().hold(range, /*is_whole=*/true);
    held.push_back(range);
  }

  /// Copies back what the device changed. Throws `error`. Where the scope is left before, that is the end.
  void end() {
    try {
      while (!held.empty()) {
        const HostRange range = held.back();
        held.pop_back();
        Present::table().release(range, true);
      }
    } catch (...) {
      giveUp();
      throw;
    }
  }

 private:
  At site;
  int exceptions = std::uncaught_exceptions();
  std::vector<HostRange> held;

  void giveUp() {
    for (const HostRange& range : held) Present::table().release(range, false);
    held.clear();
  }
};

/// Keeps what launches leave on the device, from its declaration to end(), for the launches in between. Where
/// the scope is left before, by `return` too, its end is the end; by an exception, nothing is copied back.
class region {
 public:
  region(const char* file, int line) : site(file, line, ""), outer(std::exchange(current(), this)) {}
  region(const region&) = delete;
  ~region() noexcept(false) {
    if (ended) return;
    if (std::uncaught_exceptions() == exceptions) {
      end();
    } else {
      current() = outer;
      giveUp();
    }
  }

  /// Copies back what the device changed. Throws `error`.
  void end() {
    ended = true;
    current() = outer;
    try {
      while (!kept.empty()) {
        const HostRange range = kept.back();
        kept.pop_back();
        Present::table().release(range, true);
      }
    } catch (...) {
      giveUp();
      throw;
    }
  }

  /// The innermost one of this thread; null outside of all.
  static region*& current() {
    static thread_local region* innermost = nullptr;
    return innermost;
  }

  /// A launch has used this range of the array at `pointer`.
  void note(const volatile void* pointer, const HostRange& range) {
    HostRange& known = used[pointer];
    known =
        known.empty() ? range : HostRange{std::min(known.begin, range.begin), std::max(known.end, range.end)};
  }
  /// All that launches have used of it; empty: nothing.
  HostRange used_of(const volatile void* pointer) const {
    const auto known = used.find(pointer);
    return known == used.end() ? HostRange() : known->second;
  }

  /// What loops of the host have found out about ranges: by the place of the loops, and the values that they
  /// begin with.
  struct Inspection {
    const void* place;
    std::vector<unsigned char> values;
    std::vector<std::pair<long long, long long>> found;
    std::uint64_t moment;
  };
  std::vector<Inspection> inspections;

  /// Takes over the hold on a range from a launch.
  void keep(const HostRange& range) {
    if (std::find(kept.begin(), kept.end(), range) != kept.end())
      Present::table().release(range, false);
    else
      kept.push_back(range);
  }

 private:
  At site;
  region* outer;
  bool ended = false;
  int exceptions = std::uncaught_exceptions();
  std::vector<HostRange> kept;
  std::map<const volatile void*, HostRange> used;

  void giveUp() {
    for (const HostRange& range : kept) Present::table().release(range, false);
    kept.clear();
  }
};

/// Loops of the host find the ranges that are open. They read the index arrays, after what the device has
/// changed of these is copied back, and begin with `values`. In a region what they found stays, as long as
/// the values are the same and no kernel writes the index arrays. Throws `error` where the host cannot read
/// an index array.
template <class... Index, class... Value, class Loops>
void inspect(std::initializer_list<index_range*> ranges, const std::tuple<Index...>& indices,
             const std::tuple<Value...>& values, const Loops& loops) {
  if (std::none_of(ranges.begin(), ranges.end(), [](const index_range* each) { return each->is_open(); }))
    return;
  static const char place = 0;  // one for each `Loops`
  std::vector<unsigned char> key;
  const auto add = [&](const auto& value) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
    key.insert(key.end(), bytes, bytes + sizeof value);
  };
  std::apply([&](const auto&... each) { (add(each), ...); }, indices);
  std::apply([&](const auto&... each) { (add(each), ...); }, values);
  for (const index_range* each : ranges) add(each->of()), add(each->is_open());

  region* const around = region::current();
  const auto isUsedAlone = [&](const auto*... pointers) {
    return !(around->used_of(pointers).empty() || ...);
  };
  const bool areKnown = around && std::apply(isUsedAlone, indices);
  if (areKnown)
    for (const region::Inspection& each : around->inspections) {
      const auto isSame = [&](const auto*... pointers) {
        return (Present::table().is_unchanged(around->used_of(pointers), each.moment) && ...);
      };
      if (each.place != &place || each.values != key || !std::apply(isSame, indices)) continue;
      auto found = each.found.begin();
      for (index_range* range : ranges) range->set(found->first, found->second), ++found;
      return;
    }
  const auto prepare = [&](const auto* pointer) {
    cudaPointerAttributes attributes{};
    const bool isKnown = cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess;
    if (!isKnown) (void)cudaGetLastError();
    if (isKnown && attributes.type == cudaMemoryTypeDevice)
      throw error(cudaErrorInvalidValue,
                  "the indices of an array whose length is not known are in device memory; add "
                  "'shape(x[N])' with the number of its elements");
    if (areKnown) Present::table().sync_host(around->used_of(pointer));
  };
  std::apply([&](const auto*... pointers) { (prepare(pointers), ...); }, indices);
  if (!areKnown && sizeof...(Index) > 0) Present::table().hand_to_host();
  const std::uint64_t moment = Present::table().moment();
  loops();
  if (!around) return;
  region::Inspection inspection{&place, std::move(key), {}, moment};
  for (const index_range* each : ranges) inspection.found.emplace_back(each->first(), each->last());
  auto& known = around->inspections;
  const auto isOld = [&](const region::Inspection& each) {
    return each.place == inspection.place && each.values == inspection.values;
  };
  known.erase(std::remove_if(known.begin(), known.end(), isOld), known.end());
  known.push_back(std::move(inspection));
}

/// Around a loop that the host runs in a kernel's place: it finds what the device has changed, and the device
/// what it changes. Where the scope is left before end(), by `continue` too, its end is the end.
class host_turn {
 public:
  host_turn(const char* file, int line) : site(file, line, "") { Present::table().hand_to_host(); }
  host_turn(const host_turn&) = delete;
  ~host_turn() noexcept(false) {
    if (!ended && std::uncaught_exceptions() == exceptions) end();
  }

  void end() {
    ended = true;
    Present::table().take_from_host();
  }

 private:
  At site;
  bool ended = false;
  int exceptions = std::uncaught_exceptions();
};

/// Throws `error` where only the device can read what lies at `pointer`.
template <class T>
void expect_on_host(const T* pointer, const char* file, int line, const char* why) {
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) return (void)cudaGetLastError();
  if (attributes.type != cudaMemoryTypeDevice) return;
  throw error(cudaErrorInvalidValue, std::string(file) + ":" + std::to_string(line) +
                                         ": the host would have to run the program, since " + why +
                                         ", but an array of it is in device memory");
}

/// How many elements lie between the first and the last one of a view, both included.
template <class View>
long long span_of(const View& array) {
  long long span = 1;
  for (std::size_t d = 0; d != View::rank; ++d) {
    if (array.extent(d) == 0) return 0;
    if (array.stride(d) < 0)
      throw std::invalid_argument("a view that runs backwards is not copied to the device");
    span += (array.extent(d) - 1) * array.stride(d);
  }
  return span;
}

/// The arrays of one loop nest, for its launch. All ranges are named before the first at().
class loop {
 public:
  loop(const char* file, int line, const char* kernel) : site(file, line, kernel) {}
  loop(const loop&) = delete;
  ~loop() {
    for (const Use& use : uses)
      if (use.holds) Present::table().release(use.range, false);
    for (const Table& table : tables)
      for (const Row& row : table.rows)
        if (row.holds) Present::table().release(row.range, false);
  }

  /// The kernel reads elements [first, last).
  template <class T>
  void in(const T* pointer, std::ptrdiff_t first, std::ptrdiff_t last) {
    add(pointer, elements(pointer, first, last), true, false);
  }

  /// The kernel reads and writes elements [first, last), or writes only some of them.
  template <class T>
  void inout(T* pointer, std::ptrdiff_t first, std::ptrdiff_t last) {
    add(pointer, elements(pointer, first, last), true, true);
  }

  /// The kernel writes each of the elements [first, last).
  template <class T>
  void out(T* pointer, std::ptrdiff_t first, std::ptrdiff_t last) {
    add(pointer, elements(pointer, first, last), false, true);
  }

  /// The kernel reads an array whose length is not known; see reaches().
  template <class T>
  void reads_in_place(const T* pointer) {
    add_in_place(const_cast<T*>(pointer), false);
  }

  /// The kernel reads and writes such an array.
  template <class T>
  void writes_in_place(T* pointer) {
    add_in_place(pointer, true);
  }

  /// The kernel reads elements [low, high) of each of the rows that the pointers [first, last) of the table
  /// lead to; a null pointer has no row.
  template <class T>
  void in_rows(T* const* table, std::ptrdiff_t first, std::ptrdiff_t last, std::ptrdiff_t low,
               std::ptrdiff_t high) {
    add_rows(table, first, last, low, high, false);
  }

  /// The kernel reads and writes them.
  template <class T>
  void inout_rows(T* const* table, std::ptrdiff_t first, std::ptrdiff_t last, std::ptrdiff_t low,
                  std::ptrdiff_t high) {
    add_rows(table, first, last, low, high, true);
  }

  /// The kernel follows the pointers that the array holds; see reaches_rows().
  template <class T>
  void follows_pointers(T* pointer) {
    isInPlace |= pointer && !is_device_memory(pointer);
  }

  /// The device's pointer p for which p[k] is `pointer[k]`; `pointer` itself where it is device memory or
  /// nothing of it was named.
  template <class T>
  T* at(T* pointer) {
    transfer();
    for (const Table& table : tables)
      if (table.pointer == pointer && table.device)
        return reinterpret_cast<T*>(address(table.device.get()) - table.offset);
    for (const Use& use : uses)
      if (use.pointer == pointer && use.holds)
        return reinterpret_cast<T*>(use.device -
                                    static_cast<std::uintptr_t>(use.range.begin - address(pointer)));
#ifdef APPYL_CUDA_EMULATED
    if (pointer && !isInPlace && !is_device_memory(pointer)) return static_cast<T*>(emulation::unreachable());
#endif
    return pointer;
  }

  /// The counterpart of `pointer`, which points into the array whose range was named by `origin`.
  template <class T, class Origin>
  T* at(T* pointer, Origin* origin) {
    Origin* const device = at(origin);
    return reinterpret_cast<T*>(address(device) + (address(pointer) - address(origin)));
  }

  /// What grid_reduce() needs to combine the values of `grid`'s threads with *result, a range that was named.
  template <class T>
  partials<T> reduction(T* result, dim3 grid) {
    const std::size_t blocks = std::size_t(grid.x) * grid.y * grid.z;
    const std::size_t values = (blocks * sizeof(T) + 15) / 16 * 16, bytes = values + sizeof(unsigned);
    unsigned char* memory = nullptr;
    check(cudaMalloc(&memory, bytes), "cudaMalloc", bytes);
    scratch.emplace_back(memory);
    check(cudaMemset(memory + values, 0, sizeof(unsigned)), "cudaMemset");
    return {reinterpret_cast<T*>(memory), reinterpret_cast<unsigned*>(memory + values), at(result)};
  }

  /// What contract_in_grid() needs to combine the sums of `grid`'s shares of the terms.
  template <class T>
  cuda::term_shares<T> term_shares(dim3 grid) {
    if (grid.z == 1) return {nullptr, nullptr};
    const std::size_t sums = std::size_t(grid.x) * grid.z * cuda::term_shares<T>::tile * sizeof(T),
                      counters = grid.x * sizeof(unsigned);
    unsigned char* memory = nullptr;
    check(cudaMalloc(&memory, sums + counters), "cudaMalloc", sums + counters);
    scratch.emplace_back(memory);
    check(cudaMemset(memory + sums, 0, counters), "cudaMemset");
    return {reinterpret_cast<T*>(memory), reinterpret_cast<unsigned*>(memory + sums)};
  }

  /// `count` elements for each thread of the grid.
  template <class T>
  cuda::workspace<T> workspace(std::size_t count, dim3 grid, dim3 block) {
    const std::size_t threads = std::size_t(grid.x) * grid.y * grid.z * block.x * block.y * block.z,
                      bytes = threads * count * sizeof(T);
    unsigned char* memory = nullptr;
    if (bytes > 0) check(cudaMalloc(&memory, bytes), "cudaMalloc", bytes);
    if (memory) scratch.emplace_back(memory);
    return {reinterpret_cast<T*>(memory), threads, count};
  }

  /// A view of the same elements on the device; the range up to span_of(array) was named.
  template <class View>
  View view(const View& array) {
    return View(at(array.data()), array.shape(), array.steps());
  }

  /// A variable of the host that the kernel reads and writes: its value is back after finish(), in every
  /// region.
  template <class T>
  void result(T* variable) {
    if (Use* const use = add(variable, elements(variable, 0, 1), true, true)) use->isResult = true;
  }

  /// Waits for the kernel and copies back what it changed, unless a region holds it. Throws `error`.
  void finish() {
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    if (Profile* const profile = Profile::active()) report(*profile);
    scratch.clear();
    while (!tables.empty()) {
      const Table table = std::move(tables.back());
      tables.pop_back();
      for (const Row& row : table.rows)
        if (row.holds) give_up(row.range);
    }
    while (!uses.empty()) {
      const Use use = uses.back();
      uses.pop_back();
      if (!use.holds) continue;
      if (region* const around = region::current(); around && !use.isResult && !isInPlace)
        around->note(use.pointer, use.range);
      if (use.isResult)
        Present::table().release(use.range, true);
      else
        give_up(use.range);
    }
    if (isInPlace) Present::table().take_from_host();
  }

 private:
  struct Use {
    const volatile void* pointer;
    HostRange range;
    bool reads, writes;
    bool holds = false;
    bool isResult = false;
    std::uintptr_t device = 0;  // of range.begin
  };

  struct Row {
    std::uintptr_t begin;  // of the host's row, whose elements are counted from here
    HostRange range;
    bool holds = false;
  };
  struct Table {
    const volatile void* pointer;
    std::uintptr_t offset;  // of its first pointer that is used
    std::vector<Row> rows;
    bool writes;
    std::unique_ptr<unsigned char, FreeDevice> device;  // the pointers to the device's rows
  };

  At site;
  std::vector<Use> uses;
  std::vector<Table> tables;
  std::vector<std::unique_ptr<unsigned char, FreeDevice>> scratch;
  bool transferred = false;
  bool isInPlace = false;  // the kernel works in the host's memory, on all of its arrays, which may overlap

  void report(Profile& profile) const {
    const double seconds = KernelClock::mine().seconds();
    profile.record([&](Profile::Record& each) {
      each.fastest = each.launches == 0 ? seconds : std::min(each.fastest, seconds);
      ++each.launches;
      each.seconds += seconds;
      for (const Use& use : uses) each.bytes += (use.range.end - use.range.begin) * (use.reads + use.writes);
    });
  }

  static std::uintptr_t address(const volatile void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer);
  }

  /// Several ranges of one array become one. Null: there is nothing to copy, such as where data alone tell
  /// that no iteration touches an array that is not there.
  template <class T>
  Use* add(T* pointer, HostRange range, bool reads, bool writes) {
    return add_address(const_cast<std::remove_cv_t<T>*>(pointer), range, reads, writes);
  }
  Use* add_address(volatile void* pointer, HostRange range, bool reads, bool writes) {
    if (!pointer || range.empty() || is_device_memory(pointer)) return nullptr;
    for (Use& use : uses)
      if (use.pointer == pointer) {
        use.range = {std::min(use.range.begin, range.begin), std::max(use.range.end, range.end)};
        use.reads = true, use.writes |= writes;
        return &use;
      }
    uses.push_back({pointer, range, reads, writes});
    return &uses.back();
  }

  void add_in_place(volatile void* pointer, bool writes) {
    if (!pointer || is_device_memory(pointer)) return;
    const HostRange whole = Present::table().whole(pointer);
    if (whole.empty())
      isInPlace = true;
    else
      add_address(pointer, whole, true, writes);
  }

  template <class T>
  void add_rows(T* const* table, std::ptrdiff_t first, std::ptrdiff_t last, std::ptrdiff_t low,
                std::ptrdiff_t high, bool writes) {
    if (!table || first >= last || is_device_memory(table)) return;
    Table added{table, static_cast<std::uintptr_t>(first) * sizeof(T*), {}, writes, nullptr};
    for (std::ptrdiff_t k = first; k < last; ++k) {
      T* const row = table[k];
      const bool isHosts = row && !is_device_memory(row);
      added.rows.push_back({address(row), isHosts ? elements(row, low, high) : HostRange(), false});
    }
    tables.push_back(std::move(added));
  }

  /// Ends the hold on a range after the launch, unless a region keeps it.
  static void give_up(const HostRange& range) {
    if (region::current())
      region::current()->keep(range);
    else
      Present::table().release(range, true);
  }

  void hold_rows(Table& table) {
    for (Row& row : table.rows) {
      Present::table().hold(row.range);
      row.holds = !row.range.empty();
    }
  }

  /// Copies the rows, and makes the table of the device's pointers to them.
  void transfer_rows(Table& table) {
    const std::size_t bytes = table.rows.size() * sizeof(std::uintptr_t);
    unsigned char* memory = nullptr;
    check(cudaMalloc(&memory, bytes), "cudaMalloc", bytes);
    table.device.reset(memory);
    std::vector<std::uintptr_t> pointers;
    for (const Row& row : table.rows)
      pointers.push_back(row.range.empty() ? row.begin
                                           : address(Present::table().use(row.range, true, table.writes)) -
                                                 (row.range.begin - row.begin));
    check(cudaMemcpy(memory, pointers.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  }

  /// Only now, since naming a range may have made copies that overlap it grow together.
  void transfer() {
    if (std::exchange(transferred, true)) return;
    if (isInPlace) return Present::table().hand_to_host();
    for (Use& use : uses) {
      Present::table().hold(use.range);
      use.holds = true;
    }
    for (Table& table : tables) hold_rows(table);
    for (Table& table : tables) transfer_rows(table);
    // Who reads goes first: a range that is only written, and so not copied, may be another's that is read.
    std::partition(uses.begin(), uses.end(), [](const Use& use) { return use.reads; });
    for (Use& use : uses) use.device = address(Present::table().use(use.range, use.reads, use.writes));
  }
};

}  // namespace appyl::cuda

namespace appyl {

/// Says once for each `why` that the host runs the program at that line as it was written. Throws
/// `cuda::error` where one of its arrays, pointers or views, is in device memory.
template <class... Array>
void runs_on_host(const char* file, int line, const char* why, const Array&... arrays) {
  [[maybe_unused]] const auto expect = [&](const auto& array) {
    if constexpr (std::is_pointer_v<std::decay_t<decltype(array)>>)
      cuda::expect_on_host(array, file, line, why);
    else
      cuda::expect_on_host(array.data(), file, line, why);
  };
  (expect(arrays), ...);
  cuda::tell_fallback(file, line, why);
}

}  // namespace appyl

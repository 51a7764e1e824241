// Which memory is whose: the blocks that `new` and `malloc` gave out, arrays that a function declares, and
// what a `shape` clause says. A pointer is checked against the block that it points into. New memory without
// values is filled with a pattern that reveals a read of it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <type_traits>
#include <vector>

namespace appyl::interpret {

/// Addresses [begin, end).
struct Region {
  std::uintptr_t begin = 0, end = 0;
};

namespace detail {

/// An allocator for the bookkeeping, whose own memory is not recorded.
template <class T>
struct Untracked {
  using value_type = T;
  Untracked() = default;
  template <class U>
  Untracked(const Untracked<U>&) {}
  T* allocate(std::size_t count) {
    void* const memory = std::malloc(count * sizeof(T));
    if (!memory) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t) { std::free(memory); }
  friend bool operator==(const Untracked&, const Untracked&) { return true; }
  friend bool operator!=(const Untracked&, const Untracked&) { return false; }
};

/// The content of new memory at `word`, a multiple of 8: a number that no program computes, as it is a hash
/// of the address (by Steele, Lea and Flood's SplitMix64, OOPSLA 2014). Each half begins like a NaN, but
/// unlike those that processors make, so that no computed `float` and no moderate `int` is taken for it,
/// either.
constexpr std::uint64_t unwrittenBegin = 0x7ff400007ff40000u, unwrittenBeginBits = 0xfffc0000fffc0000u;
inline std::uint64_t unwritten(std::uintptr_t word) {
  std::uint64_t mixed = word * 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
  return unwrittenBegin | ((mixed ^ mixed >> 31) & ~unwrittenBeginBits);
}

inline void fill(void* memory, std::size_t bytes) {
  auto* at = static_cast<unsigned char*>(memory);
  unsigned char* const end = at + bytes;
  while (at < end) {
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    const std::uint64_t word = unwritten(address / 8 * 8);
    const std::size_t first = address % 8, left = static_cast<std::size_t>(end - at),
                      count = left < 8 - first ? left : 8 - first;
    std::memcpy(at, reinterpret_cast<const unsigned char*>(&word) + first, count);
    at += count;
  }
}

/// Are the bytes at [address, address + bytes) as `fill` has left them?
inline bool is_filled(std::uintptr_t address, std::size_t bytes) {
  const std::uintptr_t end = address + bytes;
  while (address < end) {
    const std::uint64_t word = unwritten(address / 8 * 8);
    const std::size_t first = address % 8, left = end - address, count = left < 8 - first ? left : 8 - first;
    if (std::memcmp(reinterpret_cast<const void*>(address),
                    reinterpret_cast<const unsigned char*>(&word) + first, count) != 0)
      return false;
    address += count;
  }
  return true;
}

/// The same for an element in its place; this test is made at every access.
template <class Element>
[[gnu::always_inline]] inline bool is_filled(const void* element) {
  const auto address = reinterpret_cast<std::uintptr_t>(element);
  constexpr std::size_t size = sizeof(Element);
  if constexpr (size == 1 || size == 2 || size == 4 || size == 8) {
    if (address % size == 0) {
      using Bits =
          std::conditional_t<size == 8, std::uint64_t,
                             std::conditional_t<size == 4, std::uint32_t,
                                                std::conditional_t<size == 2, std::uint16_t, std::uint8_t>>>;
      Bits found, filled;
      std::memcpy(&found, element, size);
      if constexpr (size >= 4)
        if ((found & Bits(unwrittenBeginBits)) != Bits(unwrittenBegin)) return false;  // as nearly always
      const std::uint64_t word = unwritten(address / 8 * 8);
      std::memcpy(&filled, reinterpret_cast<const unsigned char*>(&word) + address % 8, size);
      return found == filled;
    }
  }
  return is_filled(address, size);
}

}  // namespace detail

class Memory {
  /// Threads of the program may allocate while another one is interpreted.
  struct Lock {
    std::atomic_flag& flag;
    explicit Lock(std::atomic_flag& busy) : flag(busy) {
      while (flag.test_and_set(std::memory_order_acquire)) {
      }
    }
    ~Lock() { flag.clear(std::memory_order_release); }
  };

 public:
  /// Lives as long as the program does, and longer than any object of it.
  static Memory& get() {
    static Memory* memory = nullptr;  // which asks for less at each access than one that is made here
    if (!memory) memory = make();
    return *memory;
  }

  void add(void* block, std::size_t bytes) {
    if (!block) return;
    const auto begin = reinterpret_cast<std::uintptr_t>(block);
    {
      const Lock lock(isBusy);
      auto next = blocks.lower_bound(begin);
      while (next != blocks.end() && next->first < begin + bytes) next = blocks.erase(next);
      blocks[begin] = begin + bytes;
      ++changes;
    }
    if (renewed) renewed(begin, bytes);
  }

  void remove(void* block) {
    if (!block) return;
    const Lock lock(isBusy);
    blocks.erase(reinterpret_cast<std::uintptr_t>(block));
    ++changes;
  }

  /// The latest declaration counts. `isObject`: a variable; otherwise what a clause says about a pointer.
  void declare(const Region& region, bool isObject = true) {
    declared.push_back({region, isObject});
    ++changes;
  }
  void withdraw(const Region& region) {
    for (std::size_t k = declared.size(); k-- > 0;)
      if (declared[k].region.begin == region.begin && declared[k].region.end == region.end) {
        declared.erase(declared.begin() + static_cast<std::ptrdiff_t>(k));
        ++changes;
        return;
      }
  }

  /// The memory that `pointer` points into; an empty region at 0: it is not known.
  Region find(const void* pointer) { return lookUp(pointer).region; }

  /// The memory that an index may reach from `pointer`: where one variable ends and the next one begins, the
  /// pointer may be one past the end of the one or the first of the other, and reaches both.
  Region reach(const void* pointer) { return lookUp(pointer).reach; }

  void (*renewed)(std::uintptr_t begin, std::size_t bytes) = nullptr;  // is told of new blocks

 private:
  struct Found {
    std::uintptr_t address = 0;
    std::uint64_t changes = 0;
    Region region, reach;
  };
  struct Declared {
    Region region;
    bool isObject = true;
  };
  static constexpr std::size_t cacheSize = 64;

  std::atomic_flag isBusy = ATOMIC_FLAG_INIT;
  std::map<std::uintptr_t, std::uintptr_t, std::less<std::uintptr_t>,
           detail::Untracked<std::pair<const std::uintptr_t, std::uintptr_t>>>
      blocks;  // begin -> end
  std::vector<Declared, detail::Untracked<Declared>> declared;
  std::uint64_t changes = 1;
  Found cache[cacheSize];

  [[gnu::always_inline]] const Found& lookUp(const void* pointer) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    // Large blocks begin at the same place of a page.
    Found& found = cache[(address >> 4 ^ address >> 12 ^ address >> 20) % cacheSize];
    if (found.address != address || found.changes != changes) lookUpAgain(found, address);
    return found;
  }

  [[gnu::noinline]] static Memory* make() {
    static Memory* const only = new (std::malloc(sizeof(Memory))) Memory;
    return only;
  }

  [[gnu::noinline]] void lookUpAgain(Found& found, std::uintptr_t address) {
    found = {address, changes, search(address), {}};
    found.reach = searchReach(address, found.region);
  }

  Region search(std::uintptr_t address) {
    // What is said of this very pointer comes before what is said of memory around.
    for (std::size_t k = declared.size(); k-- > 0;)
      if (declared[k].region.begin == address && !declared[k].isObject) return declared[k].region;
    for (std::size_t k = declared.size(); k-- > 0;)
      if (declared[k].region.begin <= address && address < declared[k].region.end) return declared[k].region;
    {
      const Lock lock(isBusy);
      auto next = blocks.upper_bound(address);
      if (next != blocks.begin() && (--next)->first <= address && address <= next->second)
        return {next->first, next->second};  // or one past its end, where no other block begins
    }
    return {};
  }

  Region searchReach(std::uintptr_t address, const Region& found) const {
    if (found.begin != address) return found;  // or it is not known what begins there
    for (std::size_t k = declared.size(); k-- > 0;) {
      const Declared& each = declared[k];
      if (each.isObject && each.region.begin == found.begin && each.region.end == found.end) continue;
      if (each.region.end == address && each.isObject) return {each.region.begin, found.end};
      if (each.region.begin == address && !each.isObject) break;  // what is said of this very pointer
    }
    return found;
  }
};

// What stands in place of the program's own calls.

inline void* malloc(std::size_t bytes) {
  void* const block = std::malloc(bytes);
  if (block) detail::fill(block, bytes);
  Memory::get().add(block, bytes);
  return block;
}
inline void* calloc(std::size_t count, std::size_t bytes) {
  void* const block = std::calloc(count, bytes);
  Memory::get().add(block, count * bytes);
  return block;
}
inline void* realloc(void* old, std::size_t bytes) {
  const Region before = old ? Memory::get().find(old) : Region{};
  if (before.begin != reinterpret_cast<std::uintptr_t>(old) || !old || bytes == 0) {
    void* const block = std::realloc(old, bytes);
    if (!block) return block;
    Memory::get().remove(old);
    if (!old) detail::fill(block, bytes);
    Memory::get().add(block, bytes);
    return block;
  }
  // What nothing has written is so at its new address.
  auto* const block = static_cast<unsigned char*>(std::malloc(bytes));
  if (!block) return block;
  const std::size_t size = before.end - before.begin, kept = size < bytes ? size : bytes;
  std::memcpy(block, old, kept);
  for (std::size_t k = 0; k + 8 <= kept; k += 8)
    if (detail::is_filled(before.begin + k, 8)) detail::fill(block + k, 8);
  detail::fill(block + kept, bytes - kept);
  Memory::get().add(block, bytes);
  Memory::get().remove(old);
  std::free(old);
  return block;
}
inline void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  void* const block = ::aligned_alloc(alignment, bytes);
  if (block) detail::fill(block, bytes);
  Memory::get().add(block, bytes);
  return block;
}
inline void free(void* block) {
  Memory::get().remove(block);
  std::free(block);
}

}  // namespace appyl::interpret

// The program's `new` and `delete`, unless it has its own. Weak: each file of a program may bring them.
#if !defined(APPYL_INTERPRET_OWN_NEW) && defined(__GNUC__)
namespace appyl::interpret::detail {

inline void* allocate(std::size_t bytes, std::size_t alignment) {
  if (bytes == 0) bytes = 1;
  for (;;) {
    void* const block = alignment
                            ? ::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment)
                            : std::malloc(bytes);
    if (block) {
      fill(block, bytes);
      Memory::get().add(block, bytes);
      return block;
    }
    if (const std::new_handler handler = std::get_new_handler())
      handler();
    else
      throw std::bad_alloc();
  }
}

}  // namespace appyl::interpret::detail

#define APPYL_WEAK __attribute__((weak))
APPYL_WEAK void* operator new(std::size_t bytes) { return appyl::interpret::detail::allocate(bytes, 0); }
APPYL_WEAK void* operator new[](std::size_t bytes) { return appyl::interpret::detail::allocate(bytes, 0); }
APPYL_WEAK void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return appyl::interpret::detail::allocate(bytes, static_cast<std::size_t>(alignment));
}
APPYL_WEAK void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return appyl::interpret::detail::allocate(bytes, static_cast<std::size_t>(alignment));
}
APPYL_WEAK void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept try {
  return appyl::interpret::detail::allocate(bytes, 0);
} catch (...) {
  return nullptr;
}
APPYL_WEAK void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept try {
  return appyl::interpret::detail::allocate(bytes, 0);
} catch (...) {
  return nullptr;
}
APPYL_WEAK void operator delete(void* block) noexcept { appyl::interpret::free(block); }
APPYL_WEAK void operator delete[](void* block) noexcept { appyl::interpret::free(block); }
APPYL_WEAK void operator delete(void* block, std::size_t) noexcept { appyl::interpret::free(block); }
APPYL_WEAK void operator delete[](void* block, std::size_t) noexcept { appyl::interpret::free(block); }
APPYL_WEAK void operator delete(void* block, std::align_val_t) noexcept { appyl::interpret::free(block); }
APPYL_WEAK void operator delete[](void* block, std::align_val_t) noexcept { appyl::interpret::free(block); }
APPYL_WEAK void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  appyl::interpret::free(block);
}
APPYL_WEAK void operator delete[](void* block, std::size_t, std::align_val_t) noexcept {
  appyl::interpret::free(block);
}
#undef APPYL_WEAK
#endif

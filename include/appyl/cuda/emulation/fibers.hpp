// Fibers for the CUDA threads of one block: stacks that are used again, and what AddressSanitizer has to be
// told when the stack changes.
#pragma once

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#define APPYL_EMULATION_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define APPYL_EMULATION_ASAN 1
#endif
#endif
#ifdef APPYL_EMULATION_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace appyl::cuda::emulation {

// Room for arrays of an iteration's own of 1 MB in all; only what is used takes memory.
#ifdef APPYL_EMULATION_ASAN
inline constexpr std::size_t stackBytes = 8 * 1024 * 1024;  // instrumented frames are several times as large
#else
inline constexpr std::size_t stackBytes = 2 * 1024 * 1024;
#endif

/// The stacks that ended fibers left behind, for all CPU threads.
class StackPool {
 public:
  static StackPool& all() {
    static StackPool pool;
    return pool;
  }

  boost::context::stack_context take() {
    const std::lock_guard guard(lock);
    if (free.empty()) return source.allocate();
    const boost::context::stack_context stack = free.back();
    free.pop_back();
    return stack;
  }

  void give(boost::context::stack_context stack) {
#ifdef APPYL_EMULATION_ASAN
    // What has returned has done so itself; this is about the frames in which the fiber began and ended.
    constexpr std::size_t first = 512 * 1024;
    ASAN_UNPOISON_MEMORY_REGION(static_cast<char*>(stack.sp) - first, first);
#endif
    const std::lock_guard guard(lock);
    free.push_back(stack);
  }

  ~StackPool() {
    for (boost::context::stack_context& stack : free) source.deallocate(stack);
  }

 private:
  std::mutex lock;
  boost::context::protected_fixedsize_stack source{stackBytes};
  std::vector<boost::context::stack_context> free;
};

/// A stack of its own that runs `body` and can be left and entered again. It is entered and left on one CPU
/// thread.
class Fiber {
 public:
  template <class Body>
  explicit Fiber(Body body) {
    stack = StackPool::all().take();
    const boost::context::preallocated place(stack.sp, stack.size, stack);
    inside = boost::context::fiber(std::allocator_arg, place, Pooled{},
                                   [this, body = std::move(body)](boost::context::fiber&& caller) mutable {
                                     outside = std::move(caller);
                                     entered(nullptr);
                                     try {
                                       body();
                                     } catch (const Abandoned&) {
                                     }
                                     leave(nullptr);
                                     return std::move(outside);
                                   });
  }
  /// What waits in it for ever is unwound.
  ~Fiber() {
    if (!inside) return;
    abandoned = true;
    resume();
  }
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// From outside: runs it until it suspends or ends. false: it has ended.
  bool resume() {
    void* fake = nullptr;
#ifdef APPYL_EMULATION_ASAN
    __sanitizer_start_switch_fiber(&fake, static_cast<char*>(stack.sp) - stack.size, stack.size);
#endif
    inside = std::move(inside).resume();
#ifdef APPYL_EMULATION_ASAN
    __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
#endif
    (void)fake;
    return static_cast<bool>(inside);
  }

  /// From inside: back to where it was resumed.
  void suspend() {
    void* fake = nullptr;
    leave(&fake);
    outside = std::move(outside).resume();
    entered(fake);
    if (abandoned) throw Abandoned{};
  }

 private:
  struct Abandoned {};
  struct Pooled {  // what boost asks to release the stack
    boost::context::stack_context allocate() { return StackPool::all().take(); }
    void deallocate(boost::context::stack_context& stack) { StackPool::all().give(stack); }
  };

  boost::context::stack_context stack;
  boost::context::fiber inside, outside;
  const void* callerStack = nullptr;
  std::size_t callerBytes = 0;
  bool abandoned = false;

  void leave([[maybe_unused]] void** fake) {
#ifdef APPYL_EMULATION_ASAN
    __sanitizer_start_switch_fiber(fake, callerStack, callerBytes);
#endif
  }

  void entered([[maybe_unused]] void* fake) {
#ifdef APPYL_EMULATION_ASAN
    __sanitizer_finish_switch_fiber(fake, &callerStack, &callerBytes);
#endif
  }
};

}  // namespace appyl::cuda::emulation

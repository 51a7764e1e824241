// Fibers for the CUDA threads of a block, which are used again for the next block, and what AddressSanitizer
// has to be told when the stack changes. That sanitizer has nothing to find in what switches fibers, which is
// what kernels with barriers do most.
#pragma once

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

#include <cstddef>
#include <functional>
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

/// The stacks that ended fibers left behind, for all CPU threads. They stay until the program ends: to
/// release hundreds of mappings one by one would take longer than most programs.
class StackPool {
 public:
  static StackPool& all() {
    static StackPool* const pool = new StackPool;
    return *pool;
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
    // What has returned has done so itself; this is about the frames in which the fiber began and ended, and
    // not more: the sanitizer's notes for a large part of the stack would take longer to write than most
    // threads to run.
    constexpr std::size_t first = 16 * 1024;
    ASAN_UNPOISON_MEMORY_REGION(static_cast<char*>(stack.sp) - first, first);
#endif
    const std::lock_guard guard(lock);
    free.push_back(stack);
  }

 private:
  std::mutex lock;
  boost::context::protected_fixedsize_stack source{stackBytes};
  std::vector<boost::context::stack_context> free;
};

/// A stack of its own that runs bodies, one after the other, each of which can leave it and be entered again.
/// It is entered and left on one CPU thread.
class Fiber {
 public:
  Fiber() {
    stack = StackPool::all().take();
    const boost::context::preallocated place(stack.sp, stack.size, stack);
    inside =
        boost::context::fiber(std::allocator_arg, place, Pooled{}, [this](boost::context::fiber&& caller) {
          outside = std::move(caller);
          entered(nullptr);
          while (!isOver) {
            try {
              body();
            } catch (const Abandoned&) {
            }
            body = nullptr;
            suspend();
          }
          leave(nullptr);
          return std::move(outside);
        });
  }
  ~Fiber() {
    abandon();
    isOver = true;
    resume();
  }
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Those of this CPU thread whose bodies have ended.
  static std::vector<std::unique_ptr<Fiber>>& idle() {
    static thread_local std::vector<std::unique_ptr<Fiber>> fibers;
    return fibers;
  }

  /// From outside: runs `next` until it suspends or ends. The body before it has ended.
  void start(std::function<void()> next) {
    body = std::move(next);
    resume();
  }

  /// From outside: unwinds a body that waits.
  void abandon() {
    if (!body) return;
    abandoned = true;
    resume();
    abandoned = false;
  }

  /// From outside: lets the body go on until it suspends again or ends.
  [[gnu::no_sanitize_address]] void resume() {
    void* fake = nullptr;
#ifdef APPYL_EMULATION_ASAN
    __sanitizer_start_switch_fiber(&fake, static_cast<char*>(stack.sp) - stack.size, stack.size);
#endif
    inside = std::move(inside).resume();
#ifdef APPYL_EMULATION_ASAN
    __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
#endif
    (void)fake;
  }

  /// From inside: back to where it was started or resumed.
  [[gnu::no_sanitize_address]] void suspend() {
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
  std::function<void()> body;
  const void* callerStack = nullptr;
  std::size_t callerBytes = 0;
  bool abandoned = false, isOver = false;

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

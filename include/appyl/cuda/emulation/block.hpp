// One block of CUDA threads on one CPU thread. The CUDA threads run one after the other, as calls in a loop
// on one fiber's stack; the first that waits for others (a barrier, a warp operation) keeps that stack, and
// the rest go on with another. So a kernel without barriers costs what a plain loop costs.
#pragma once

#include <appyl/cuda/emulation/fibers.hpp>
#include <appyl/cuda/emulation/types.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <source_location>
#include <string>
#include <utility>
#include <vector>

namespace appyl::cuda::emulation {

/// Sixteen bytes hold any value that a warp operation exchanges. An address sanitizer has nothing to find in the
/// copies, which are what kernels do most.
struct Payload {
  alignas(16) unsigned char bytes[16];

  template <class T>
  [[gnu::no_sanitize_address]] static Payload of(const T& value) {
    static_assert(sizeof(T) <= sizeof(bytes));
    Payload payload = {};
    std::memcpy(payload.bytes, &value, sizeof(T));
    return payload;
  }

  template <class T>
  [[gnu::no_sanitize_address]] T as() const {
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
  }
};

class Block {
 public:
  /// `order[k]`: the linear number of the CUDA thread that runs as the k-th.
  Block(std::string kernel, dim3 grid, dim3 block, uint3 index, const std::vector<unsigned>& order,
        std::function<void()> body)
      : kernel(std::move(kernel)),
        grid(grid),
        shape(block),
        index(index),
        order(order),
        body(std::move(body)) {}

  /// Runs all CUDA threads. false: some of them wait for others that never come; that was reported.
  bool run() {
    Block* const outer = std::exchange(current(), this);
    gridDim = grid, blockDim = shape, blockIdx = index;
    threads.resize(order.size());
    bool good = true;
    while (next < order.size()) startMore();
    while (good && ended < order.size()) good = release() || stuck();
    fibers.clear();  // of threads that wait for ever: their stacks are unwound
    current() = outer;
    return good;
  }

  static Block*& current() {
    static thread_local Block* block = nullptr;
    return block;
  }

  /// __syncthreads() and its kin; returns how many threads of the block gave true.
  int barrier(bool predicate, const std::source_location& where) {
    if (order.size() == 1) return predicate;
    Thread& thread = threads[running];
    thread.vote = predicate;
    wait(State::Barrier, 0, where);
    return votes;
  }

  /// Gives `mine` to the lanes of `mask`, and waits for theirs.
  void exchange(unsigned mask, const Payload& mine, const std::source_location& where) {
    threads[running].mine = mine;
    wait(State::Warp, mask, where);
  }

  /// What a lane of the same warp gave last; null where there is no such CUDA thread in the mask.
  const Payload* given(unsigned lane) const {
    const unsigned thread = running / 32 * 32 + lane;
    return thread < threads.size() && (threads[running].mask >> lane & 1) ? &threads[thread].published
                                                                          : nullptr;
  }

  unsigned lane() const { return running % 32; }
  unsigned warp() const { return running / 32; }

  /// The threads of this thread's warp that have not ended.
  unsigned activeLanes() const {
    unsigned mask = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
      const unsigned thread = running / 32 * 32 + lane;
      if (thread < threads.size() && threads[thread].state != State::Ended) mask |= 1u << lane;
    }
    return mask;
  }

 private:
  enum class State { Fresh, Ready, Barrier, Warp, Ended };

  struct Thread {
    State state = State::Fresh;
    Fiber* fiber = nullptr;
    unsigned mask = 0;
    bool vote = false;
    Payload mine, published;
    std::source_location where;
  };

  std::string kernel;
  dim3 grid, shape;
  uint3 index;
  const std::vector<unsigned>& order;
  std::function<void()> body;
  std::vector<Thread> threads;  // by linear number
  std::vector<std::unique_ptr<Fiber>> fibers;
  std::size_t next = 0, ended = 0;  // in `order`; threads that have ended
  unsigned running = 0;
  int votes = 0;

  void makeRunning(unsigned thread) {
    running = thread;
    threadIdx = {thread % shape.x, thread / shape.x % shape.y, thread / shape.x / shape.y};
  }

  /// A stack on which fresh threads run until one of them waits.
  void startMore() {
    fibers.push_back(std::make_unique<Fiber>([this] {
      Fiber* const here = fibers.back().get();
      while (next < order.size()) {
        const unsigned thread = order[next++];
        makeRunning(thread);
        threads[thread].fiber = here;
        body();
        threads[thread].state = State::Ended;
        ++ended;
      }
    }));
    fibers.back()->resume();
  }

  void wait(State state, unsigned mask, const std::source_location& where) {
    Thread& thread = threads[running];
    const unsigned self = running;
    thread.state = state;
    thread.mask = mask;
    thread.where = where;
    thread.fiber->suspend();
    makeRunning(self);
  }

  /// Lets go on whoever waits for nobody any more. false: nobody does.
  bool release() {
    bool any = false;
    for (std::size_t warp = 0; warp < threads.size(); warp += 32) any |= releaseWarp(warp);
    if (!any && !releaseBarrier()) return false;
    for (const unsigned thread : order)
      if (threads[thread].state == State::Ready) {
        makeRunning(thread);
        threads[thread].fiber->resume();
      }
    return true;
  }

  bool releaseWarp(std::size_t first) {
    bool any = false;
    const std::size_t last = std::min(first + 32, threads.size());
    for (std::size_t k = first; k < last; ++k) {
      if (threads[k].state != State::Warp) continue;
      const unsigned mask = threads[k].mask;
      bool complete = mask >> (k - first) & 1;
      for (std::size_t other = first; other < last; ++other)
        if (mask >> (other - first) & 1)
          complete &= threads[other].state == State::Warp && threads[other].mask == mask;
      if (!complete) continue;
      for (std::size_t other = first; other < last; ++other)
        if (mask >> (other - first) & 1) {
          threads[other].state = State::Ready;
          threads[other].published = threads[other].mine;
          any = true;
        }
    }
    return any;
  }

  bool releaseBarrier() {
    votes = 0;
    for (const Thread& thread : threads) {
      if (thread.state != State::Barrier || !isSamePlace(thread.where, threads.front().where)) return false;
      votes += thread.vote;
    }
    for (Thread& thread : threads) thread.state = State::Ready;
    return true;
  }

  static bool isSamePlace(const std::source_location& a, const std::source_location& b) {
    return a.line() == b.line() && a.column() == b.column() && std::strcmp(a.file_name(), b.file_name()) == 0;
  }

  std::string nameOf(std::size_t thread) const {
    const auto number = static_cast<unsigned>(thread);
    std::string name = "(";
    name += std::to_string(number % shape.x) + ", " + std::to_string(number / shape.x % shape.y) + ", ";
    name += std::to_string(number / shape.x / shape.y) + ")";
    return name;
  }

  /// Says who waits where, and who does not come.
  bool stuck() const {
    std::size_t waiting = 0;
    while (threads[waiting].state == State::Ended) ++waiting;
    const Thread& first = threads[waiting];
    const bool isBarrier = first.state == State::Barrier;
    std::string missing = "none";
    for (std::size_t k = 0; k < threads.size(); ++k) {
      const bool isThere = threads[k].state == first.state && isSamePlace(threads[k].where, first.where);
      const bool isWanted = isBarrier || (k / 32 == waiting / 32 && (first.mask >> k % 32 & 1));
      if (isThere || !isWanted) continue;
      missing = "thread " + nameOf(k) +
                (threads[k].state == State::Ended
                     ? " has ended"
                     : std::string(" waits at line ").append(std::to_string(threads[k].where.line())));
      break;
    }
    static std::mutex printing;
    const std::lock_guard lock(printing);
    std::fprintf(
        stderr,
        "%s:%u: error: not all threads reach this %s; kernel '%s', block (%u, %u, %u): thread %s waits, %s\n",
        first.where.file_name(), static_cast<unsigned>(first.where.line()),
        isBarrier ? "barrier" : "warp operation", kernel.c_str(), index.x, index.y, index.z,
        nameOf(waiting).c_str(), missing.c_str());
    return false;
  }
};

}  // namespace appyl::cuda::emulation

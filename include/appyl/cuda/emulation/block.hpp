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

/// Sixteen bytes hold any value that a warp operation exchanges. An address sanitizer has nothing to find in
/// the copies, which are what kernels do most.
struct Payload {
  alignas(16) std::uint64_t words[2];

  template <class T>
  [[gnu::no_sanitize_address]] static Payload of(const T& value) {
    static_assert(sizeof(T) <= sizeof(words));
    Payload payload;
    payload.words[0] = payload.words[1] = 0;
    std::memcpy(payload.words, &value, sizeof(T));
    return payload;
  }

  template <class T>
  [[gnu::no_sanitize_address]] T as() const {
    T value;
    std::memcpy(&value, words, sizeof(T));
    return value;
  }
};

class Block {
 public:
  /// `order[k]`: the linear number of the CUDA thread that runs as the k-th. The block runs `body` for each
  /// of them.
  Block(const char* kernel, dim3 grid, dim3 block, const std::vector<unsigned>& order,
        const std::function<void()>& body)
      : kernel(kernel), grid(grid), shape(block), order(order), body(body) {}

  /// Runs all CUDA threads of the block at `where`. false: some of them wait for others that never come; that
  /// was reported.
  bool run(uint3 where) {
    Block* const outer = std::exchange(current(), this);
    index = where;
    gridDim = grid, blockDim = shape, blockIdx = index;
    threads.assign(order.size(), Thread());
    next = ended = 0;
    bool good = true;
    while (next < order.size()) startMore();
    while (good && ended < order.size()) good = release() || stuck();
    for (std::unique_ptr<Fiber>& fiber : fibers) {
      fiber->abandon();  // where a thread waits for ever
      Fiber::idle().push_back(std::move(fiber));
    }
    fibers.clear();
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
    threads.data()[running].vote = predicate;
    wait(State::Barrier, 0, where);
    return votes;
  }

  /// Gives `mine` to the lanes of `mask`, and waits for theirs.
  [[gnu::no_sanitize_address]] void exchange(unsigned mask, const Payload& mine,
                                             const std::source_location& where) {
    threads.data()[running].mine = mine;
    wait(State::Warp, mask, where);
  }

  /// What a lane of the same warp gave last; null where there is no such CUDA thread in the mask.
  [[gnu::no_sanitize_address]] const Payload* given(unsigned lane) const {
    const Thread* const all = threads.data();
    const unsigned thread = running / 32 * 32 + lane;
    return thread < threads.size() && (all[running].mask >> lane & 1) ? &all[thread].published : nullptr;
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

  const char* kernel;
  dim3 grid, shape;
  uint3 index{};
  const std::vector<unsigned>& order;
  const std::function<void()>& body;
  std::vector<Thread> threads;  // by linear number
  std::vector<std::unique_ptr<Fiber>> fibers;
  std::size_t next = 0, ended = 0;  // in `order`; threads that have ended
  unsigned running = 0;
  int votes = 0;

  [[gnu::no_sanitize_address]] void makeRunning(unsigned thread) {
    running = thread;
    threadIdx = {thread % shape.x, thread / shape.x % shape.y, thread / shape.x / shape.y};
  }

  /// A stack on which fresh threads run until one of them waits.
  void startMore() {
    std::vector<std::unique_ptr<Fiber>>& idle = Fiber::idle();
    if (idle.empty()) idle.push_back(std::make_unique<Fiber>());
    Fiber* const here = idle.back().get();
    fibers.push_back(std::move(idle.back()));
    idle.pop_back();
    here->start([this, here] {
      while (next < order.size()) {
        const unsigned thread = order[next++];
        makeRunning(thread);
        threads[thread].fiber = here;
        body();
        threads[thread].state = State::Ended;
        ++ended;
      }
    });
  }

  [[gnu::no_sanitize_address]] void wait(State state, unsigned mask, const std::source_location& where) {
    const unsigned self = running;
    Thread& thread = threads.data()[self];
    thread.state = state;
    thread.mask = mask;
    thread.where = where;
    thread.fiber->suspend();
    makeRunning(self);
  }

  /// Resumes the threads whose wait is over. false: there are none.
  [[gnu::no_sanitize_address]] bool release() {
    Thread* const all = threads.data();
    const std::size_t count = threads.size();
    bool any = false;
    for (std::size_t warp = 0; warp < count; warp += 32)
      any |= releaseWarp(all + warp, std::min<std::size_t>(32, count - warp));
    if (!any && !releaseBarrier()) return false;
    const unsigned* const ordered = order.data();
    for (std::size_t k = 0; k < count; ++k) {
      Thread& thread = all[ordered[k]];
      if (thread.state != State::Ready) continue;
      makeRunning(ordered[k]);
      thread.fiber->resume();
    }
    return true;
  }

  /// The threads of one warp that have all come to the operation that they share.
  [[gnu::no_sanitize_address]] static bool releaseWarp(Thread* warp, std::size_t lanes) {
    bool any = false;
    for (std::size_t k = 0; k < lanes; ++k) {
      if (warp[k].state != State::Warp) continue;
      const unsigned mask = warp[k].mask;
      bool complete = mask >> k & 1;
      for (std::size_t other = 0; other < lanes; ++other)
        if (mask >> other & 1) complete &= warp[other].state == State::Warp && warp[other].mask == mask;
      if (!complete) continue;
      for (std::size_t other = 0; other < lanes; ++other)
        if (mask >> other & 1) {
          warp[other].state = State::Ready;
          warp[other].published = warp[other].mine;
        }
      any = true;
    }
    return any;
  }

  [[gnu::no_sanitize_address]] bool releaseBarrier() {
    Thread* const all = threads.data();
    const std::size_t count = threads.size();
    votes = 0;
    for (std::size_t k = 0; k < count; ++k) {
      if (all[k].state != State::Barrier || !isSamePlace(all[k].where, all[0].where)) return false;
      votes += all[k].vote;
    }
    for (std::size_t k = 0; k < count; ++k) all[k].state = State::Ready;
    return true;
  }

  static bool isSamePlace(const std::source_location& a, const std::source_location& b) {
    return a.line() == b.line() && a.column() == b.column() &&
           (a.file_name() == b.file_name() || std::strcmp(a.file_name(), b.file_name()) == 0);
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
        isBarrier ? "barrier" : "warp operation", kernel, index.x, index.y, index.z, nameOf(waiting).c_str(),
        missing.c_str());
    return false;
  }
};

}  // namespace appyl::cuda::emulation

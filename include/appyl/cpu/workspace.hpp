// Memory for packed panels. A thread keeps the memory that it got last until it ends, since the first touch of fresh
// pages would cost a product of 500 x 500 matrices a tenth of its time.
#pragma once

#include <cstddef>
#include <new>
#include <utility>

namespace appyl::cpu::detail {

/// Bytes that begin at a cache line, given back to the thread when the object ends. A second workspace of a thread,
/// as in a product that the tail of another one computes, gets memory of its own.
class workspace {
 public:
  explicit workspace(std::size_t bytes) : memory(std::exchange(kept(), buffer())) {
    if (memory.bytes < bytes) memory = buffer(bytes);
  }
  ~workspace() {
    if (kept().bytes < memory.bytes) kept() = std::move(memory);
  }
  workspace(const workspace&) = delete;
  workspace& operator=(const workspace&) = delete;

  void* data() const { return memory.data; }

 private:
  struct buffer {
    void* data = nullptr;
    std::size_t bytes = 0;

    buffer() = default;
    explicit buffer(std::size_t size) : data(::operator new(size, std::align_val_t(64))), bytes(size) {}
    buffer(buffer&& other) noexcept
        : data(std::exchange(other.data, nullptr)), bytes(std::exchange(other.bytes, 0)) {}
    buffer& operator=(buffer&& other) noexcept {
      std::swap(data, other.data);
      std::swap(bytes, other.bytes);
      return *this;
    }
    ~buffer() {
      if (data != nullptr) ::operator delete(data, std::align_val_t(64));
    }
  };

  static buffer& kept() {
    thread_local buffer last;
    return last;
  }

  buffer memory;
};

}  // namespace appyl::cpu::detail

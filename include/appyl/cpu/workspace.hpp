// Memory for packed panels. A thread keeps the memory that it got last until it ends, since the first touch
// of fresh pages would cost a product of 500 x 500 matrices a tenth of its time.
#pragma once

#include <cstddef>
#include <new>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace appyl::cpu::detail {

/// Bytes that begin at a page, given back to the thread when the object ends. A thread keeps two of them: the
/// inner one of two is that of a product of rows that were copied, or that the tail of another one computes.
class workspace {
 public:
  explicit workspace(std::size_t bytes) : memory(std::exchange(kept(depth()), buffer())) {
    if (memory.bytes < bytes) memory = buffer(bytes);
    ++depth();
  }
  ~workspace() {
    if (buffer& place = kept(--depth()); place.bytes < memory.bytes) place = std::move(memory);
  }
  workspace(const workspace&) = delete;
  workspace& operator=(const workspace&) = delete;

  void* data() const { return memory.data; }

 private:
  struct buffer {
    void* data = nullptr;
    std::size_t bytes = 0;

    buffer() = default;
    explicit buffer(std::size_t size)
        : data(::operator new(rounded(size), std::align_val_t(page))), bytes(rounded(size)) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
      if (bytes >= page) madvise(data, bytes, MADV_HUGEPAGE);  // advice only: it may fail
#endif
    }
    buffer(buffer&& other) noexcept
        : data(std::exchange(other.data, nullptr)), bytes(std::exchange(other.bytes, 0)) {}
    buffer& operator=(buffer&& other) noexcept {
      std::swap(data, other.data);
      std::swap(bytes, other.bytes);
      return *this;
    }
    ~buffer() {
      if (data != nullptr) ::operator delete(data, std::align_val_t(page));
    }

    /// A large page, where there are any: panels on them need few entries of the TLB. Measured: 3 to 5 % of
    /// the time of a product of 1000 x 1000 matrices.
    static constexpr std::size_t page = std::size_t{1} << 21;
    static constexpr std::size_t rounded(std::size_t size) {
      return size < page / 8 ? size : (size + page - 1) / page * page;
    }
  };

  static std::size_t& depth() {  // how many there are
    thread_local std::size_t number = 0;
    return number;
  }
  static buffer& kept(std::size_t number) {
    thread_local buffer last[2];
    return last[number % 2];
  }

  buffer memory;
};

}  // namespace appyl::cpu::detail

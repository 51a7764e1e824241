// The elements of a host's container on the device, for kernels that ask for its ends: `v.at(i)`, `v.back()`,
// `for (double x : v)`.
#pragma once

#include <appyl/cuda/launch.hpp>

#include <cstddef>

namespace appyl::cuda {

/// A pointer to elements of the device, and how many there are; the members are those of a std::span.
template <class T>
class span {
 public:
  __host__ __device__ span(T* first, std::size_t count) : first(first), count(count) {}
  template <class U>
  __host__ __device__ span(const span<U>& other) : first(other.begin()), count(other.size()) {}

  __device__ T& operator[](std::size_t i) const { return first[i]; }
  __device__ T* data() const { return first; }
  __device__ bool empty() const { return count == 0; }
  /// Beyond the end the kernel stops, where a container of the host's throws std::out_of_range.
  __device__ T& at(std::size_t i) const {
    if (i >= count) stop("at(): an index beyond the container's end");
    return first[i];
  }
  __device__ T& front() const { return first[0]; }
  __device__ T& back() const { return first[count - 1]; }
  __host__ __device__ T* begin() const { return first; }
  __device__ T* end() const { return first + count; }
  __host__ __device__ std::size_t size() const { return count; }
  __device__ const T* cbegin() const { return first; }
  __device__ const T* cend() const { return first + count; }

 private:
  T* first;
  std::size_t count;
};

}  // namespace appyl::cuda

// CUDA's words for functions and memory, and its vectors of indices, as plain C++.
#pragma once

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__ static
#define __forceinline__ inline
#define __launch_bounds__(...)
// A block runs on one CPU thread from beginning to end, so its shared memory is that thread's.
#define __shared__ static thread_local

struct uint3 {
  unsigned x, y, z;
};

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 value) : x(value.x), y(value.y), z(value.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};

// Of the CUDA thread that runs at the moment on this CPU thread.
inline constinit thread_local uint3 threadIdx{}, blockIdx{};
inline constinit thread_local dim3 blockDim{}, gridDim{};
inline constexpr int warpSize = 32;

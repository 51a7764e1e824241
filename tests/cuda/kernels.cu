// Kernels as translations have them, and their sequential selves: indices in three dimensions, shared memory
// and barriers, warp operations, atomics between blocks, reductions of the grid.
#include <appyl/cuda/cuda.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cuda = appyl::cuda;

static int failures = 0;

static void expect(bool holds, const char* what, long long size) {
  if (holds) return;
  ++failures;
  std::printf("not so for size %lld: %s\n", size, what);
}

/// Device memory with a copy of `values`.
template <class T>
struct OnDevice {
  T* data = nullptr;
  std::size_t count;

  explicit OnDevice(const std::vector<T>& values) : count(values.size()) {
    cuda::check(cudaMalloc(&data, count * sizeof(T)), "cudaMalloc", count * sizeof(T));
    cuda::check(cudaMemcpy(data, values.data(), count * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  OnDevice(const OnDevice&) = delete;
  ~OnDevice() { (void)cudaFree(data); }

  std::vector<T> values() const {
    std::vector<T> result(count);
    cuda::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    cuda::check(cudaMemcpy(result.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return result;
  }
};

static __global__ void saxpy(int n, float a, const float* x, float* y) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) y[i] = a * x[i] + y[i];
}

static void testElements(int n) {
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i % 17), y[i] = static_cast<float>(i % 5);
  const OnDevice<float> deviceX(x), deviceY(y);
  if (n > 0) cuda::launch(saxpy, dim3((n + 127) / 128), dim3(128), 0, n, 2, deviceX.data, deviceY.data);
  const std::vector<float> result = deviceY.values();
  bool same = true;
  for (int i = 0; i < n; ++i) same &= result[i] == 2 * x[i] + y[i];
  expect(same, "saxpy", n);
}

static __global__ void takePlaces(unsigned rows, unsigned* numbers, unsigned* order) {
  const uint3 place = cuda::grouped(blockIdx, gridDim, rows);
  const unsigned size = gridDim.x * gridDim.y, number = blockIdx.y * gridDim.x + blockIdx.x,
                 at = place.y * gridDim.x + place.x;
  atomicAdd(&numbers[place.z * size + at], number + 1);
  if (blockIdx.z == 0) order[number] = at;
}

/// Each place of the grid is some block's, and none is two blocks'; groups go column by column.
static void testGroups(unsigned columns, unsigned rows, unsigned layers, unsigned group) {
  const unsigned size = columns * rows;
  const OnDevice<unsigned> numbers(std::vector<unsigned>(size * layers)), order{std::vector<unsigned>(size)};
  cuda::launch(takePlaces, dim3(columns, rows, layers), dim3(1), 0, group, numbers.data, order.data);
  const std::vector<unsigned> found = numbers.values(), places = order.values();
  bool same = true;
  unsigned next = 0;
  for (unsigned first = 0; first < rows; first += group)
    for (unsigned column = 0; column < columns; ++column)
      for (unsigned row = first; row < first + group && row < rows; ++row, ++next) {
        same &= places[next] == row * columns + column;
        for (unsigned layer = 0; layer < layers; ++layer)
          same &= found[layer * size + row * columns + column] == next + 1;
      }
  expect(same, "groups of rows", size);
}

static __global__ void multiply(int n, const int* a, const int* b, int* c) {
  __shared__ int tileA[8][8], tileB[8][8];
  const int row = static_cast<int>(blockIdx.y * 8 + threadIdx.y),
            column = static_cast<int>(blockIdx.x * 8 + threadIdx.x);
  int sum = 0;
  for (int first = 0; first < n; first += 8) {
    const int k = first + static_cast<int>(threadIdx.x), l = first + static_cast<int>(threadIdx.y);
    tileA[threadIdx.y][threadIdx.x] = row < n && k < n ? a[row * n + k] : 0;
    tileB[threadIdx.y][threadIdx.x] = l < n && column < n ? b[l * n + column] : 0;
    __syncthreads();
    for (int j = 0; j < 8; ++j) sum += tileA[threadIdx.y][j] * tileB[j][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}

static void testTiles(int n) {
  std::vector<int> a(n * n), b(n * n);
  for (int i = 0; i < n * n; ++i) a[i] = i % 7, b[i] = i % 11;
  const OnDevice<int> deviceA(a), deviceB(b), deviceC(a);
  const unsigned blocks = static_cast<unsigned>(n + 7) / 8;
  cuda::launch(multiply, dim3(blocks, blocks), dim3(8, 8), 0, n, deviceA.data, deviceB.data, deviceC.data);
  const std::vector<int> result = deviceC.values();
  bool same = true;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      int sum = 0;
      for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
      same &= result[i * n + j] == sum;
    }
  expect(same, "a product in tiles of shared memory", n);
}

static __global__ void histogram(int n, const int* values, unsigned* bins) {
  unsigned* own = cuda::shared_memory<unsigned>();
  for (unsigned k = threadIdx.x; k < 16; k += blockDim.x) own[k] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < static_cast<unsigned>(n);
       i += gridDim.x * blockDim.x)
    atomicAdd(&own[values[i] % 16], 1u);
  __syncthreads();
  for (unsigned k = threadIdx.x; k < 16; k += blockDim.x) atomicAdd(&bins[k], own[k]);
}

static void testAtomics(int n) {
  std::vector<int> values(n);
  std::vector<unsigned> expected(16);
  for (int i = 0; i < n; ++i) values[i] = i * 7 % 31, ++expected[values[i] % 16];
  const OnDevice<int> deviceValues(values);
  const OnDevice<unsigned> bins(std::vector<unsigned>(16));
  cuda::launch(histogram, dim3(9), dim3(64), 16 * sizeof(unsigned), n, deviceValues.data, bins.data);
  expect(bins.values() == expected, "a histogram by atomics in shared and global memory", n);
}

static __global__ void votes(int* out) {
  const unsigned lane = threadIdx.x % 32;
  const bool isLow = lane < 5;
  const unsigned low = __ballot_sync(0xffffffffu, isLow);
  const int any = __any_sync(0xffffffffu, lane == 31), all = __all_sync(0xffffffffu, lane < 31);
  int part = 0;
  if (isLow) part = __shfl_sync(0x1fu, static_cast<int>(lane), 3);  // only some lanes
  const int up = __shfl_up_sync(0xffffffffu, static_cast<int>(lane), 2),
            other = __shfl_xor_sync(0xffffffffu, static_cast<int>(lane), 1);
  const int count = __syncthreads_count(threadIdx.x % 3 == 0);
  out[threadIdx.x] =
      static_cast<int>(low) + 100 * any + 200 * all + 1000 * part + 10000 * up + 1000000 * other + count;
}

static void testVotes() {
  const OnDevice<int> out(std::vector<int>(96));
  cuda::launch(votes, dim3(1), dim3(96), 0, out.data);
  const std::vector<int> result = out.values();
  bool same = true;
  for (int k = 0; k < 96; ++k) {
    const int lane = k % 32;
    same &= result[k] == 31 + 100 + (lane < 5 ? 3000 : 0) + 10000 * (lane < 2 ? lane : lane - 2) +
                             1000000 * (lane ^ 1) + 32;
  }
  expect(same, "votes and shuffles", 96);
}

template <class Op, class T>
static __global__ void reduceAll(long long n, const T* x, cuda::partials<T> out) {
  const Op op;
  T own = Op::template identity<T>();
  for (long long i = blockIdx.x * static_cast<long long>(cuda::threads_per_block()) + cuda::thread_number();
       i < n; i += static_cast<long long>(gridDim.x) * cuda::threads_per_block())
    own = op(own, x[i]);
  cuda::grid_reduce(op, own, out);
}

template <class Op, class T>
static void testReduction(int n, dim3 block, const char* what) {
  std::vector<T> x(n);
  for (int i = 0; i < n; ++i) x[i] = static_cast<T>(1 + i * 37 % 101 % 3 + (i % 1000 == 7));
  T expected = Op::template identity<T>();
  for (int run = 0; run < 2; ++run)
    for (int i = 0; i < n; ++i) expected = Op()(expected, x[i]);
  const OnDevice<T> deviceX(x), values(std::vector<T>(7)), result({Op::template identity<T>()});
  const OnDevice<unsigned> finished(std::vector<unsigned>(1));
  for (int run = 0; run < 2; ++run)  // the counter is ready for the next launch
    cuda::launch(reduceAll<Op, T>, dim3(7), block, 0, n, deviceX.data,
                 cuda::partials<T>{values.data, finished.data, result.data});
  expect(result.values()[0] == expected, what, n);
}

template <class T>
static void testReductions(int n, const std::vector<dim3>& blocks) {
  for (const dim3 block : blocks) {
    testReduction<cuda::sum, T>(n, block, "a sum");
    testReduction<cuda::minimum, T>(n, block, "a minimum");
    testReduction<cuda::maximum, T>(n, block, "a maximum");
    testReduction<cuda::logical_and, T>(n, block, "a conjunction");
    testReduction<cuda::logical_or, T>(n, block, "a disjunction");
  }
}

static void testBits(int n) {
  testReduction<cuda::bit_and, unsigned>(n, dim3(64), "bits by and");
  testReduction<cuda::bit_or, unsigned>(n, dim3(64), "bits by or");
  testReduction<cuda::bit_xor, long long>(n, dim3(64), "bits by xor");
  testReduction<cuda::product, unsigned>(n, dim3(96), "a product");
}

int main() {
  for (int n : {0, 1, 31, 32, 33, 127, 128, 129, 1000, 10003}) {
    testElements(n);
    testAtomics(n);
    testReductions<int>(n, {dim3(1), dim3(31), dim3(32), dim3(33), dim3(100), dim3(8, 4, 4)});
    testBits(n);
  }
  for (int n : {1, 1000}) {
    testReductions<unsigned long long>(n, {dim3(1024)});
    testReductions<double>(n, {dim3(70)});
    testReductions<float>(n, {dim3(128)});
    testReductions<short>(n, {dim3(64)});
  }
  for (int n : {1, 7, 8, 9, 30}) testTiles(n);
  for (unsigned rows : {1u, 2u, 3u, 7u, 8u, 9u, 17u})
    for (unsigned columns : {1u, 3u, 16u})
      for (unsigned group : {1u, 3u, 4u, 8u}) testGroups(columns, rows, 2, group);
  testVotes();
  try {
    cuda::launch(saxpy, dim3(1), dim3(2000), 0, 0, 0, nullptr, nullptr);
    expect(false, "2000 threads are too many for a block", 2000);
  } catch (const cuda::error& error) {
    expect(error.code() == cudaErrorInvalidConfiguration, "the error of a launch has its code", 2000);
  }
#ifdef APPYL_CUDA_EMULATED
  expect(cuda::emulation::bytesInUse() == 0, "device memory is given back", 0);
#endif
  if (failures == 0) std::printf("all kernels agree with their sequential selves\n");
  return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}

// The device copies of arrays: sections, overlaps, regions across loops, pointers that are swapped, what the
// host reads and writes in between, and what is left after an error.
#include <appyl/cuda/cuda.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace cuda = appyl::cuda;

static int failures = 0;

static void expect(bool holds, const char* what) {
  if (holds) return;
  ++failures;
  std::printf("not so: %s\n", what);
}

/// to[k] = from[k] + 1 for first <= k < last.
static __global__ void add(int first, int last, const int* from, int* to) {
  const int k = first + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (k < last) to[k] = from[k] + 1;
}

/// The loop `for (k = first; k < last; ++k) to[k] = from[k] + 1` as a translation has it.
static void addOne(int first, int last, const int* from, int* to) {
  cuda::loop loop("data.cpp", 7, "add");
  loop.in(from, first, last);
  loop.out(to, first, last);
  if (first < last)
    cuda::launch(add, dim3((last - first + 63) / 64), dim3(64), 0, first, last, loop.at(from), loop.at(to));
  loop.finish();
}

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

static bool is(const std::vector<int>& values, int first, int last, int more) {
  for (int k = first; k < last; ++k)
    if (values[k] != k + more) return false;
  return true;
}

static void testSections() {
  std::vector<int> a = numbers(100), b(100, -1);
  addOne(20, 70, a.data(), b.data());
  expect(is(b, 20, 70, 1), "a section is computed");
  expect(std::count(b.begin(), b.end(), -1) == 50, "what is outside a section stays");
  addOne(20, 70, a.data(), a.data());
  expect(is(a, 20, 70, 1) && is(a, 0, 20, 0) && is(a, 70, 100, 0), "one array under two names has one copy");
  addOne(5, 5, a.data(), b.data());
  cuda::loop loop("data.cpp", 8, "add");
  loop.out(a.data(), 20, 70);  // written by this name, read by the other
  loop.in(a.data(), 20, 70);
  cuda::launch(add, dim3(1), dim3(64), 0, 20, 70, loop.at(a.data()), loop.at(a.data()));
  loop.finish();
  expect(is(a, 20, 70, 2), "an array that is written under one name and read under another is copied in");
  std::vector<int> c = numbers(100);
  addOne(0, 40, c.data() + 60, c.data());
  bool same = true;
  for (int k = 0; k < 40; ++k) same &= c[k] == k + 61;
  expect(same && is(c, 40, 100, 0), "two parts of one array");
}

static void testRegion() {
  std::vector<int> a = numbers(100), b(100, -1);
  {
    cuda::data region("data.cpp", 3);
    region.hold(a.data(), 0, 100);
    region.hold(b.data(), 0, 100);
    int *from = a.data(), *to = b.data();
    for (int step = 0; step < 5; ++step) {
      addOne(0, 100, from, to);
      std::swap(from, to);
    }
    expect(is(a, 0, 100, 0) && b[7] == -1, "inside a region nothing is copied back");
    cuda::Present::table().sync_host(cuda::elements(b.data(), 0, 100));
    expect(is(b, 0, 100, 5) && is(a, 0, 100, 0), "what the host is about to read is copied");
    b[50] = 1000;
    cuda::Present::table().sync_device(cuda::elements(b.data(), 50, 51));
    addOne(50, 51, b.data(), a.data());
    region.end();
  }
  expect(b[50] == 1000 && a[50] == 1001, "what the host wrote inside a region reaches the device");
  a[50] = 54;
  expect(is(a, 0, 100, 4), "a region copies back what the device changed");
}

static void testGrowth() {
  std::vector<int> a = numbers(100), b(100, -1);
  cuda::data outer("data.cpp", 3);
  outer.hold(a.data(), 0, 50);
  addOne(10, 20, a.data(), a.data());
  {
    cuda::data inner("data.cpp", 4);
    inner.hold(a.data(), 40, 100);  // grows the copy that outer holds
    addOne(30, 80, a.data(), a.data());
    inner.end();
  }
  expect(is(a, 0, 100, 0), "the outer region goes on holding the copy");
  outer.end();
  expect(is(a, 10, 20, 1) && is(a, 30, 80, 1) && is(a, 20, 30, 0) && is(a, 80, 100, 0),
         "parts grow together");
}

static void testDeviceMemory() {
  int* device = nullptr;
  cuda::check(cudaMalloc(&device, 100 * sizeof(int)), "cudaMalloc");
  std::vector<int> a = numbers(100), b(100);
  addOne(0, 100, a.data(), device);
  addOne(0, 100, device, b.data());
  cuda::check(cudaFree(device), "cudaFree");
  expect(is(b, 0, 100, 2), "device memory is used in place");
}

/// Where does `to[k] = x[index[k]]` of n elements look? Returns how often the indices were read.
static int find(int n, const int* index, const int* x, long long& first, long long& last) {
  int reads = 0;
  cuda::index_range range(x);
  cuda::inspect({&range}, std::tuple(index), std::tuple(n), [&] {
    ++reads;
    for (int k = 0; k < n; ++k) range.add(index[k]);
  });
  first = range.first(), last = range.last();
  return reads;
}

static void testInspection() {
  std::vector<int> index = numbers(50), other = numbers(50), x(200);
  long long first = 0, last = 0;
  expect(find(50, index.data(), x.data(), first, last) == 1 && first == 0 && last == 50, "a range is found");
  expect(find(50, index.data(), x.data(), first, last) == 1, "outside of regions each launch looks for it");
  cuda::region region("data.cpp", 3);
  addOne(0, 50, index.data(), other.data());  // the region has the indices
  expect(find(50, index.data(), x.data(), first, last) == 1, "the first launch of a region looks for it");
  expect(find(50, index.data(), x.data(), first, last) == 0 && first == 0 && last == 50,
         "the next one knows it");
  expect(find(20, index.data(), x.data(), first, last) == 1 && last == 20, "of fewer iterations another one");
  expect(find(50, other.data(), x.data(), first, last) == 1 && first == 1 && last == 51,
         "other indices are those that a kernel has written");
  addOne(10, 30, other.data(), index.data());  // index[k] == k + 2 for these
  expect(find(20, index.data(), x.data(), first, last) == 1 && last == 22, "new indices have another range");
  expect(find(50, other.data(), x.data(), first, last) == 0 && last == 51, "what no kernel wrote is known");
  {
    cuda::host_turn turn("data.cpp", 8);
    index[3] = 99;
    turn.end();
  }
  expect(find(50, index.data(), x.data(), first, last) == 1 && last == 100,
         "the host has written in a kernel's place");
  {
    cuda::data held("data.cpp", 9);
    held.hold(x.data(), 0, 200);
    expect(find(50, index.data(), x.data(), first, last) == 0 && last == 200, "a clause says it");
  }
  region.end();
}

static void testErrors() {
  std::vector<int> a = numbers(100), b(100, -1);
  try {
    cuda::data region("data.cpp", 3);
    region.hold(a.data(), 0, 100);
    cuda::loop loop("data.cpp", 7, "add");
    loop.in(a.data(), 0, 100);
    loop.inout(b.data(), 0, 100);
    cuda::launch(add, dim3(1), dim3(5000), 0, 0, 100, loop.at(a.data()), loop.at(b.data()));
    expect(false, "a launch that cannot be throws");
  } catch (const cuda::error& error) {
    expect(std::string(error.what()).substr(0, 14) == "data.cpp:7: la",
           "an error names the place of the loop");
  }
  expect(std::count(b.begin(), b.end(), -1) == 100, "after an error nothing is copied back");
  addOne(0, 100, a.data(), b.data());
  expect(is(b, 0, 100, 1), "after an error the next loop runs");
}

int main() {
  testSections();
  testRegion();
  testGrowth();
  testDeviceMemory();
  testInspection();
  testErrors();
#ifdef APPYL_CUDA_EMULATED
  expect(cuda::emulation::bytesInUse() == 0, "no device memory is left");
#endif
  if (failures == 0) std::printf("all copies are as they should be\n");
  return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}

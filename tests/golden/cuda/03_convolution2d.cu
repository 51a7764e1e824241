// A 5 x 5 filter over an image, as in image processing and in neural networks. Only those pixels are computed
// whose whole neighbourhood lies inside the image, so the result is smaller than the image by four rows and
// four columns. Two nested `parallel` loops make a two-dimensional grid of independent programs; `block`
// gives each of them a rectangle of pixels, whose rows and columns of the image are then reused from the
// cache.
//
// run: --check 0 0
// run: --check 1 1
// run: --check 1 7
// run: --check 4 9
// run: --check 5 5
// run: --check 31 65
// run: --check 129 127
// run: --check 128 260
// run: --check 37 645
#include <appyl/cuda/cuda.hpp>
#include "sample.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

constexpr int width = 5;  // of the filter
[[maybe_unused]] constexpr int rowsPerBlock = 16;

struct Image {
  int rows, columns;
  std::vector<float> pixels;
};

using Filter = std::array<std::array<float, width>, width>;

Image emptyResult(const Image& image) {
  const int rows = std::max(image.rows - width + 1, 0), columns = std::max(image.columns - width + 1, 0);
  return {rows, columns, std::vector<float>(static_cast<std::size_t>(rows) * columns)};
}

// convolve_kernel0: a grid of ceildiv(result.rows, 16) x ceildiv(result.columns, 320)
//   programs, blocks of rowsPerBlock of i and 2 * width * 32 of j.
// Reads filter (1 x 1), image.pixels (16 x 320); writes result.pixels (16 x 320).
// Proved independent.
// Each block has 32 x 4 threads, x along j, y along i; each takes 8 iterations of i at a
//   time.
static __global__ void convolve_kernel0(int result_rows, int result_columns, const Filter filter,
                                        const float* __restrict__ in, std::size_t inPitch,
                                        float* __restrict__ out, std::size_t outPitch) {
  for (long long i_at = 8 * ::appyl::cuda::thread_y(); i_at < result_rows;
       i_at += 8 * ::appyl::cuda::threads_y())
    for (long long j_at = ::appyl::cuda::thread_x(); j_at < result_columns;
         j_at += ::appyl::cuda::threads_x())
      ::appyl::cuda::several<8>(static_cast<int>(i_at), result_rows, [&](int i) {
        const int j = static_cast<int>(j_at);
        float sum = 0;
        for (int di = 0; di < width; ++di)
          for (int dj = 0; dj < width; ++dj) sum += filter[di][dj] * in[(i + di) * inPitch + j + dj];
        out[i * outPitch + j] = sum;
      });
}

void convolve(const Image& image, const Filter& filter, Image& result) {
  const float* in = image.pixels.data();
  float* out = result.pixels.data();
  const std::size_t inPitch = image.columns, outPitch = result.columns;
  if (0 < result.rows && 0 < result.columns) {
    ::appyl::cuda::loop device("03_convolution2d.cpp", 44, "convolve_kernel0");
    device.in(image.pixels.data(), 0, 3LL * inPitch + 1LL * inPitch * result.rows + result.columns + 4);
    device.inout(result.pixels.data(), 0, 1LL * outPitch * result.rows + result.columns - outPitch);
    const dim3 grid_(::appyl::cuda::blocks(result.columns, 32),
                     ::appyl::cuda::blocks(result.rows, 32, 65535));
    ::appyl::cuda::launch(convolve_kernel0, grid_, dim3(32, 4), 0, result.rows, result.columns, filter,
                          device.at(in, image.pixels.data()), inPitch, device.at(out, result.pixels.data()),
                          outPitch);
    device.finish();
  }
}

void convolveSequential(const Image& image, const Filter& filter, Image& result) {
  const float* in = image.pixels.data();
  float* out = result.pixels.data();
  const std::size_t inPitch = image.columns, outPitch = result.columns;
  for (int i = 0; i < result.rows; ++i)
    for (int j = 0; j < result.columns; ++j) {
      float sum = 0;
      for (int di = 0; di < width; ++di)
        for (int dj = 0; dj < width; ++dj) sum += filter[di][dj] * in[(i + di) * inPitch + j + dj];
      out[i * outPitch + j] = sum;
    }
}

// A Gaussian bell, normalised so that a grey image stays grey.
Filter gaussian(float sigma) {
  Filter filter{};
  float total = 0;
  for (int i = 0; i < width; ++i)
    for (int j = 0; j < width; ++j) {
      const float y = static_cast<float>(i - width / 2), x = static_cast<float>(j - width / 2);
      filter[i][j] = std::exp(-(x * x + y * y) / (2 * sigma * sigma));
      total += filter[i][j];
    }
  for (auto& row : filter)
    for (float& weight : row) weight /= total;
  return filter;
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"rows", 3000}, {"columns", 4000}});
  const int rows = static_cast<int>(program.size(0)), columns = static_cast<int>(program.size(1));

  sample::Random random;
  const Image image{rows, columns, random.vector<float>(static_cast<std::size_t>(rows) * columns)};
  const Filter filter = gaussian(1.2f);
  Image expected = emptyResult(image), actual = emptyResult(image);

  program.kernel(
      "convolution2d", [&] { convolveSequential(image, filter, expected); },
      [&] { convolve(image, filter, actual); }, [&] { return sample::same(expected.pixels, actual.pixels); });
  return program.status();
}

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
#include <appyl/interpret/interpret.hpp>
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

void convolve(const Image& image, const Filter& filter, Image& result) {
  const float* in = image.pixels.data();
  float* out = result.pixels.data();
  const std::size_t inPitch = image.columns, outPitch = result.columns;
  // convolve_kernel0: a grid of ceildiv(result.rows, 16) x ceildiv(result.columns, 320)
  //   programs, blocks of rowsPerBlock of i and 2 * width * 32 of j.
  // Reads filter (1 x 1), image.pixels (16 x 320); writes result.pixels (16 x 320).
  // Proved independent.
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long i_count = 0 < result.rows ? static_cast<unsigned long long>(result.rows) : 0;
    const unsigned long long j_count =
        0 < result.columns ? static_cast<unsigned long long>(result.columns) : 0;
    check_::Programs programs_({"03_convolution2d.cpp", "convolve_kernel0"},
                               {{"i", i_count, rowsPerBlock}, {"j", j_count, 2 * width * 32}});
    while (programs_.next()) {
      const int i = programs_.value<int>(0);
      const int j = programs_.value<int>(1);
      float sum = 0;
      {
        check_::SequentialLoop di_loop("di");
        for (int di = 0; di < width; ++di) {
          di_loop.begin(di);
          {
            check_::SequentialLoop dj_loop("dj");
            for (int dj = 0; dj < width; ++dj) {
              dj_loop.begin(dj);
              sum += check_::read({49, 51, "filter"}, filter, di, dj) *
                     check_::read({49, 68, "in"}, in, (i + di) * inPitch + j + dj);
            }
          }
        }
      }
      check_::write({50, 7, "out"}, out, i * outPitch + j) = sum;
    }
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

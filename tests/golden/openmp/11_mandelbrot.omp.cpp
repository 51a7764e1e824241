// The Mandelbrot set: how many steps does a point of the plane take to escape? The number differs from pixel
// to pixel, so the inner loop ends by a `break`, or is a `while`: a parallel loop may hold any control flow
// that stays inside of one iteration. The first picture calls a lambda, the second one is smoothly shaded and
// uses std::complex.
//
// run: --check 0 0 10
// run: --check 1 1 10
// run: --check 1 7 50
// run: --check 31 65 60
// run: --check 129 127 20
#include "sample.hpp"

#include <cmath>
#include <complex>
#include <cstddef>
#include <vector>

// The part of the plane that a picture shows.
constexpr double left = -2.2, right = 0.8, bottom = -1.2, top = 1.2;

void escapeTimes(int height, int width, int limit, int* picture) {
  const double dx = (right - left) / width, dy = (top - bottom) / height;
  const auto escapeTime = [limit](double cx, double cy) {
    double x = 0, y = 0;
    int steps = 0;
    for (; steps < limit; ++steps) {
      const double xx = x * x, yy = y * y;
      if (xx + yy > 4) break;
      y = 2 * x * y + cy;
      x = xx - yy + cx;
    }
    return steps;
  };
  // escapeTimes_kernel0: a grid of height x ceildiv(width, 64) programs, blocks of 64 of
  //   column.
  // Writes picture (1 x 64).
  // Proved independent.
  #pragma omp parallel for schedule(dynamic, height / 4096 + 16) firstprivate(width)
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column)
      picture[static_cast<std::size_t>(row) * width + column] =
          escapeTime(left + (column + 0.5) * dx, bottom + (row + 0.5) * dy);
}

void shade(int height, int width, int limit, std::vector<float>& picture) {
  const double dx = (right - left) / width, dy = (top - bottom) / height;
  // shade_kernel0: a grid of height programs, one for each row.
  // Writes picture (1 x 1).
  // Proved independent.
  #pragma omp parallel for schedule(dynamic, height / 4096 + 16)
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const std::complex<double> c(left + (column + 0.5) * dx, bottom + (row + 0.5) * dy);
      std::complex<double> z = 0;
      int steps = 0;
      while (steps < limit && std::norm(z) < 100) {
        z = std::complex<double>(z.real() * z.real() - z.imag() * z.imag(), 2 * z.real() * z.imag()) + c;
        ++steps;
      }
      float shade = 0;
      if (steps < limit) shade = static_cast<float>(steps + 1 - std::log2(std::log(std::norm(z))));
      picture[static_cast<std::size_t>(row) * width + column] = shade;
    }
}

void escapeTimesSequential(int height, int width, int limit, int* picture) {
  const double dx = (right - left) / width, dy = (top - bottom) / height;
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const double cx = left + (column + 0.5) * dx, cy = bottom + (row + 0.5) * dy;
      double x = 0, y = 0;
      int steps = 0;
      for (; steps < limit; ++steps) {
        const double xx = x * x, yy = y * y;
        if (xx + yy > 4) break;
        y = 2 * x * y + cy;
        x = xx - yy + cx;
      }
      picture[static_cast<std::size_t>(row) * width + column] = steps;
    }
}

void shadeSequential(int height, int width, int limit, std::vector<float>& picture) {
  const double dx = (right - left) / width, dy = (top - bottom) / height;
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const std::complex<double> c(left + (column + 0.5) * dx, bottom + (row + 0.5) * dy);
      std::complex<double> z = 0;
      int steps = 0;
      while (steps < limit && std::norm(z) < 100) {
        z = std::complex<double>(z.real() * z.real() - z.imag() * z.imag(), 2 * z.real() * z.imag()) + c;
        ++steps;
      }
      float shade = 0;
      if (steps < limit) shade = static_cast<float>(steps + 1 - std::log2(std::log(std::norm(z))));
      picture[static_cast<std::size_t>(row) * width + column] = shade;
    }
}

// Near the border of the set the last bit of a point decides its fate, and fused multiplications may flip
// that bit in one version: a few pixels of a large picture may differ.
template <class T>
sample::Result samePicture(const std::vector<T>& expected, const std::vector<T>& actual) {
  std::size_t different = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) different += std::abs(expected[i] - actual[i]) > T(0.01);
  return {different <= expected.size() / 2000, false, {sample::checksum(std::span<const T>(actual))}};
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"height", 600}, {"width", 750}, {"limit", 300}});
  const int height = static_cast<int>(program.size(0)), width = static_cast<int>(program.size(1));
  const int limit = static_cast<int>(program.size(2));
  const auto pixels = static_cast<std::size_t>(height) * width;

  std::vector<int> expected(pixels), actual(pixels);
  program.kernel(
      "escape-times", [&] { escapeTimesSequential(height, width, limit, expected.data()); },
      [&] { escapeTimes(height, width, limit, actual.data()); },
      [&] { return samePicture(expected, actual); });

  std::vector<float> expectedShades(pixels), shades(pixels);
  program.kernel(
      "shades", [&] { shadeSequential(height, width, limit, expectedShades); },
      [&] { shade(height, width, limit, shades); }, [&] { return samePicture(expectedShades, shades); });
  return program.status();
}

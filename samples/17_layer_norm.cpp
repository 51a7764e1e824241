// Layer normalisation and softmax of every row, on tiles: a program keeps its row while it finds out the
// mean, the variance, the sum. The width is a template parameter, so that a GPU keeps the row on the chip.
//
// flags: -Iinclude
// run: --check 0
// run: --check 1
// run: --check 100
// run: --check 127
#include <appyl/appyl.hpp>

#include "sample.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace appyl;

template <int width, class Real>
void layerNorm(view<const Real, 2> x, view<const Real> gain, view<const Real> bias, view<Real, 2> y) {
#pragma parallel
  for (int i = 0; i < x.extent(0); ++i) {
    const tile<Real> row = x(i, slice(width));
    const Real mean = sum(row) / width;
    const tile<Real> centred = row - mean;
    const Real scale = rsqrt(sum(centred * centred) / width + Real(1e-5));
    y(i, slice(width)) = centred * scale * gain(slice(width)) + bias(slice(width));
  }
}

// Several rows in one program.
template <int width, class Real>
void softmax(view<const Real, 2> x, view<Real, 2> y) {
  constexpr int B = 8;
#pragma parallel
  for (int i = 0; i < x.extent(0); i += B) {
    const tile<Real, 2> rows = x(slice(i, B), slice(width));
    const tile<Real, 2> powers = exp(rows - reshape(max(rows, 1), B, 1));
    y(slice(i, B), slice(width)) = powers / reshape(sum(powers, 1), B, 1);
  }
}

template <class Real>
void layerNormSequential(const Real* x, const Real* gain, const Real* bias, Real* y, int rows, int width) {
  for (int i = 0; i < rows; ++i, x += width, y += width) {
    Real mean = 0, variance = 0;
    for (int j = 0; j < width; ++j) mean += x[j];
    mean /= width;
    for (int j = 0; j < width; ++j) variance += (x[j] - mean) * (x[j] - mean);
    const Real scale = 1 / std::sqrt(variance / width + Real(1e-5));
    for (int j = 0; j < width; ++j) y[j] = (x[j] - mean) * scale * gain[j] + bias[j];
  }
}

template <class Real>
void softmaxSequential(const Real* x, Real* y, int rows, int width) {
  for (int i = 0; i < rows; ++i, x += width, y += width) {
    const Real largest = *std::max_element(x, x + width);
    Real total = 0;
    for (int j = 0; j < width; ++j) total += y[j] = std::exp(x[j] - largest);
    for (int j = 0; j < width; ++j) y[j] /= total;
  }
}

template <class Real>
void compare(sample::Program& program, const char* norm, const char* soft) {
  constexpr int width = 256;
  const int rows = static_cast<int>(program.size(0));
  const auto size = static_cast<std::size_t>(rows) * width;
  sample::Random random;
  const std::vector<Real> x = random.vector<Real>(size, -2, 2), gain = random.vector<Real>(width),
                          bias = random.vector<Real>(width);
  std::vector<Real> expected(size), actual(size);
  program.kernel(
      norm, [&] { layerNormSequential(x.data(), gain.data(), bias.data(), expected.data(), rows, width); },
      [&] {
        layerNorm<width, Real>(view<const Real, 2>(x, rows, width), gain, bias,
                               view<Real, 2>(actual, rows, width));
      },
      [&] { return sample::reduced(expected, actual, width); });
  program.kernel(
      soft, [&] { softmaxSequential(x.data(), expected.data(), rows, width); },
      [&] { softmax<width, Real>(view<const Real, 2>(x, rows, width), view<Real, 2>(actual, rows, width)); },
      [&] { return sample::reduced(expected, actual, width); });
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"rows", 20'000}});
  compare<float>(program, "norm-float", "softmax-float");
  compare<double>(program, "norm-double", "softmax-double");
  return program.status();
}

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
  if (width <= x.extent(1) && width <= y.extent(1) && width <= gain.extent(0) &&
      width <= bias.extent(0)) {
    // layerNorm_kernel0: a grid of x.extent(0) programs, one for each i.
    // Reads x (1 x width), gain (width), bias (width); writes y (1 x width); reduces total2 by
    //   +, total3 by +.
    // Proved independent.
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < x.extent(0); ++i) {
      std::decay_t<decltype(x(0, 0) + x(0, 0))> total2 = 0;
      if (x.stride(1) == 1) {
        auto* const x_row = x.data() + i * x.stride(0);
        #pragma omp simd reduction(+:total2)
        for (int lane = 0; lane < width; ++lane) total2 += x_row[lane];
      } else {
        for (int lane = 0; lane < width; ++lane) total2 += x(i, lane);
      }
      const Real mean = total2 / width;
      Real centred[width];
      #pragma omp simd
      for (int lane = 0; lane < width; ++lane) centred[lane] = x(i, lane) - mean;
      std::decay_t<decltype((centred[0] * centred[0]) + (centred[0] * centred[0]))> total3 = 0;
      #pragma omp simd reduction(+:total3)
      for (int lane = 0; lane < width; ++lane) total3 += centred[lane] * centred[lane];
      const Real scale = 1 / std::sqrt(total3 / width + Real(1e-5));
      #pragma omp simd
      for (int lane = 0; lane < width; ++lane) y(i, lane) = centred[lane] * scale * gain(lane) + bias(lane);
    }
  } else {  // slices that end elsewhere
    for (int i = 0; i < x.extent(0); ++i) {
      const tile<Real> row = x(i, slice(width));
      const Real mean = sum(row) / width;
      const tile<Real> centred = row - mean;
      const Real scale = rsqrt(sum(centred * centred) / width + Real(1e-5));
      y(i, slice(width)) = centred * scale * gain(slice(width)) + bias(slice(width));
    }
  }
}

// Several rows in one program.
template <int width, class Real>
void softmax(view<const Real, 2> x, view<Real, 2> y) {
  constexpr int B = 8;
  if (width <= x.extent(1) && x.extent(0) <= y.extent(0) && width <= y.extent(1)) {
    // softmax_kernel0: a grid of ceildiv(x.extent(0), 8) programs, blocks of B of i.
    // Reads x (8 x width); writes y (8 x width); reduces greatest by max, total2 by +.
    // Proved independent.
    {
      const long long i_bound = x.extent(0);
      #pragma omp parallel for schedule(static)
      for (long long i_block = 0; i_block < i_bound; i_block += B) {
        const long long i_end = i_block + B < i_bound ? i_block + B : i_bound;
        for (long long i = i_block; i < i_end; ++i) {
          Real powers[width];
          std::decay_t<decltype(x(0, 0))> greatest =
              ::appyl::detail::least<std::decay_t<decltype(x(0, 0))>>();
          for (int lane = 0; lane < width; ++lane)
            if (greatest < x(i, lane)) greatest = x(i, lane);
          for (int lane = 0; lane < width; ++lane) powers[lane] = std::exp(x(i, lane) - greatest);
          std::decay_t<decltype(powers[0] + powers[0])> total2 = 0;
          #pragma omp simd reduction(+:total2)
          for (int lane = 0; lane < width; ++lane) total2 += powers[lane];
          #pragma omp simd
          for (int lane = 0; lane < width; ++lane) y(i, lane) = powers[lane] / total2;
        }
      }
    }
  } else {  // slices that end elsewhere
    for (int i = 0; i < x.extent(0); i += B) {
      const tile<Real, 2> rows = x(slice(i, B), slice(width));
      const tile<Real, 2> powers = exp(rows - reshape(max(rows, 1), B, 1));
      y(slice(i, B), slice(width)) = powers / reshape(sum(powers, 1), B, 1);
    }
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

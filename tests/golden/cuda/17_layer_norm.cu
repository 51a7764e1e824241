// Layer normalisation and softmax of every row, on tiles: a program keeps its row while it finds out the
// mean, the variance, the sum. The width is a template parameter, so that a GPU keeps the row on the chip.
//
// flags: -Iinclude
// run: --check 0
// run: --check 1
// run: --check 100
// run: --check 127
#include <appyl/cuda/cuda.hpp>
#include <appyl/appyl.hpp>

#include "sample.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace appyl;

// layerNorm_kernel0: a grid of x.extent(0) programs, one for each i.
// Reads x (1 x width), gain (width), bias (width); writes y (1 x width); reduces total2 by
//   +, total3 by +.
// Proved independent.
// Each program is run by a block of 128 threads, which share the iterations of lane,
//   lane.2, lane.3, lane.4, lane.5; row, centred in their registers.
template <int width, class Real>
static __global__ void layerNorm_kernel0(view<const Real, 2> x, view<Real, 2> y, view<const Real> gain,
                                         view<const Real> bias, unsigned long long i_count,
                                         unsigned long long i_first) {
  for (unsigned long long i_number_ = blockIdx.x; i_number_ < i_count; i_number_ += gridDim.x) {
    const int i = static_cast<int>(i_first + i_number_);
    Real row[(width + 127) / 128] = {};
    APPYL_UNROLL
    for (int lane_own = 0; lane_own < (width + 127) / 128; ++lane_own) {
      const int lane = static_cast<int>(::appyl::cuda::thread_number() + lane_own * 128);
      if (lane >= width) break;
      row[lane_own] = x(i, lane);
    }
    std::decay_t<decltype(row[0] + row[0])> total2 = 0;
    std::decay_t<decltype(row[0] + row[0])> total2_own =
        ::appyl::cuda::sum::template identity<std::decay_t<decltype(row[0] + row[0])>>();
    APPYL_UNROLL
    for (int lane_own = 0; lane_own < (width + 127) / 128; ++lane_own) {
      const int lane = static_cast<int>(::appyl::cuda::thread_number() + lane_own * 128);
      if (lane >= width) break;
      total2_own += row[lane_own];
    }
    total2 =
        ::appyl::cuda::sum()(total2, ::appyl::cuda::block_reduce_for_all(::appyl::cuda::sum(), total2_own));

    const Real mean = total2 / width;
    Real centred[(width + 127) / 128] = {};
    APPYL_UNROLL
    for (int lane_own = 0; lane_own < (width + 127) / 128; ++lane_own) {
      const int lane = static_cast<int>(::appyl::cuda::thread_number() + lane_own * 128);
      if (lane >= width) break;
      centred[lane_own] = row[lane_own] - mean;
    }
    std::decay_t<decltype((centred[0] * centred[0]) + (centred[0] * centred[0]))> total3 = 0;
    std::decay_t<decltype((centred[0] * centred[0]) + (centred[0] * centred[0]))> total3_own =
        ::appyl::cuda::sum::template identity<
            std::decay_t<decltype((centred[0] * centred[0]) + (centred[0] * centred[0]))>>();
    APPYL_UNROLL
    for (int lane_own = 0; lane_own < (width + 127) / 128; ++lane_own) {
      const int lane = static_cast<int>(::appyl::cuda::thread_number() + lane_own * 128);
      if (lane >= width) break;
      total3_own += centred[lane_own] * centred[lane_own];
    }
    total3 =
        ::appyl::cuda::sum()(total3, ::appyl::cuda::block_reduce_for_all(::appyl::cuda::sum(), total3_own));

    const Real scale = 1 / std::sqrt(total3 / width + Real(1e-5));
    APPYL_UNROLL
    for (int lane_own = 0; lane_own < (width + 127) / 128; ++lane_own) {
      const int lane = static_cast<int>(::appyl::cuda::thread_number() + lane_own * 128);
      if (lane >= width) break;
      y(i, lane) = centred[lane_own] * scale * gain(lane) + bias(lane);
    }
  }
}

template <int width, class Real>
void layerNorm(view<const Real, 2> x, view<const Real> gain, view<const Real> bias, view<Real, 2> y) {
  if (width <= x.extent(1) && width <= y.extent(1) && width <= gain.extent(0) &&
      width <= bias.extent(0)) {
    {
      const unsigned long long i_count = 0 < x.extent(0) ? static_cast<unsigned long long>(x.extent(0)) : 0;
      if (0 < x.extent(0)) {
        ::appyl::cuda::loop device("17_layer_norm.cpp", 22, "layerNorm_kernel0");
        device.in(x.data(), 0, ::appyl::cuda::span_of(x));
        device.in(gain.data(), 0, ::appyl::cuda::span_of(gain));
        device.in(bias.data(), 0, ::appyl::cuda::span_of(bias));
        device.inout(y.data(), 0, ::appyl::cuda::span_of(y));
        const dim3 grid(::appyl::cuda::blocks(i_count, 1));
        ::appyl::cuda::launch(layerNorm_kernel0<width, Real>, grid, dim3(128), 0, device.view(x),
                              device.view(y), device.view(gain), device.view(bias), i_count,
                              static_cast<unsigned long long>(0));
        device.finish();
      }
    }
  } else {  // slices that end elsewhere
    ::appyl::runs_on_host("17_layer_norm.cpp", 22, "slices end elsewhere than its loops");
    for (int i = 0; i < x.extent(0); ++i) {
      const tile<Real> row = x(i, slice(width));
      const Real mean = sum(row) / width;
      const tile<Real> centred = row - mean;
      const Real scale = rsqrt(sum(centred * centred) / width + Real(1e-5));
      y(i, slice(width)) = centred * scale * gain(slice(width)) + bias(slice(width));
    }
  }
}

// softmax_kernel0: a grid of ceildiv(x.extent(0), 8) programs, blocks of B of i.
// Reads x (8 x width); writes y (8 x width); reduces greatest by max, total2 by +.
// Proved independent.
// Each program is run by a block of 128 threads, which share the iterations of lane,
//   lane.2, lane.3, lane.4, lane.5; rows, powers in their registers.
template <int width, class Real>
static __global__ void softmax_kernel0(view<const Real, 2> x, view<Real, 2> y, unsigned long long i_count,
                                       unsigned long long i_first) {
  for (unsigned long long i_number_ = blockIdx.x; i_number_ < i_count; i_number_ += gridDim.x) {
    const int i = static_cast<int>(i_first + i_number_);
    Real rows[(width + 127) / 128] = {};
    APPYL_UNROLL
    for (int lane_own = 0; lane_own < (width + 127) / 128; ++lane_own) {
      const int lane = static_cast<int>(::appyl::cuda::thread_number() + lane_own * 128);
      if (lane >= width) break;
      rows[lane_own] = x(i, lane);
    }
    Real powers[(width + 127) / 128] = {};
    std::decay_t<decltype(rows[0])> greatest = ::appyl::detail::least<std::decay_t<decltype(rows[0])>>();
    std::decay_t<decltype(rows[0])> greatest_own =
        ::appyl::cuda::maximum::template identity<std::decay_t<decltype(rows[0])>>();
    APPYL_UNROLL
    for (int lane_own = 0; lane_own < (width + 127) / 128; ++lane_own) {
      const int lane = static_cast<int>(::appyl::cuda::thread_number() + lane_own * 128);
      if (lane >= width) break;
      if (greatest_own < rows[lane_own]) greatest_own = rows[lane_own];
    }
    greatest = ::appyl::cuda::maximum()(
        greatest, ::appyl::cuda::block_reduce_for_all(::appyl::cuda::maximum(), greatest_own));

    APPYL_UNROLL
    for (int lane_own = 0; lane_own < (width + 127) / 128; ++lane_own) {
      const int lane = static_cast<int>(::appyl::cuda::thread_number() + lane_own * 128);
      if (lane >= width) break;
      powers[lane_own] = std::exp(rows[lane_own] - greatest);
    }
    std::decay_t<decltype(powers[0] + powers[0])> total2 = 0;
    std::decay_t<decltype(powers[0] + powers[0])> total2_own =
        ::appyl::cuda::sum::template identity<std::decay_t<decltype(powers[0] + powers[0])>>();
    APPYL_UNROLL
    for (int lane_own = 0; lane_own < (width + 127) / 128; ++lane_own) {
      const int lane = static_cast<int>(::appyl::cuda::thread_number() + lane_own * 128);
      if (lane >= width) break;
      total2_own += powers[lane_own];
    }
    total2 =
        ::appyl::cuda::sum()(total2, ::appyl::cuda::block_reduce_for_all(::appyl::cuda::sum(), total2_own));

    APPYL_UNROLL
    for (int lane_own = 0; lane_own < (width + 127) / 128; ++lane_own) {
      const int lane = static_cast<int>(::appyl::cuda::thread_number() + lane_own * 128);
      if (lane >= width) break;
      y(i, lane) = powers[lane_own] / total2;
    }
  }
}

// Several rows in one program.
template <int width, class Real>
void softmax(view<const Real, 2> x, view<Real, 2> y) {
  constexpr int B = 8;
  if (width <= x.extent(1) && x.extent(0) <= y.extent(0) && width <= y.extent(1)) {
    {
      const unsigned long long i_count = 0 < x.extent(0) ? static_cast<unsigned long long>(x.extent(0)) : 0;
      if (0 < x.extent(0)) {
        ::appyl::cuda::loop device("17_layer_norm.cpp", 36, "softmax_kernel0");
        device.in(x.data(), 0, ::appyl::cuda::span_of(x));
        device.inout(y.data(), 0, ::appyl::cuda::span_of(y));
        const dim3 grid(::appyl::cuda::blocks(i_count, 1));
        ::appyl::cuda::launch(softmax_kernel0<width, Real>, grid, dim3(128), 0, device.view(x),
                              device.view(y), i_count, static_cast<unsigned long long>(0));
        device.finish();
      }
    }
  } else {  // slices that end elsewhere
    ::appyl::runs_on_host("17_layer_norm.cpp", 36, "slices end elsewhere than its loops");
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

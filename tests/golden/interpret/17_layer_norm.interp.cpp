// Layer normalisation and softmax of every row, on tiles: a program keeps its row while it finds out the
// mean, the variance, the sum. The width is a template parameter, so that a GPU keeps the row on the chip.
//
// flags: -Iinclude
// run: --check 0
// run: --check 1
// run: --check 100
// run: --check 127
#include <appyl/interpret/interpret.hpp>
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
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count = 0 < x.extent(0) ? static_cast<unsigned long long>(x.extent(0)) : 0;
      check_::Programs programs({"17_layer_norm.cpp", "layerNorm_kernel0"}, {{"i", i_count}});
      while (programs.next())
        programs.iterate([&] {
          const int i = programs.value<int>(0);
          std::decay_t<decltype(x(0, 0) + x(0, 0))> total2 = 0;
          {
            check_::ParallelLoop lane_loop("lane");
            for (int lane = 0; lane < width; ++lane) {
              lane_loop.begin(lane);
              total2 += check_::read_at({24, 5, "x"}, x, i, lane);
            }
          }
          const Real mean = total2 / width;
          Real centred[width];
          [[maybe_unused]] const check_::Local centred_local(centred);
          {
            check_::ParallelLoop lane_loop_("lane");
            for (int lane = 0; lane < width; ++lane) {
              lane_loop_.begin(lane);
              check_::write({25, 22, "centred"}, centred, lane) =
                  check_::read_at({25, 5, "x"}, x, i, lane) - mean;
            }
          }
          std::decay_t<decltype((centred[0] * centred[0]) + (centred[0] * centred[0]))> total3 = 0;
          {
            check_::ParallelLoop lane_loop__("lane");
            for (int lane = 0; lane < width; ++lane) {
              lane_loop__.begin(lane);
              total3 += check_::read({26, 34, "centred"}, centred, lane) *
                        check_::read({26, 34, "centred"}, centred, lane);
            }
          }
          const Real scale = 1 / std::sqrt(total3 / width + Real(1e-5));
          {
            check_::ParallelLoop lane_loop___("lane");
            for (int lane = 0; lane < width; ++lane) {
              lane_loop___.begin(lane);
              check_::write_at({27, 5, "y"}, y, i, lane) = check_::read({27, 26, "centred"}, centred, lane) *
                                                               scale *
                                                               check_::read_at({27, 44, "gain"}, gain, lane) +
                                                           check_::read_at({27, 65, "bias"}, bias, lane);
            }
          }
        });
    }
  } else {  // slices that end elsewhere

    // layerNorm_kernel0: a grid of x.extent(0) programs, one for each i.
    // Writes y (irregular).
    // Proved independent.
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count = 0 < x.extent(0) ? static_cast<unsigned long long>(x.extent(0)) : 0;
      check_::Programs programs({"17_layer_norm.cpp", "layerNorm_kernel0"}, {{"i", i_count}});
      while (programs.next())
        programs.iterate([&] {
          const int i = programs.value<int>(0);
          const tile<Real> row = check_::read_part({23, 28, "x"}, x, i, slice(width));
          const Real mean = sum(row) / width;
          const tile<Real> centred = row - mean;
          const Real scale = rsqrt(sum(centred * centred) / width + Real(1e-5));
          check_::write_part({27, 5, "y"}, y, i, slice(width)) =
              centred * scale * check_::read_part({27, 44, "gain"}, gain, slice(width)) +
              check_::read_part({27, 65, "bias"}, bias, slice(width));
        });
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
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count = 0 < x.extent(0) ? static_cast<unsigned long long>(x.extent(0)) : 0;
      check_::Programs programs({"17_layer_norm.cpp", "softmax_kernel0"}, {{"i", i_count, B}});
      while (programs.next()) {
        const int i = programs.value<int>(0);
        Real powers[width];
        [[maybe_unused]] const check_::Local powers_local(powers);
        std::decay_t<decltype(x(0, 0))> greatest = ::appyl::detail::least<std::decay_t<decltype(x(0, 0))>>();
        {
          check_::ParallelLoop lane_loop("lane");
          for (int lane = 0; lane < width; ++lane) {
            lane_loop.begin(lane);
            if (greatest < check_::read_at({38, 5, "x"}, x, i, lane))
              greatest = check_::read_at({38, 5, "x"}, x, i, lane);
          }
        }
        {
          check_::ParallelLoop lane_loop_("lane");
          for (int lane = 0; lane < width; ++lane) {
            lane_loop_.begin(lane);
            check_::write({38, 25, "powers"}, powers, lane) =
                std::exp(check_::read_at({38, 5, "x"}, x, i, lane) - greatest);
          }
        }
        std::decay_t<decltype(powers[0] + powers[0])> total2 = 0;
        {
          check_::ParallelLoop lane_loop__("lane");
          for (int lane = 0; lane < width; ++lane) {
            lane_loop__.begin(lane);
            total2 += check_::read({39, 36, "powers"}, powers, lane);
          }
        }
        {
          check_::ParallelLoop lane_loop___("lane");
          for (int lane = 0; lane < width; ++lane) {
            lane_loop___.begin(lane);
            check_::write_at({39, 5, "y"}, y, i, lane) =
                check_::read({39, 36, "powers"}, powers, lane) / total2;
          }
        }
      }
    }
  } else {  // slices that end elsewhere

    // softmax_kernel0: a grid of ceildiv(x.extent(0), 8) programs, one for each i.
    // Writes y (irregular).
    // Proved independent.
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count =
          0 < x.extent(0) ? (static_cast<unsigned long long>(x.extent(0)) - 1) / 8 + 1 : 0;
      check_::Programs programs({"17_layer_norm.cpp", "softmax_kernel0"},
                                {{"i", i_count, 1, static_cast<long long>(0), 8}});
      while (programs.next()) {
        const int i = programs.value<int>(0);
        const tile<Real, 2> rows = check_::read_part({37, 32, "x"}, x, slice(i, B), slice(width));
        const tile<Real, 2> powers = exp(rows - reshape(max(rows, 1), B, 1));
        check_::write_part({39, 5, "y"}, y, slice(i, B), slice(width)) =
            powers / reshape(sum(powers, 1), B, 1);
      }
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

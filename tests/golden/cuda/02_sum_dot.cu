// Reductions: many values combined into one. `reduction` names the variables that the iterations combine; the
// operator is given (`+:total`) or found in the loop body, where a minimum may be written with std::min, with
// ?: or with an if. Several variables, and a minimum together with the place where it stands, are one loop as
// well. A parallel sum adds in another order, so the last digits may differ from the sequential result.
//
// run: --check 0
// run: --check 1
// run: --check 127
// run: --check 128
// run: --check 129
// run: --check 1000
#include <appyl/cuda/cuda.hpp>
#include "sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

struct Summary {
  double mean, variance, lowest, highest;
};

struct Place {
  double value;
  std::size_t index;
};

// sum_kernel0: a grid of ceildiv(x.size(), 256) programs, blocks of 256 of i.
// Reads x (256); reduces total by +.
// Proved independent.
// Each block has 256 threads, x along i; each takes 4 iterations of i at a time.
static __global__ void sum_kernel0(std::size_t x_size, const double* x,
                                   ::appyl::cuda::partials<double> total_partials) {
  double total_own = ::appyl::cuda::sum::identity<double>();
  for (std::size_t i_at = ::appyl::cuda::thread_x(4); i_at < x_size; i_at += ::appyl::cuda::threads_x(4))
    ::appyl::cuda::several<4, 256>(i_at, x_size, [&](std::size_t i) { total_own += x[i]; });
  ::appyl::cuda::grid_reduce(::appyl::cuda::sum(), total_own, total_partials);
}

double sum(std::span<const double> x) {
  double total = 0;
  if (0 < x.size()) {
    ::appyl::cuda::loop device("02_sum_dot.cpp", 33, "sum_kernel0");
    device.in(x.data(), 0, x.size());
    device.result(&total);
    const dim3 grid(::appyl::cuda::blocks(x.size(), 1024, 1024));
    ::appyl::cuda::launch(sum_kernel0, grid, dim3(256), 0, x.size(), device.at(x.data()),
                          device.reduction(&total, grid));
    device.finish();
  }
  return total;
}

// dot_kernel0: a grid of ceildiv(n, 256) programs, blocks of 256 of i.
// Reads x (256), y (256); reduces total by +.
// Proved independent.
// Each block has 256 threads, x along i; each takes 2 iterations of i at a time.
static __global__ void dot_kernel0(std::ptrdiff_t n, const double* x, const double* y,
                                   ::appyl::cuda::partials<double> total_partials) {
  double total_own = ::appyl::cuda::sum::identity<double>();
  for (std::ptrdiff_t i_at = ::appyl::cuda::thread_x(2); i_at < n; i_at += ::appyl::cuda::threads_x(2))
    ::appyl::cuda::several<2, 256>(i_at, n, [&](std::ptrdiff_t i) { total_own = total_own + x[i] * y[i]; });
  ::appyl::cuda::grid_reduce(::appyl::cuda::sum(), total_own, total_partials);
}

double dot(const std::vector<double>& x, const std::vector<double>& y) {
  const std::ptrdiff_t n = std::ssize(x);
  double total = 0;
  if (0 < n) {
    ::appyl::cuda::loop device("02_sum_dot.cpp", 41, "dot_kernel0");
    device.in(x.data(), 0, n);
    device.in(y.data(), 0, n);
    device.result(&total);
    const dim3 grid(::appyl::cuda::blocks(n, 512, 1024));
    ::appyl::cuda::launch(dot_kernel0, grid, dim3(256), 0, n, device.at(x.data()), device.at(y.data()),
                          device.reduction(&total, grid));
    device.finish();
  }
  return total;
}

// summarise_kernel0: a grid of ceildiv(x.size(), 128) programs, blocks of 128 of i.
// Reads x (128); reduces total by +, squares by +, lowest by min, highest by max.
// Proved independent.
// Each block has 128 threads, x along i; each takes 4 iterations of i at a time.
static __global__ void summarise_kernel0(std::size_t x_size, const double* x,
                                         ::appyl::cuda::partials<double> total_partials,
                                         ::appyl::cuda::partials<double> squares_partials,
                                         ::appyl::cuda::partials<double> lowest_partials,
                                         ::appyl::cuda::partials<double> highest_partials) {
  double total_own = ::appyl::cuda::sum::identity<double>();
  double squares_own = ::appyl::cuda::sum::identity<double>();
  double lowest_own = ::appyl::cuda::minimum::identity<double>();
  double highest_own = ::appyl::cuda::maximum::identity<double>();
  for (std::size_t i_at = ::appyl::cuda::thread_x(4); i_at < x_size; i_at += ::appyl::cuda::threads_x(4))
    ::appyl::cuda::several<4, 128>(i_at, x_size, [&](std::size_t i) {
      const double value = x[i];
      total_own += value;
      squares_own += value * value;
      lowest_own = std::min(lowest_own, value);
      if (value > highest_own) highest_own = value;
    });
  ::appyl::cuda::grid_reduce(::appyl::cuda::sum(), total_own, total_partials);
  ::appyl::cuda::grid_reduce(::appyl::cuda::sum(), squares_own, squares_partials);
  ::appyl::cuda::grid_reduce(::appyl::cuda::minimum(), lowest_own, lowest_partials);
  ::appyl::cuda::grid_reduce(::appyl::cuda::maximum(), highest_own, highest_partials);
}

Summary summarise(std::span<const double> x) {
  double total = 0, squares = 0;
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  if (0 < x.size()) {
    ::appyl::cuda::loop device("02_sum_dot.cpp", 50, "summarise_kernel0");
    device.in(x.data(), 0, x.size());
    device.result(&total);
    device.result(&squares);
    device.result(&lowest);
    device.result(&highest);
    const dim3 grid(::appyl::cuda::blocks(x.size(), 512, 1024));
    ::appyl::cuda::launch(summarise_kernel0, grid, dim3(128), 0, x.size(), device.at(x.data()),
                          device.reduction(&total, grid), device.reduction(&squares, grid),
                          device.reduction(&lowest, grid), device.reduction(&highest, grid));
    device.finish();
  }
  const double mean = total / static_cast<double>(x.size());
  return {mean, squares / static_cast<double>(x.size()) - mean * mean, lowest, highest};
}

// smallest_kernel0: a grid of ceildiv(x.size(), 128) programs, blocks of 128 of i.
// Reads x (128); reduces best by min.
// Proved independent.
// Each block has 128 threads, x along i; each takes 4 iterations of i at a time.
static __global__ void smallest_kernel0(
    std::size_t x_size, const double* x, double best_own, std::size_t at_own,
    ::appyl::cuda::partials<::appyl::cuda::located<double, std::size_t>> best_partials) {
  bool best_found = false;
  long long best_iteration = 0;
  for (std::size_t i_at = ::appyl::cuda::thread_x(4); i_at < x_size; i_at += ::appyl::cuda::threads_x(4))
    ::appyl::cuda::several<4, 128>(i_at, x_size, [&](std::size_t i) {
      if (x[i] < best_own) {
        best_iteration = i;
        best_found = true;
        best_own = x[i];
        at_own = i;
      }
    });
  ::appyl::cuda::grid_reduce(
      ::appyl::cuda::first_minimum(),
      ::appyl::cuda::located<double, std::size_t>{best_own, at_own, best_iteration, best_found},
      best_partials);
}

Place smallest(std::span<const double> x) {
  double best = std::numeric_limits<double>::infinity();
  std::size_t at = x.size();
  if (0 < x.size()) {
    ::appyl::cuda::loop device("02_sum_dot.cpp", 65, "smallest_kernel0");
    ::appyl::cuda::located<double, std::size_t> best_located{best, at, 0, false};
    device.in(x.data(), 0, x.size());
    device.result(&best_located);
    const dim3 grid(::appyl::cuda::blocks(x.size(), 512, 1024));
    ::appyl::cuda::launch(smallest_kernel0, grid, dim3(128), 0, x.size(), device.at(x.data()), best, at,
                          device.reduction(&best_located, grid));
    device.finish();
    if (best_located.found) {
      best = best_located.value;
      at = best_located.at;
    }
  }
  return {best, at};
}

double sumSequential(std::span<const double> x) {
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) total += x[i];
  return total;
}

double dotSequential(const std::vector<double>& x, const std::vector<double>& y) {
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) total += x[i] * y[i];
  return total;
}

Summary summariseSequential(std::span<const double> x) {
  double total = 0, squares = 0;
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  for (std::size_t i = 0; i < x.size(); ++i) {
    total += x[i];
    squares += x[i] * x[i];
    lowest = std::min(lowest, x[i]);
    highest = std::max(highest, x[i]);
  }
  const double mean = total / static_cast<double>(x.size());
  return {mean, squares / static_cast<double>(x.size()) - mean * mean, lowest, highest};
}

Place smallestSequential(std::span<const double> x) {
  double best = std::numeric_limits<double>::infinity();
  std::size_t at = x.size();
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] < best) {
      best = x[i];
      at = i;
    }
  return {best, at};
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"n", 20'000'000}});
  const auto n = static_cast<std::size_t>(program.size(0));
  const auto terms = static_cast<double>(n);

  sample::Random random;
  const std::vector<double> x = random.vector<double>(n, 1, 2), y = random.vector<double>(n, 1, 2);
  double expected = 0, actual = 0;
  Summary expectedSummary{}, actualSummary{};
  Place expectedPlace{}, actualPlace{};

  program.kernel(
      "sum", [&] { expected = sumSequential(x); }, [&] { actual = sum(x); },
      [&] { return sample::reduced(expected, actual, terms, expected); });
  program.kernel(
      "dot", [&] { expected = dotSequential(x, y); }, [&] { actual = dot(x, y); },
      [&] { return sample::reduced(expected, actual, terms, expected); });
  program.kernel(
      "summary", [&] { expectedSummary = summariseSequential(x); }, [&] { actualSummary = summarise(x); },
      [&] {
        // The mean of no values is not a number, and not worth comparing.
        const auto none = [n](double value) { return n == 0 ? 0 : value; };
        return sample::reduced(none(expectedSummary.mean), none(actualSummary.mean), terms, 2) &&
               sample::reduced(none(expectedSummary.variance), none(actualSummary.variance), terms, 8) &&
               sample::same(std::vector{expectedSummary.lowest}, std::vector{actualSummary.lowest}) &&
               sample::same(std::vector{expectedSummary.highest}, std::vector{actualSummary.highest});
      });
  program.kernel(
      "smallest", [&] { expectedPlace = smallestSequential(x); }, [&] { actualPlace = smallest(x); },
      [&] {
        return sample::same(std::vector{expectedPlace.value}, std::vector{actualPlace.value}) &&
               sample::same(std::vector{expectedPlace.index}, std::vector{actualPlace.index});
      });
  return program.status();
}

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

double sum(std::span<const double> x) {
  double total = 0;
  // sum_kernel0: a grid of ceildiv(x.size(), 256) programs, blocks of 256 of i.
  // Reads x (256); reduces total by +.
  // Proved independent.
  // Blocks begin at memory lines of x_data.
  {
    auto* const x_data = x.data();
    const std::size_t i_bound = x.size();
    const std::size_t i_lead = reinterpret_cast<unsigned long long>(x_data) % 64 / sizeof(*x_data);
    #pragma omp parallel for schedule(static) reduction(+:total)
    for (std::size_t i_line = 0; i_line < i_bound + i_lead; i_line += 256) {
      const std::size_t i_block = i_line == 0 ? 0 : i_line - i_lead;
      const std::size_t i_end = i_bound + i_lead - i_line < 256 ? i_bound : i_line + 256 - i_lead;
      if (i_bound - i_block > 512) __builtin_prefetch(&x_data[i_block + 512]);
      #pragma omp simd reduction(+:total)
      for (std::size_t i = i_block; i < i_end; ++i) total += x_data[i];
    }
  }
  return total;
}

double dot(const std::vector<double>& x, const std::vector<double>& y) {
  const std::ptrdiff_t n = std::ssize(x);
  double total = 0;
  // dot_kernel0: a grid of ceildiv(n, 256) programs, blocks of 256 of i.
  // Reads x (256), y (256); reduces total by +.
  // Proved independent.
  // Blocks begin at memory lines of x_data.
  {
    auto* const x_data = x.data();
    auto* const y_data = y.data();
    const std::ptrdiff_t i_lead = reinterpret_cast<unsigned long long>(x_data) % 64 / sizeof(*x_data);
    #pragma omp parallel for schedule(static) reduction(+:total)
    for (std::ptrdiff_t i_line = 0; i_line < n + i_lead; i_line += 256) {
      const std::ptrdiff_t i_block = i_line == 0 ? 0 : i_line - i_lead;
      const std::ptrdiff_t i_end = n + i_lead - i_line < 256 ? n : i_line + 256 - i_lead;
      if (n - i_block > 512) __builtin_prefetch(&x_data[i_block + 512]);
      if (n - i_block > 512) __builtin_prefetch(&y_data[i_block + 512]);
      #pragma omp simd reduction(+:total)
      for (std::ptrdiff_t i = i_block; i < i_end; ++i) total = total + x_data[i] * y_data[i];
    }
  }
  return total;
}

Summary summarise(std::span<const double> x) {
  double total = 0, squares = 0;
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  // summarise_kernel0: a grid of ceildiv(x.size(), 128) programs, blocks of 128 of i.
  // Reads x (128); reduces total by +, squares by +, lowest by min, highest by max.
  // Proved independent.
  // Up to 128 of i are compared at once; few change a result. Blocks begin at memory lines of
  //   x_data.
  {
    auto* const x_data = x.data();
    const std::size_t i_bound = x.size();
    const std::size_t i_lead = reinterpret_cast<unsigned long long>(x_data) % 64 / sizeof(*x_data);
    #pragma omp parallel
    {
      double lowest_own = lowest;
      double highest_own = highest;
      #pragma omp for schedule(static) reduction(+:total) reduction(+:squares)
      for (std::size_t i_line = 0; i_line < i_bound + i_lead; i_line += 128) {
        const std::size_t i_block = i_line == 0 ? 0 : i_line - i_lead;
        const std::size_t i_end = i_bound + i_lead - i_line < 128 ? i_bound : i_line + 128 - i_lead;
        if (i_bound - i_block > 512) __builtin_prefetch(&x_data[i_block + 512]);
        int improves = 0;
        #pragma omp simd reduction(|:improves) reduction(+:total) reduction(+:squares)
        for (std::size_t i = i_block; i < i_end; ++i) {
          const double value = x_data[i];
          total += value;
          squares += value * value;
          improves |= value < lowest_own;
          improves |= value > highest_own;
        }
        if (improves)
          for (std::size_t i = i_block; i < i_end; ++i) {
            const double value = x_data[i];
            lowest_own = std::min(lowest_own, value);
            if (value > highest_own) highest_own = value;
          }
      }
      #pragma omp critical
      {
        if (lowest_own < lowest) lowest = lowest_own;
        if (highest < highest_own) highest = highest_own;
      }
    }
  }
  const double mean = total / static_cast<double>(x.size());
  return {mean, squares / static_cast<double>(x.size()) - mean * mean, lowest, highest};
}

Place smallest(std::span<const double> x) {
  double best = std::numeric_limits<double>::infinity();
  std::size_t at = x.size();
  // smallest_kernel0: a grid of ceildiv(x.size(), 128) programs, blocks of 128 of i.
  // Reads x (128); reduces best by min.
  // Proved independent.
  // Up to 128 of i are compared at once; few change a result. Blocks begin at memory lines of
  //   x_data.
  {
    auto* const x_data = x.data();
    const std::size_t i_bound = x.size();
    const std::size_t i_lead = reinterpret_cast<unsigned long long>(x_data) % 64 / sizeof(*x_data);
    int best_found = 0;
    long long best_iteration = 0;
    #pragma omp parallel
    {
      double best_own = best;
      std::size_t at_own = at;
      int best_own_found = 0;
      long long best_own_iteration = 0;
      #pragma omp for schedule(static)
      for (std::size_t i_line = 0; i_line < i_bound + i_lead; i_line += 128) {
        const std::size_t i_block = i_line == 0 ? 0 : i_line - i_lead;
        const std::size_t i_end = i_bound + i_lead - i_line < 128 ? i_bound : i_line + 128 - i_lead;
        if (i_bound - i_block > 512) __builtin_prefetch(&x_data[i_block + 512]);
        int improves = 0;
        #pragma omp simd reduction(|:improves)
        for (std::size_t i = i_block; i < i_end; ++i) {
          improves |= x_data[i] < best_own;
        }
        if (improves)
          for (std::size_t i = i_block; i < i_end; ++i)
            if (x_data[i] < best_own) {
              best_own_iteration = i;
              best_own_found = 1;
              best_own = x_data[i];
              at_own = i;
            }
      }
      #pragma omp critical
      {
        if (best_own_found &&
            (!best_found || best_own < best || (best_own == best && best_own_iteration < best_iteration))) {
          best = best_own;
          at = at_own;
          best_iteration = best_own_iteration;
          best_found = 1;
        }
      }
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

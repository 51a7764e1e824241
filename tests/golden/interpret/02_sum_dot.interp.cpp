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
#include <appyl/interpret/interpret.hpp>
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
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long i_count = 0 < x.size() ? static_cast<unsigned long long>(x.size()) : 0;
    check_::Programs programs({"02_sum_dot.cpp", "sum_kernel0"}, {{"i", i_count, 256}});
    while (programs.next()) {
      programs.row<std::size_t>([&](const auto& each, const std::size_t i) {
        each.combine({33, 46, "total"}, total) += each.read({33, 55, "x"}, x, i);
      });
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
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long i_count = 0 < n ? static_cast<unsigned long long>(n) : 0;
    check_::Programs programs({"02_sum_dot.cpp", "dot_kernel0"}, {{"i", i_count, 256}});
    while (programs.next()) {
      programs.row<std::ptrdiff_t>([&](const auto& each, const std::ptrdiff_t i) {
        each.combine({41, 42, "total"}, total) =
            each.combine({41, 50, "total"}, total) +
            each.read({41, 58, "x"}, x, i) * each.read({41, 65, "y"}, y, i);
      });
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
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long i_count = 0 < x.size() ? static_cast<unsigned long long>(x.size()) : 0;
    check_::Programs programs({"02_sum_dot.cpp", "summarise_kernel0"}, {{"i", i_count, 128}});
    while (programs.next()) {
      const std::size_t i = programs.value<std::size_t>(0);
      const double value = check_::read({51, 26, "x"}, x, i);
      check_::combine({52, 5, "total"}, total) += value;
      check_::combine({53, 5, "squares"}, squares) += value * value;
      check_::combine({54, 5, "lowest"}, lowest) =
          std::min(check_::combine({54, 23, "lowest"}, lowest), value);
      if (value > check_::combine({55, 17, "highest"}, highest))
        check_::combine({55, 26, "highest"}, highest) = value;
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
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    check_::Winner best_winner(best, true, true, at);
    const unsigned long long i_count = 0 < x.size() ? static_cast<unsigned long long>(x.size()) : 0;
    check_::Programs programs({"02_sum_dot.cpp", "smallest_kernel0"}, {{"i", i_count, 128}});
    while (programs.next()) {
      const std::size_t i = programs.value<std::size_t>(0);
      auto best_own = best_winner.start_value();
      auto at_own = std::get<0>(best_winner.start_places());
      const check_::Candidate best_winner_candidate(best_winner, programs, best_own, at_own);
      if (check_::read({66, 9, "x"}, x, i) < best_own) {
        best_own = check_::read({67, 14, "x"}, x, i);
        at_own = i;
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

// Heat that spreads in a block of metal, by explicit finite differences: in every time step each inner cell
// moves towards its six neighbours. Three nested parallel loops make a three-dimensional grid of programs;
// the directives are written with the project's name, which keeps them apart from other pragmas, and clauses
// on consecutive lines add up. `block(4)` on the time loop asks for several steps per pass over the data,
// where that is possible. At the end a maximum over the whole block says how far the heat still moves per
// step.
//
// run: --check 0 0 0 3
// run: --check 1 1 1 3
// run: --check 3 3 3 1
// run: --check 1 7 5 2
// run: --check 9 31 65 5
// run: --check 17 33 29 8
// run: --check 5 6 129 4
// run: --check 130 10 4 2
#include <appyl/interpret/interpret.hpp>
#include "sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

struct Box {
  long nz, ny, nx;

  std::size_t size() const { return static_cast<std::size_t>(nz * ny * nx); }
};

// The result of the last step is left in `now`, that of the step before in `before`.
void heat(const Box& box, long steps, double rate, double*& now, double*& before) {
  const long nz = box.nz, ny = box.ny, nx = box.nx, plane = ny * nx;
  for (long step = 0; step < steps; ++step) {
    const double* u = now;
    double* v = before;
    // heat_kernel0: a grid of (nz - 2) x ceildiv(ny - 2, 8) x ceildiv(nx - 2, 128) programs,
    //   blocks of 1 of z and 8 of y and 128 of x.
    // Reads u (3 x 10 x 130); writes v (1 x 8 x 128).
    // Proved independent.
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long z_count =
          1 < nz - 1 ? static_cast<unsigned long long>(nz - 1) - static_cast<unsigned long long>(1) : 0;
      const unsigned long long y_count =
          1 < ny - 1 ? static_cast<unsigned long long>(ny - 1) - static_cast<unsigned long long>(1) : 0;
      const unsigned long long x_count =
          1 < nx - 1 ? static_cast<unsigned long long>(nx - 1) - static_cast<unsigned long long>(1) : 0;
      check_::Programs programs_({"05_heat3d.cpp", "heat_kernel0"},
                                 {{"z", z_count, 1, static_cast<long long>(1), 1},
                                  {"y", y_count, 8, static_cast<long long>(1), 1},
                                  {"x", x_count, 128, static_cast<long long>(1), 1}});
      while (programs_.next()) {
        const long z = programs_.value<long>(0);
        const long y = programs_.value<long>(1);
        const long x = programs_.value<long>(2);
        const long at = z * plane + y * nx + x;
        const double neighbours =
            check_::read({46, 15, "u"}, u, at - plane) + check_::read({46, 31, "u"}, u, at + plane) +
            check_::read({46, 47, "u"}, u, at - nx) + check_::read({46, 60, "u"}, u, at + nx) +
            check_::read({46, 73, "u"}, u, at - 1) + check_::read({46, 85, "u"}, u, at + 1);
        check_::write({47, 11, "v"}, v, at) =
            check_::read({47, 19, "u"}, u, at) + rate * (neighbours - 6 * check_::read({47, 52, "u"}, u, at));
      }
    }
    std::swap(now, before);
  }
}

double largestChange(std::size_t n, const double* now, const double* before) {
  double change = 0;
  // largestChange_kernel0: a grid of ceildiv(n, 128) programs, blocks of 128 of i.
  // Reads now (128), before (128); reduces change by max.
  // Proved independent.
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long i_count = 0 < n ? static_cast<unsigned long long>(n) : 0;
    check_::Programs programs_({"05_heat3d.cpp", "largestChange_kernel0"}, {{"i", i_count, 128}});
    while (programs_.next()) {
      programs_.row<std::size_t>([&](const auto& each_, const std::size_t i) {
        each_.combine({56, 39, "change"}, change) = std::max(
            each_.combine({56, 57, "change"}, change),
            std::abs(each_.read({56, 74, "now"}, now, i) - each_.read({56, 83, "before"}, before, i)));
      });
    }
  }
  return change;
}

void heatSequential(const Box& box, long steps, double rate, double*& now, double*& before) {
  const long nz = box.nz, ny = box.ny, nx = box.nx, plane = ny * nx;
  for (long step = 0; step < steps; ++step) {
    const double* u = now;
    double* v = before;
    for (long z = 1; z < nz - 1; ++z)
      for (long y = 1; y < ny - 1; ++y)
        for (long x = 1; x < nx - 1; ++x) {
          const long at = z * plane + y * nx + x;
          const double neighbours =
              u[at - plane] + u[at + plane] + u[at - nx] + u[at + nx] + u[at - 1] + u[at + 1];
          v[at] = u[at] + rate * (neighbours - 6 * u[at]);
        }
    std::swap(now, before);
  }
}

double largestChangeSequential(std::size_t n, const double* now, const double* before) {
  double change = 0;
  for (std::size_t i = 0; i < n; ++i) change = std::max(change, std::abs(now[i] - before[i]));
  return change;
}

struct State {
  explicit State(const std::vector<double>& start) : first(start), second(start) {}

  std::vector<double> first, second;
  double *now = first.data(), *before = second.data();

  const std::vector<double>& result() const { return now == first.data() ? first : second; }
};

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"nz", 200}, {"ny", 200}, {"nx", 200}, {"steps", 20}});
  const Box box{program.size(0), program.size(1), program.size(2)};
  const long steps = program.size(3);
  const double rate = 0.125;

  const std::vector<double> start = sample::Random().vector<double>(box.size(), 0, 100);
  State expected(start), actual(start);
  program.kernel(
      "heat3d", [&] { heatSequential(box, steps, rate, expected.now, expected.before); },
      [&] { heat(box, steps, rate, actual.now, actual.before); },
      [&] { return sample::same(expected.result(), actual.result()); });

  double expectedChange = 0, actualChange = 0;
  program.kernel(
      "largest-change",
      [&] { expectedChange = largestChangeSequential(box.size(), actual.now, actual.before); },
      [&] { actualChange = largestChange(box.size(), actual.now, actual.before); },
      [&] { return sample::same(std::vector{expectedChange}, std::vector{actualChange}); });
  return program.status();
}

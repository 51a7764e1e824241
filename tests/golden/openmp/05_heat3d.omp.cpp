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
#include <appyl/cpu/time_tiles.hpp>
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
  // heat: up to 4 of step at a stretch, over tiles of z and y; their ends move in by 1 and 1
  //   of z and by 1 and 1 of y with each step, and what is left between two tiles follows.
  //   Proved independent.
  {
    const auto step_tiles =
        ::appyl::cpu::plan_time_tiles(4, 16. * (nx - 1 - 1), ::appyl::cpu::dimension(1, nz - 1, 2, 0),
                                      ::appyl::cpu::dimension(1, ny - 1, 2, 0));
    const auto z_tiles = step_tiles.along[0];
    const auto y_tiles = step_tiles.along[1];
    for (std::ptrdiff_t step_block = 0; step_block < steps; step_block += step_tiles.steps) {
      const long step_end = std::min<std::ptrdiff_t>(step_block + step_tiles.steps, steps);
      for (int z_phase = 0; z_phase < z_tiles.phases; ++z_phase) {
        for (int y_phase = 0; y_phase < y_tiles.phases; ++y_phase) {
          #pragma omp parallel for collapse(2) schedule(static)
          for (std::ptrdiff_t z_tile = 0; z_tile < z_tiles.count - z_phase; ++z_tile)
            for (std::ptrdiff_t y_tile = 0; y_tile < y_tiles.count - y_phase; ++y_tile) {
              auto* now_own = now;
              auto* before_own = before;
              for (long step = step_block; step < step_end; ++step) {
                const double* u = now_own;
                double* v = before_own;
                const auto z_rows =
                    z_tiles.of<long>(z_phase, z_tile, step - step_block, step - step_block, 1, nz - 1);
                const auto y_rows =
                    y_tiles.of<long>(y_phase, y_tile, step - step_block, step - step_block, 1, ny - 1);
                for (long z = z_rows.first; z < z_rows.end; ++z)
                  for (long y = y_rows.first; y < y_rows.end; ++y)
                    #pragma omp simd
                    for (long x = 1; x < nx - 1; ++x) {
                      const long at = z * plane + y * nx + x;
                      const double neighbours =
                          u[at - plane] + u[at + plane] + u[at - nx] + u[at + nx] + u[at - 1] + u[at + 1];
                      v[at] = u[at] + rate * (neighbours - 6 * u[at]);
                    }
                std::swap(now_own, before_own);
              }
            }
        }
      }
      for (long step = step_block; step < step_end; ++step) {
        std::swap(now, before);
      }
    }
  }
}

double largestChange(std::size_t n, const double* now, const double* before) {
  double change = 0;
  // largestChange_kernel0: a grid of ceildiv(n, 128) programs, blocks of 128 of i.
  // Reads now (128), before (128); reduces change by max.
  // Proved independent.
  // Up to 128 of i are compared at once; few change a result. Blocks begin at memory lines of
  //   now.
  {
    const std::size_t i_lead = reinterpret_cast<unsigned long long>(now) % 64 / sizeof(*now);
    #pragma omp parallel
    {
      double change_own = change;
      #pragma omp for schedule(static)
      for (std::size_t i_line = 0; i_line < n + i_lead; i_line += 128) {
        const std::size_t i_block = i_line == 0 ? 0 : i_line - i_lead;
        const std::size_t i_end = n + i_lead - i_line < 128 ? n : i_line + 128 - i_lead;
        if (n - i_block > 512) __builtin_prefetch(&now[i_block + 512]);
        if (n - i_block > 512) __builtin_prefetch(&before[i_block + 512]);
        int improves = 0;
        #pragma omp simd reduction(|:improves)
        for (std::size_t i = i_block; i < i_end; ++i) {
          improves |= change_own < std::abs(now[i] - before[i]);
        }
        if (improves)
          for (std::size_t i = i_block; i < i_end; ++i)
            change_own = std::max(change_own, std::abs(now[i] - before[i]));
      }
      #pragma omp critical
      {
        if (change < change_own) change = change_own;
      }
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

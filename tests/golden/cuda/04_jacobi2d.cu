// The temperature of a plate whose edges are held at fixed temperatures: Jacobi's method replaces every inner
// point by the mean of its four neighbours, again and again, until the plate is in equilibrium. Each step
// reads one grid and writes the other, so all points of a step are independent; the steps are not, and the
// time loop stays a plain one. The grids are members of a class, reached through `this`, and the block sizes
// are macros.
//
// run: --check 0 0 5
// run: --check 1 1 5
// run: --check 1 7 3
// run: --check 3 3 2
// run: --check 31 65 7
// run: --check 129 127 6
// run: --check 130 258 0
// run: --check 70 1030 2
#include <appyl/cuda/cuda.hpp>
#include "sample.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#define BLOCK_ROWS 32
#define BLOCK_COLUMNS 512

// Plate_relax_kernel0: a grid of ceildiv(rows - 2, 32) x ceildiv(columns - 2, 512)
//   programs, blocks of 32 of i and 512 of j.
// Reads this->current (34 x 514); writes this->next (32 x 512).
// Proved independent.
// Each block has 32 x 4 threads, x along j, y along i; each takes 4 iterations of i at a
//   time.
static __global__ void Plate_relax_kernel0(long rows, long columns, double* __restrict__ next,
                                           const double* __restrict__ current) {
  for (long i_at = 1 + 4 * ::appyl::cuda::thread_y(); i_at < rows - 1; i_at += 4 * ::appyl::cuda::threads_y())
    for (long j = 1 + ::appyl::cuda::thread_x(); j < columns - 1; j += ::appyl::cuda::threads_x())
      ::appyl::cuda::several<4>(i_at, rows - 1, [&](long i) {
        next[i * columns + j] = 0.25 * (current[(i - 1) * columns + j] + current[(i + 1) * columns + j] +
                                        current[i * columns + j - 1] + current[i * columns + j + 1]);
      });
}

class Plate {
 public:
  Plate(long rows, long columns, double hot)
      : rows(rows), columns(columns), current(static_cast<std::size_t>(rows * columns)) {
    for (long j = 0; rows > 0 && j < columns; ++j) current[j] = hot;
    next = current;
  }

  void relax(long steps) {
    ::appyl::cuda::region together("04_jacobi2d.cpp", 33);
    for (long step = 0; step < steps; ++step) {
      if (1 < rows - 1 && 1 < columns - 1) {
        ::appyl::cuda::loop device("04_jacobi2d.cpp", 35, "Plate_relax_kernel0");
        device.in(this->current.data(), 1, 1LL * columns * rows - 1);
        device.in(this->current.data(), columns, 1LL * columns * rows - columns);
        device.inout(this->next.data(), columns + 1LL, 1LL * columns * rows - columns - 1);
        const dim3 grid_(::appyl::cuda::blocks(columns - 2LL, 32),
                         ::appyl::cuda::blocks(rows - 2LL, 16, 65535));
        ::appyl::cuda::launch(Plate_relax_kernel0, grid_, dim3(32, 4), 0, rows, columns,
                              device.at(next.data()), device.at(current.data()));
        device.finish();
      }
      std::swap(current, next);
    }
    together.end();
  }

  void relaxSequential(long steps) {
    for (long step = 0; step < steps; ++step) {
      for (long i = 1; i < rows - 1; ++i)
        for (long j = 1; j < columns - 1; ++j)
          next[i * columns + j] = 0.25 * (current[(i - 1) * columns + j] + current[(i + 1) * columns + j] +
                                          current[i * columns + j - 1] + current[i * columns + j + 1]);
      std::swap(current, next);
    }
  }

  const std::vector<double>& temperatures() const { return current; }

 private:
  long rows, columns;
  std::vector<double> current, next;
};

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"rows", 4000}, {"columns", 4000}, {"steps", 10}});
  const long rows = program.size(0), columns = program.size(1), steps = program.size(2);

  Plate expected(rows, columns, 100), actual(rows, columns, 100);
  program.kernel(
      "jacobi2d", [&] { expected.relaxSequential(steps); }, [&] { actual.relax(steps); },
      [&] { return sample::same(expected.temperatures(), actual.temperatures()); });
  return program.status();
}

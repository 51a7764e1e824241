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
#include <appyl/cuda/cuda.hpp>
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

// heat_kernel0: a grid of (nz - 2) x ceildiv(ny - 2, 8) x ceildiv(nx - 2, 128) programs,
//   blocks of 1 of z and 8 of y and 128 of x.
// Reads u (3 x 10 x 130); writes v (1 x 8 x 128).
// Proved independent.
// Each block has 32 x 4 x 1 threads, x along x, y along y, z along z; each takes 4
//   iterations of z at a time.
static __global__ void heat_kernel0(long nz, long ny, long nx, long plane, const double* __restrict__ u,
                                    double* __restrict__ v, double rate) {
  for (long z_at = 1 + 4 * ::appyl::cuda::thread_z(); z_at < nz - 1; z_at += 4 * ::appyl::cuda::threads_z())
    for (long y = 1 + ::appyl::cuda::thread_y(); y < ny - 1; y += ::appyl::cuda::threads_y())
      for (long x = 1 + ::appyl::cuda::thread_x(); x < nx - 1; x += ::appyl::cuda::threads_x())
        ::appyl::cuda::several<4>(z_at, nz - 1, [&](long z) {
          const long at = z * plane + y * nx + x;
          const double neighbours =
              u[at - plane] + u[at + plane] + u[at - nx] + u[at + nx] + u[at - 1] + u[at + 1];
          v[at] = u[at] + rate * (neighbours - 6 * u[at]);
        });
}

// The result of the last step is left in `now`, that of the step before in `before`.
void heat(const Box& box, long steps, double rate, double*& now, double*& before) {
  const long nz = box.nz, ny = box.ny, nx = box.nx, plane = ny * nx;
  ::appyl::cuda::region together("05_heat3d.cpp", 34);
  for (long step = 0; step < steps; ++step) {
    const double* u = now;
    double* v = before;
    if (1 < nz - 1 && 1 < ny - 1 && 1 < nx - 1) {
      ::appyl::cuda::loop device("05_heat3d.cpp", 39, "heat_kernel0");
      device.in(u, nx + 1LL, 1LL * nx * ny * nz - nx - 1);
      device.in(u, 1LL * nx * ny + 1, 1LL * nx * ny * nz - 1LL * nx * ny - 1);
      device.in(u, nx + 1LL * nx * ny, 1LL * nx * ny * nz - nx - 1LL * nx * ny);
      device.inout(v, nx + 1LL * nx * ny + 1, 1LL * nx * ny * nz - nx - 1LL * nx * ny - 1);
      const dim3 grid_(::appyl::cuda::blocks(nx - 2LL, 32), ::appyl::cuda::blocks(ny - 2LL, 4, 65535),
                       ::appyl::cuda::blocks(nz - 2LL, 4, 65535));
      ::appyl::cuda::launch(heat_kernel0, grid_, dim3(32, 4, 1), 0, nz, ny, nx, plane, device.at(u),
                            device.at(v), rate);
      device.finish();
    }
    std::swap(now, before);
  }
  together.end();
}

// largestChange_kernel0: a grid of ceildiv(n, 128) programs, blocks of 128 of i.
// Reads now (128), before (128); reduces change by max.
// Proved independent.
// Each block has 128 threads, x along i; each takes 2 iterations of i at a time.
static __global__ void largestChange_kernel0(std::size_t n, const double* now, const double* before,
                                             ::appyl::cuda::partials<double> change_partials) {
  double change_own = ::appyl::cuda::maximum::identity<double>();
  for (std::size_t i_at = ::appyl::cuda::thread_x(2); i_at < n; i_at += ::appyl::cuda::threads_x(2))
    ::appyl::cuda::several<2, 128>(
        i_at, n, [&](std::size_t i) { change_own = std::max(change_own, std::abs(now[i] - before[i])); });
  ::appyl::cuda::grid_reduce(::appyl::cuda::maximum(), change_own, change_partials);
}

double largestChange(std::size_t n, const double* now, const double* before) {
  double change = 0;
  if (0 < n) {
    ::appyl::cuda::loop device("05_heat3d.cpp", 56, "largestChange_kernel0");
    device.in(now, 0, n);
    device.in(before, 0, n);
    device.result(&change);
    const dim3 grid_(::appyl::cuda::blocks(n, 256, 1024));
    ::appyl::cuda::launch(largestChange_kernel0, grid_, dim3(128), 0, n, device.at(now), device.at(before),
                          device.reduction(&change, grid_));
    device.finish();
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

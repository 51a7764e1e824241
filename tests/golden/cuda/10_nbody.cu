// Stars that attract each other: the acceleration of every body is a sum over all others, and then all bodies
// move by a small time step. Positions are an array of three coordinates each, passed as a pointer to arrays.
// The differences `dx`, `dy`, `dz` are declared outside of the loop, as in older code, and `private` gives
// every iteration its own. The potential energy is a reduction over a triangle: every pair of bodies counts
// once.
//
// run: --check 0 2
// run: --check 1 2
// run: --check 2 3
// run: --check 127 2
// run: --check 128 1
// run: --check 129 2
// run: --check 300 1
#include <appyl/cuda/cuda.hpp>
#include "sample.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

constexpr double softening = 1e-3;  // keeps close encounters finite

// accelerate_kernel0: a grid of ceildiv(n, 32) programs, blocks of 32 of i.
// Reads position (1 x 3), position (32 x 3), mass (1); writes acceleration (32 x 3).
// Proved independent.
// Each block has 32 threads, x along i.
static __global__ void accelerate_kernel0(int n, const double (*position)[3], const double* mass,
                                          double (*acceleration)[3]) {
  double dx;
  double dy;
  double dz;
  for (long long i_at = ::appyl::cuda::thread_x(); i_at < n; i_at += ::appyl::cuda::threads_x()) {
    const int i = static_cast<int>(i_at);
    double ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
      dx = position[j][0] - position[i][0];
      dy = position[j][1] - position[i][1];
      dz = position[j][2] - position[i][2];
      const double square = dx * dx + dy * dy + dz * dz + softening;
      const double pull = mass[j] / (square * std::sqrt(square));
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    acceleration[i][0] = ax;
    acceleration[i][1] = ay;
    acceleration[i][2] = az;
  }
}

void accelerate(int n, const double* mass, const double (*position)[3], double (*acceleration)[3]) {
  double dx, dy, dz;
  if (0 < n) {
    ::appyl::cuda::loop device("10_nbody.cpp", 25, "accelerate_kernel0");
    device.in(position, 0, n);
    device.in(mass, 0, n);
    device.inout(acceleration, 0, n);
    ::appyl::cuda::unused(dx, dy, dz);
    const dim3 grid(::appyl::cuda::blocks(n, 32));
    ::appyl::cuda::launch(accelerate_kernel0, grid, dim3(32), 0, n, device.at(position), device.at(mass),
                          device.at(acceleration));
    device.finish();
  }
}

// move_kernel0: a grid of ceildiv(n, 128) programs, blocks of 128 of i.
// Reads acceleration (128 x 1); writes velocity (128 x 1), position (128 x 1).
// Proved independent.
// Each block has 128 threads, x along i.
static __global__ void move_kernel0(int n, double (*velocity)[3], double step,
                                    const double (*acceleration)[3], double (*position)[3]) {
  for (long long i_at = ::appyl::cuda::thread_x(); i_at < n; i_at += ::appyl::cuda::threads_x()) {
    const int i = static_cast<int>(i_at);
    for (int d = 0; d < 3; d++) {
      velocity[i][d] += step * acceleration[i][d];
      position[i][d] += step * velocity[i][d];
    }
  }
}

void move(int n, double step, const double (*acceleration)[3], double (*velocity)[3], double (*position)[3]) {
  if (0 < n) {
    ::appyl::cuda::loop device("10_nbody.cpp", 45, "move_kernel0");
    device.in(acceleration, 0, n);
    device.inout(velocity, 0, n);
    device.inout(position, 0, n);
    const dim3 grid(::appyl::cuda::blocks(n, 128));
    ::appyl::cuda::launch(move_kernel0, grid, dim3(128), 0, n, device.at(velocity), step,
                          device.at(acceleration), device.at(position));
    device.finish();
  }
}

// potential_kernel0: a grid of ceildiv(n, 16) programs, blocks of 16 of i.
// Reads position (16 x 3), mass (16); reduces energy by +.
// Proved independent.
// Each block has 32 threads, x along i.
static __global__ void potential_kernel0(int n, const double (*position)[3], const double* mass,
                                         ::appyl::cuda::partials<double> energy_partials) {
  double energy_own = ::appyl::cuda::sum::identity<double>();
  for (long long i_at = ::appyl::cuda::thread_x(); i_at < n; i_at += ::appyl::cuda::threads_x()) {
    const int i = static_cast<int>(i_at);
    for (int j = i + 1; j < n; j++) {
      const double dx = position[j][0] - position[i][0], dy = position[j][1] - position[i][1];
      const double dz = position[j][2] - position[i][2];
      energy_own -= mass[i] * mass[j] / std::sqrt(dx * dx + dy * dy + dz * dz + softening);
    }
  }
  ::appyl::cuda::grid_reduce(::appyl::cuda::sum(), energy_own, energy_partials);
}

double potential(int n, const double* mass, const double (*position)[3]) {
  double energy = 0;
  if (0 < n) {
    ::appyl::cuda::loop device("10_nbody.cpp", 55, "potential_kernel0");
    if (1 < n) device.in(position, 0, n);
    if (1 < n) device.in(mass, 0, n);
    device.result(&energy);
    const dim3 grid(::appyl::cuda::blocks(n, 32, 1024));
    ::appyl::cuda::launch(potential_kernel0, grid, dim3(32), 0, n, device.at(position), device.at(mass),
                          device.reduction(&energy, grid));
    device.finish();
  }
  return energy;
}

void accelerateSequential(int n, const double* mass, const double (*position)[3], double (*acceleration)[3]) {
  for (int i = 0; i < n; i++) {
    double ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
      const double dx = position[j][0] - position[i][0];
      const double dy = position[j][1] - position[i][1];
      const double dz = position[j][2] - position[i][2];
      const double square = dx * dx + dy * dy + dz * dz + softening;
      const double pull = mass[j] / (square * std::sqrt(square));
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    acceleration[i][0] = ax;
    acceleration[i][1] = ay;
    acceleration[i][2] = az;
  }
}

void moveSequential(int n, double step, const double (*acceleration)[3], double (*velocity)[3],
                    double (*position)[3]) {
  for (int i = 0; i < n; i++)
    for (int d = 0; d < 3; d++) {
      velocity[i][d] += step * acceleration[i][d];
      position[i][d] += step * velocity[i][d];
    }
}

double potentialSequential(int n, const double* mass, const double (*position)[3]) {
  double energy = 0;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      const double dx = position[j][0] - position[i][0], dy = position[j][1] - position[i][1];
      const double dz = position[j][2] - position[i][2];
      energy -= mass[i] * mass[j] / std::sqrt(dx * dx + dy * dy + dz * dz + softening);
    }
  return energy;
}

struct Bodies {
  explicit Bodies(int n, sample::Random random) : coordinates(random.vector<double>(3 * std::size_t(n))) {
    velocities.resize(coordinates.size());
    accelerations.resize(coordinates.size());
  }

  using Vector = double[3];
  std::vector<double> coordinates, velocities, accelerations;
  Vector* position() { return reinterpret_cast<Vector*>(coordinates.data()); }
  Vector* velocity() { return reinterpret_cast<Vector*>(velocities.data()); }
  Vector* acceleration() { return reinterpret_cast<Vector*>(accelerations.data()); }
};

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"n", 4000}, {"steps", 2}});
  const int n = static_cast<int>(program.size(0)), steps = static_cast<int>(program.size(1));
  const double step = 1e-4;

  sample::Random random;
  const std::vector<double> mass = random.vector<double>(n, 0.1, 1);
  Bodies expected(n, random), actual(n, random);
  program.kernel(
      "nbody",
      [&] {
        for (int t = 0; t < steps; ++t) {
          accelerateSequential(n, mass.data(), expected.position(), expected.acceleration());
          moveSequential(n, step, expected.acceleration(), expected.velocity(), expected.position());
        }
      },
      [&] {
        for (int t = 0; t < steps; ++t) {
          accelerate(n, mass.data(), actual.position(), actual.acceleration());
          move(n, step, actual.acceleration(), actual.velocity(), actual.position());
        }
      },
      [&] { return sample::same(expected.coordinates, actual.coordinates); });

  double expectedEnergy = 0, energy = 0;
  program.kernel(
      "energy", [&] { expectedEnergy = potentialSequential(n, mass.data(), actual.position()); },
      [&] { energy = potential(n, mass.data(), actual.position()); },
      [&] { return sample::reduced(expectedEnergy, energy, 0.5 * n * n, std::abs(expectedEnergy)); });
  return program.status();
}

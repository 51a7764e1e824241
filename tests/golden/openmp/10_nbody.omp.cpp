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
#include "sample.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

constexpr double softening = 1e-3;  // keeps close encounters finite

void accelerate(int n, const double* mass, const double (*position)[3], double (*acceleration)[3]) {
  double dx, dy, dz;
  // accelerate_kernel0: a grid of ceildiv(n, 32) programs, blocks of 32 of i.
  // Reads position (1 x 3), position (32 x 3), mass (1); writes acceleration (32 x 3).
  // Proved independent.
  // Up to 32 of i go through the inner loops side by side.
  #pragma omp parallel for schedule(static) private(dx, dy, dz)
  for (long long i_block = 0; i_block < n; i_block += 32) {
    const int i_end = static_cast<int>(i_block + 32 < n ? i_block + 32 : n);
    double ax[32];
    double ay[32];
    double az[32];

    #pragma omp simd
    for (int i = static_cast<int>(i_block); i < i_end; ++i)
      ax[i - i_block] = 0, ay[i - i_block] = 0, az[i - i_block] = 0;

    for (int j = 0; j < n; j++) {
      #pragma omp simd private(dx, dy, dz)
      for (int i = static_cast<int>(i_block); i < i_end; ++i) {
        dx = position[j][0] - position[i][0];
        dy = position[j][1] - position[i][1];
        dz = position[j][2] - position[i][2];
        const double square = dx * dx + dy * dy + dz * dz + softening;
        const double pull = mass[j] / (square * std::sqrt(square));
        ax[i - i_block] += pull * dx;
        ay[i - i_block] += pull * dy;
        az[i - i_block] += pull * dz;
      }
    }

    #pragma omp simd
    for (int i = static_cast<int>(i_block); i < i_end; ++i) {
      acceleration[i][0] = ax[i - i_block];
      acceleration[i][1] = ay[i - i_block];
      acceleration[i][2] = az[i - i_block];
    }
  }
}

void move(int n, double step, const double (*acceleration)[3], double (*velocity)[3], double (*position)[3]) {
  // move_kernel0: a grid of ceildiv(n, 128) programs, blocks of 128 of i.
  // Reads acceleration (128 x 1); writes velocity (128 x 1), position (128 x 1).
  // Proved independent.
  // The blocks follow one another as one loop.
  #pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++)
    for (int d = 0; d < 3; d++) {
      velocity[i][d] += step * acceleration[i][d];
      position[i][d] += step * velocity[i][d];
    }
}

double potential(int n, const double* mass, const double (*position)[3]) {
  double energy = 0;
  // potential_kernel0: a grid of ceildiv(n, 16) programs, blocks of 16 of i.
  // Reads position (16 x 3), mass (16); reduces energy by +.
  // Proved independent.
  #pragma omp parallel for schedule(dynamic) reduction(+:energy)
  for (long long i_block = 0; i_block < n; i_block += 16) {
    const int i_end = static_cast<int>(i_block + 16 < n ? i_block + 16 : n);
    for (int i = static_cast<int>(i_block); i < i_end; ++i)
      for (int j = i + 1; j < n; j++) {
        const double dx = position[j][0] - position[i][0], dy = position[j][1] - position[i][1];
        const double dz = position[j][2] - position[i][2];
        energy -= mass[i] * mass[j] / std::sqrt(dx * dx + dy * dy + dz * dz + softening);
      }
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

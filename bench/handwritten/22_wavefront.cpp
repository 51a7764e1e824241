// The program of the sample of the same name, with the directives that an OpenMP user writes by hand in place
// of the annotations. Everything else is kept, so that both differ in their directives only.
#include "sample.hpp"

#include <appyl/view.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

using appyl::view;

// One sweep over the inner points of n x n.
void gaussSeidel(int n, view<float, 2> u, view<const float, 2> f) {
#pragma omp parallel
  for (int diagonal = 2; diagonal <= 2 * n - 4; ++diagonal) {
    const int first = std::max(1, diagonal - n + 2), last = std::min(n - 2, diagonal - 1);
#pragma omp for
    for (int i = first; i <= last; ++i) {
      const int j = diagonal - i;
      u(i, j) = 0.25f * (u(i - 1, j) + u(i, j - 1) + u(i + 1, j) + u(i, j + 1) + f(i, j));
    }
  }
}

class Field {
 public:
  Field(int nx, int ny, int nz) : ny_(ny), nz_(nz), values_(static_cast<std::size_t>(nx) * ny * nz) {}
  int ny() const { return ny_; }
  int nz() const { return nz_; }
  float& operator()(int i, int j, int k) {
    return values_[(static_cast<std::size_t>(i) * ny_ + j) * nz_ + k];
  }
  float operator()(int i, int j, int k) const {
    return values_[(static_cast<std::size_t>(i) * ny_ + j) * nz_ + k];
  }
  std::vector<float>& values() { return values_; }

 private:
  int ny_, nz_;
  std::vector<float> values_;
};

inline void relax(Field& u, const Field& f, int i, int j, int k) {
  const float around =
      u(i - 1, j, k) + u(i + 1, j, k) + u(i, j - 1, k) + u(i, j + 1, k) + u(i, j, k - 1) + u(i, j, k + 1);
  u(i, j, k) += 1.2f * ((around + f(i, j, k)) / 6.25f - u(i, j, k));
}

// The planes i + j + k, from the first corner to the last and back.
void overRelax(int nx, int ny, int nz, Field& u, const Field& f) {
#pragma omp parallel
  for (int plane = 3; plane <= nx + ny + nz - 6; ++plane) {
    const int first = std::max(1, plane - (ny - 2) - (nz - 2)), last = std::min(nx - 2, plane - 2);
#pragma omp for
    for (int i = first; i <= last; ++i) {
      const int begin = std::max(1, plane - i - (nz - 2)), end = std::min(ny - 2, plane - i - 1);
      for (int j = begin; j <= end; ++j) relax(u, f, i, j, plane - i - j);
    }
  }
#pragma omp parallel
  for (int plane = nx + ny + nz - 6; plane >= 3; --plane) {
    const int first = std::max(1, plane - (ny - 2) - (nz - 2)), last = std::min(nx - 2, plane - 2);
#pragma omp for
    for (int i = first; i <= last; ++i) {
      const int begin = std::max(1, plane - i - (nz - 2)), end = std::min(ny - 2, plane - i - 1);
      for (int j = begin; j <= end; ++j) relax(u, f, i, j, plane - i - j);
    }
  }
}

void gaussSeidelSequential(int n, float* u, const float* f) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      u[i * n + j] = 0.25f * (u[(i - 1) * n + j] + u[i * n + j - 1] + u[(i + 1) * n + j] + u[i * n + j + 1] +
                              f[i * n + j]);
}

void overRelaxSequential(int nx, int ny, int nz, Field& u, const Field& f) {
  for (int i = 1; i < nx - 1; ++i)
    for (int j = 1; j < ny - 1; ++j)
      for (int k = 1; k < nz - 1; ++k) relax(u, f, i, j, k);
  for (int i = nx - 2; i >= 1; --i)
    for (int j = ny - 2; j >= 1; --j)
      for (int k = nz - 2; k >= 1; --k) relax(u, f, i, j, k);
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"n", 1000}, {"ny", 100}, {"nz", 60}});
  const int n = static_cast<int>(program.size(0)), ny = static_cast<int>(program.size(1)),
            nz = static_cast<int>(program.size(2)), nx = std::min(n, 120);

  sample::Random random;
  const std::vector<float> f = random.vector<float>(static_cast<std::size_t>(n) * n, -1, 1);
  std::vector<float> expected, actual;
  program.kernel(
      "gauss-seidel",
      [&] {
        expected.assign(f.size(), 0);
        gaussSeidelSequential(n, expected.data(), f.data());
      },
      [&] {
        actual.assign(f.size(), 0);
        gaussSeidel(n, view<float, 2>(actual.data(), n, n), view<const float, 2>(f.data(), n, n));
      },
      [&] { return sample::same(expected, actual); });

  Field right(nx, ny, nz), one(nx, ny, nz), other(nx, ny, nz);
  right.values() = random.vector<float>(right.values().size(), -1, 1);
  program.kernel(
      "over-relaxation",
      [&] {
        one.values().assign(one.values().size(), 0);
        overRelaxSequential(nx, ny, nz, one, right);
      },
      [&] {
        other.values().assign(other.values().size(), 0);
        overRelax(nx, ny, nz, other, right);
      },
      [&] { return sample::same(one.values(), other.values()); });
  return program.status();
}

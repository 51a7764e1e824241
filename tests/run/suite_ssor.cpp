// flags: -std=c++20
// SSOR on a 3-D grid, points taken by hyperplanes i + j + k = l: what lies in one is independent.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace solver {

template <class T>
class Field3 {
 public:
  Field3(int nx, int ny, int nz) : nx_(nx), ny_(ny), nz_(nz), data_(static_cast<std::size_t>(nx) * ny * nz) {}

  T& operator()(int i, int j, int k) { return data_[(static_cast<std::size_t>(i) * ny_ + j) * nz_ + k]; }
  const T& operator()(int i, int j, int k) const { return data_[(static_cast<std::size_t>(i) * ny_ + j) * nz_ + k]; }

  int nx() const { return nx_; }
  int ny() const { return ny_; }
  int nz() const { return nz_; }
  std::size_t size() const { return data_.size(); }
  T* data() { return data_.data(); }
  const T* data() const { return data_.data(); }

 private:
  int nx_, ny_, nz_;
  std::vector<T> data_;
};

struct Parameters {
  double omega = 1.3;
  double shift = 0.25;
  int iterations = 12;
};

class Ssor {
 public:
  using Field = Field3<double>;

  Ssor(int nx, int ny, int nz, const Parameters& p)
      : nx(nx), ny(ny), nz(nz), par(p), v(nx, ny, nz), rhs(nx, ny, nz), coef(nx, ny, nz) {
    if (nx < 3 || ny < 3 || nz < 3) throw std::invalid_argument("grid is too small: " + std::to_string(nx));
  }

  void setup() {
#pragma parallel
    for (int i = 0; i < nx; ++i)
#pragma parallel
      for (int j = 0; j < ny; ++j)
#pragma parallel
        for (int k = 0; k < nz; ++k) {
          coef(i, j, k) = 6.0 + par.shift * (1.0 + std::sin(0.3 * i - 0.2 * j + 0.1 * k));
          rhs(i, j, k) = std::cos(0.05 * (i * j)) - 0.3 * std::sin(0.4 * k);
          v(i, j, k) = 0.0;
        }
  }

  // Forward sweep: the values at i - 1, j - 1, k - 1 are new ones.
  void lower() {
    const double w = par.omega;
    for (int l = 3; l <= nx + ny + nz - 6; ++l) {
      const int i0 = std::max(1, l - (ny - 2) - (nz - 2)), i1 = std::min(nx - 2, l - 2);
#pragma parallel
      for (int i = i0; i <= i1; ++i) {
        const int j0 = std::max(1, l - i - (nz - 2)), j1 = std::min(ny - 2, l - i - 1);
#pragma parallel
        for (int j = j0; j <= j1; ++j) {
          const int k = l - i - j;
          update(i, j, k, w);
        }
      }
    }
  }

  // Backward sweep, written as NAS LU does: all (i, j), k by the plane.
  void upper() {
    for (int l = nx + ny + nz - 6; l >= 3; --l) {
#pragma parallel
      for (int i = nx - 2; i >= 1; --i) {
#pragma parallel
        for (int j = ny - 2; j >= 1; --j) {
          const int k = l - i - j;
          if (k < 1 || k > nz - 2) continue;
          const double around = v(i + 1, j, k) + v(i - 1, j, k) + v(i, j + 1, k) + v(i, j - 1, k) + v(i, j, k + 1) + v(i, j, k - 1);
          v(i, j, k) += par.omega * ((rhs(i, j, k) + around) / coef(i, j, k) - v(i, j, k));
        }
      }
    }
  }

  std::array<double, 2> residual() const {
    double square = 0.0, largest = 0.0;
#pragma parallel reduction(+:square) reduction(max:largest)
    for (int i = 1; i < nx - 1; ++i)
      for (int j = 1; j < ny - 1; ++j)
        for (int k = 1; k < nz - 1; ++k) {
          const double r = defect(i, j, k);
          square += r * r;
          largest = std::max(largest, std::abs(r));
        }
    return {std::sqrt(square / (double(nx - 2) * (ny - 2) * (nz - 2))), largest};
  }

  double checksum() const {
    double s = 0.0;
    const double* p = v.data();
    const std::size_t n = v.size();
#pragma parallel reduction(+:s)
    for (std::size_t at = 0; at < n; ++at) s += p[at] * double(at % 7 + 1);
    return s;
  }

  void run() {
    for (int it = 1; it <= par.iterations; ++it) {
      lower();
      upper();
      if (it % 4 == 0) {
        const auto r = residual();
        std::printf("iteration %2d rms %.8e max %.8e\n", it, r[0], r[1]);
      }
    }
  }

 private:
  double defect(int i, int j, int k) const {
    return rhs(i, j, k) - coef(i, j, k) * v(i, j, k) + v(i - 1, j, k) + v(i + 1, j, k) + v(i, j - 1, k) + v(i, j + 1, k) +
           v(i, j, k - 1) + v(i, j, k + 1);
  }

  void update(int i, int j, int k, double w) { v(i, j, k) += w * defect(i, j, k) / coef(i, j, k); }

  const int nx, ny, nz;
  Parameters par;
  Field v, rhs, coef;
};

}  // namespace solver

int main(int argc, char** argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 18;
  solver::Parameters p;
  p.omega = 1.2;
  solver::Ssor ssor(size + 6, size + 2, size, p);
  ssor.setup();
  ssor.run();
  std::printf("checksum %.10e\n", ssor.checksum());
  return 0;
}

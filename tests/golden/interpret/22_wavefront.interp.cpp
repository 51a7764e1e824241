// Wavefronts: each value depends on its neighbours to the left and above, so that what can be computed at the
// same time lies on a diagonal, or, in three dimensions, on a plane. The loop over these is sequential, the
// loops through one of them are parallel and short: the threads are forked once for all of them. A
// Gauss-Seidel sweep in two dimensions; the forward and the backward sweep of symmetric over-relaxation in
// three.
//
// run: --check 3 3 3
// run: --check 4 3 5
// run: --check 17 4 9
// run: --check 64 12 11
// run: --check 131 21 13
#include <appyl/interpret/interpret.hpp>
#include "sample.hpp"

#include <appyl/view.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

using appyl::view;

// One sweep over the inner points of n x n.
void gaussSeidel(int n, view<float, 2> u, view<const float, 2> f) {
  for (int diagonal = 2; diagonal <= 2 * n - 4; ++diagonal) {
    const int first = std::max(1, diagonal - n + 2), last = std::min(n - 2, diagonal - 1);
    // gaussSeidel_kernel0: a grid of (std::min(n - 2, diagonal - 1) - std::max(1, diagonal - n
    //   + 2) + 1) programs, one for each i.
    // Reads f (1 x 1); writes u (3 x 3).
    // Proved independent.
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count =
          first <= last ? static_cast<unsigned long long>(last) - static_cast<unsigned long long>(first) + 1
                        : 0;
      check_::Programs programs({"22_wavefront.cpp", "gaussSeidel_kernel0"},
                                {{"i", i_count, 1, static_cast<long long>(first), 1}});
      while (programs.next()) {
        const int i = programs.value<int>(0);
        const int j = diagonal - i;
        check_::write_at({29, 7, "u"}, u, i, j) =
            0.25f *
            (check_::read_at({29, 26, "u"}, u, i - 1, j) + check_::read_at({29, 40, "u"}, u, i, j - 1) +
             check_::read_at({29, 54, "u"}, u, i + 1, j) + check_::read_at({29, 68, "u"}, u, i, j + 1) +
             check_::read_at({29, 82, "f"}, f, i, j));
      }
    }
  }
}

class Field {
 public:
  Field(int nx, int ny, int nz) : ny_(ny), nz_(nz), values_(static_cast<std::size_t>(nx) * ny * nz) {}
  int ny() const { return ny_; }
  int nz() const { return nz_; }
  float& operator()(int i, int j, int k) {
    return ::appyl::interpret::touch({40, 12, "values_"}, values_,
                                     (static_cast<std::size_t>(i) * ny_ + j) * nz_ + k);
  }
  float operator()(int i, int j, int k) const {
    return ::appyl::interpret::read({43, 12, "values_"}, values_,
                                    (static_cast<std::size_t>(i) * ny_ + j) * nz_ + k);
  }
  std::vector<float>& values() { return values_; }

 private:
  int ny_, nz_;
  std::vector<float> values_;
};

inline void relax(Field& u, const Field& f, int i, int j, int k) {
  const float around =
      ::appyl::interpret::read({54, 7, "u(i - 1, j, k)"}, u(i - 1, j, k)) +
                       ::appyl::interpret::read({54, 24, "u(i + 1, j, k)"}, u(i + 1, j, k)) +
                       ::appyl::interpret::read({54, 41, "u(i, j - 1, k)"}, u(i, j - 1, k)) +
                       ::appyl::interpret::read({54, 58, "u(i, j + 1, k)"}, u(i, j + 1, k)) +
                       ::appyl::interpret::read({54, 75, "u(i, j, k - 1)"}, u(i, j, k - 1)) +
                       ::appyl::interpret::read({54, 92, "u(i, j, k + 1)"}, u(i, j, k + 1));
  ::appyl::interpret::update({55, 3, "u(i, j, k)"}, u(i, j, k)) +=
      1.2f * ((around + f(i, j, k)) / 6.25f - ::appyl::interpret::read({55, 57, "u(i, j, k)"}, u(i, j, k)));
}

// The planes i + j + k, from the first corner to the last and back.
void overRelax(int nx, int ny, int nz, Field& u, const Field& f) {
  for (int plane = 3; plane <= nx + ny + nz - 6; ++plane) {
    const int first = std::max(1, plane - (ny - 2) - (nz - 2)), last = std::min(nx - 2, plane - 2);
    // overRelax_kernel0: a grid of (std::min(nx - 2, plane - 2) - std::max(1, plane - (ny - 2)
    //   - (nz - 2)) + 1) programs, one for each i.
    // Reads f.values_ (irregular); writes u.values_ (irregular).
    // Proved independent, given ny <= u.ny(), nz <= u.nz().
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count =
          first <= last ? static_cast<unsigned long long>(last) - static_cast<unsigned long long>(first) + 1
                        : 0;
      check_::Programs programs({"22_wavefront.cpp", "overRelax_kernel0",
                                 (static_cast<long long>(ny) <= static_cast<long long>(u.ny()) &&
                                          static_cast<long long>(nz) <= static_cast<long long>(u.nz())
                                      ? check_::parallel
                                      : check_::unsuited)},
                                {{"i", i_count, 1, static_cast<long long>(first), 1}});
      while (programs.next()) {
        const int i = programs.value<int>(0);
        const int begin = std::max(1, plane - i - (nz - 2)), end = std::min(ny - 2, plane - i - 1);
        {
          check_::SequentialLoop j_loop("j");
          for (int j = begin; j <= end; ++j) {
            j_loop.begin(j);
            relax(u, f, i, j, plane - i - j);
          }
        }
      }
    }
  }
  for (int plane = nx + ny + nz - 6; plane >= 3; --plane) {
    const int first = std::max(1, plane - (ny - 2) - (nz - 2)), last = std::min(nx - 2, plane - 2);
    // overRelax_kernel1: a grid of (std::min(nx - 2, plane - 2) - std::max(1, plane - (ny - 2)
    //   - (nz - 2)) + 1) programs, one for each i.
    // Reads f.values_ (irregular); writes u.values_ (irregular).
    // Proved independent, given ny <= u.ny(), nz <= u.nz().
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count =
          first <= last ? static_cast<unsigned long long>(last) - static_cast<unsigned long long>(first) + 1
                        : 0;
      check_::Programs programs({"22_wavefront.cpp", "overRelax_kernel1",
                                 (static_cast<long long>(ny) <= static_cast<long long>(u.ny()) &&
                                          static_cast<long long>(nz) <= static_cast<long long>(u.nz())
                                      ? check_::parallel
                                      : check_::unsuited)},
                                {{"i", i_count, 1, static_cast<long long>(first), 1}});
      while (programs.next()) {
        const int i = programs.value<int>(0);
        const int begin = std::max(1, plane - i - (nz - 2)), end = std::min(ny - 2, plane - i - 1);
        {
          check_::SequentialLoop j_loop("j");
          for (int j = begin; j <= end; ++j) {
            j_loop.begin(j);
            relax(u, f, i, j, plane - i - j);
          }
        }
      }
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

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
#include <appyl/cuda/cuda.hpp>
#include "sample.hpp"

#include <appyl/view.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

using appyl::view;

// gaussSeidel_kernel0: a grid of (std::min(n - 2, diagonal - 1) - std::max(1, diagonal - n
//   + 2) + 1) programs, one for each i.
// Reads f (1 x 1); writes u (3 x 3).
// Proved independent.
// Each block has 256 threads, x along i.
static __global__ void gaussSeidel_kernel0(int diagonal, view<float, 2> u, view<const float, 2> f,
                                           unsigned long long i_count, unsigned long long i_first) {
  for (unsigned long long i_number_ = ::appyl::cuda::thread_x(); i_number_ < i_count;
       i_number_ += ::appyl::cuda::threads_x()) {
    const int i = static_cast<int>(i_first + i_number_);
    const int j = diagonal - i;
    u(i, j) = 0.25f * (u(i - 1, j) + u(i, j - 1) + u(i + 1, j) + u(i, j + 1) + f(i, j));
  }
}

// One sweep over the inner points of n x n.
void gaussSeidel(int n, view<float, 2> u, view<const float, 2> f) {
  ::appyl::cuda::region together("22_wavefront.cpp", 24);
  for (int diagonal = 2; diagonal <= 2 * n - 4; ++diagonal) {
    const int first = std::max(1, diagonal - n + 2), last = std::min(n - 2, diagonal - 1);
    {
      const unsigned long long i_count =
          first <= last ? static_cast<unsigned long long>(last) - static_cast<unsigned long long>(first) + 1
                        : 0;
      if (first <= last) {
        ::appyl::cuda::loop device("22_wavefront.cpp", 27, "gaussSeidel_kernel0");
        device.inout(u.data(), 0, ::appyl::cuda::span_of(u));
        device.in(f.data(), 0, ::appyl::cuda::span_of(f));
        const dim3 grid(::appyl::cuda::blocks(i_count, 256));
        ::appyl::cuda::launch(gaussSeidel_kernel0, grid, dim3(256), 0, diagonal, device.view(u),
                              device.view(f), i_count, static_cast<unsigned long long>(first));
        device.finish();
      }
    }
  }
  together.end();
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

APPYL_CUDA_PRIVATE_MEMBER(Field_values_, &Field::values_);
APPYL_CUDA_PRIVATE_MEMBER(Field_ny_, &Field::ny_);
APPYL_CUDA_PRIVATE_MEMBER(Field_nz_, &Field::nz_);

// overRelax_kernel0: a grid of (std::min(nx - 2, plane - 2) - std::max(1, plane - (ny - 2)
//   - (nz - 2)) + 1) programs, one for each i.
// Reads f.values_ (irregular); writes u.values_ (irregular).
// Proved independent, given ny <= u.ny(), nz <= u.nz().
// Each block has 256 threads, x along i.
static __global__ void overRelax_kernel0(int plane, int nz, int ny, float* u_values, int u_ny, int u_nz,
                                         const float* f_values, int f_ny, int f_nz,
                                         unsigned long long i_count, unsigned long long i_first) {
  const auto u_element = [&](int i, int j, int k) -> float& {
    return u_values[(static_cast<std::size_t>(i) * u_ny + j) * u_nz + k];
  };
  const auto f_element = [&](int i, int j, int k) -> float {
    return f_values[(static_cast<std::size_t>(i) * f_ny + j) * f_nz + k];
  };
  const auto relax_u_f = [&](int i, int j, int k) -> void {
    const float around = u_element(i - 1, j, k) + u_element(i + 1, j, k) + u_element(i, j - 1, k) +
                         u_element(i, j + 1, k) + u_element(i, j, k - 1) + u_element(i, j, k + 1);
    u_element(i, j, k) += 1.2f * ((around + f_element(i, j, k)) / 6.25f - u_element(i, j, k));
  };
  for (unsigned long long i_number_ = ::appyl::cuda::thread_x(); i_number_ < i_count;
       i_number_ += ::appyl::cuda::threads_x()) {
    const int i = static_cast<int>(i_first + i_number_);
    const int begin = std::max(1, plane - i - (nz - 2)), end = std::min(ny - 2, plane - i - 1);
    for (int j = begin; j <= end; ++j) relax_u_f(i, j, plane - i - j);
  }
}

// overRelax_kernel1: a grid of (std::min(nx - 2, plane - 2) - std::max(1, plane - (ny - 2)
//   - (nz - 2)) + 1) programs, one for each i.
// Reads f.values_ (irregular); writes u.values_ (irregular).
// Proved independent, given ny <= u.ny(), nz <= u.nz().
// Each block has 256 threads, x along i.
static __global__ void overRelax_kernel1(int plane, int nz, int ny, float* u_values, int u_ny, int u_nz,
                                         const float* f_values, int f_ny, int f_nz,
                                         unsigned long long i_count, unsigned long long i_first) {
  const auto u_element = [&](int i, int j, int k) -> float& {
    return u_values[(static_cast<std::size_t>(i) * u_ny + j) * u_nz + k];
  };
  const auto f_element = [&](int i, int j, int k) -> float {
    return f_values[(static_cast<std::size_t>(i) * f_ny + j) * f_nz + k];
  };
  const auto relax_u_f = [&](int i, int j, int k) -> void {
    const float around = u_element(i - 1, j, k) + u_element(i + 1, j, k) + u_element(i, j - 1, k) +
                         u_element(i, j + 1, k) + u_element(i, j, k - 1) + u_element(i, j, k + 1);
    u_element(i, j, k) += 1.2f * ((around + f_element(i, j, k)) / 6.25f - u_element(i, j, k));
  };
  for (unsigned long long i_number_ = ::appyl::cuda::thread_x(); i_number_ < i_count;
       i_number_ += ::appyl::cuda::threads_x()) {
    const int i = static_cast<int>(i_first + i_number_);
    const int begin = std::max(1, plane - i - (nz - 2)), end = std::min(ny - 2, plane - i - 1);
    for (int j = begin; j <= end; ++j) relax_u_f(i, j, plane - i - j);
  }
}

// The planes i + j + k, from the first corner to the last and back.
void overRelax(int nx, int ny, int nz, Field& u, const Field& f) {
  ::appyl::cuda::region together("22_wavefront.cpp", 60);
  for (int plane = 3; plane <= nx + ny + nz - 6; ++plane) {
    const int first = std::max(1, plane - (ny - 2) - (nz - 2)), last = std::min(nx - 2, plane - 2);
    if (!(static_cast<long long>(ny) <= static_cast<long long>(u.ny()) &&
          static_cast<long long>(nz) <= static_cast<long long>(u.nz()) &&
          1 <= static_cast<long long>(u.nz()) &&
          1 <= static_cast<long long>(u.ny()) * static_cast<long long>(u.nz()) &&
          1 <= static_cast<long long>(f.nz()) &&
          1 <= static_cast<long long>(f.ny()) * static_cast<long long>(f.nz()))) {
      ::appyl::cuda::host_turn turn("22_wavefront.cpp", 63);
      for (int i = first; i <= last; ++i) {
        const int begin = std::max(1, plane - i - (nz - 2)), end = std::min(ny - 2, plane - i - 1);
        for (int j = begin; j <= end; ++j) relax(u, f, i, j, plane - i - j);
      }
      turn.end();
    } else {
      const unsigned long long i_count =
          first <= last ? static_cast<unsigned long long>(last) - static_cast<unsigned long long>(first) + 1
                        : 0;
      if (first <= last) {
        ::appyl::cuda::loop device("22_wavefront.cpp", 63, "overRelax_kernel0");
        if (2 < ny && 2 < nz && std::max<long long>(1, 1LL * plane - ny - nz + 4) + 1 < plane &&
            plane + 3LL < ny + nz + std::min<long long>(nx - 2LL, plane - 2LL) && 5 < 1LL * ny + nz)
          device.inout(
              ::appyl::cuda::member<Field_values_>(u).data(),
              std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) * u.nz() +
                  plane + std::max<long long>(1, 1LL * plane - ny - nz + 4) * u.ny() * u.nz() -
                  std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) -
                  std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1LL * u.ny() * u.nz(),
              std::min<long long>(ny - 2LL, plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) *
                      u.nz() +
                  plane + std::min<long long>(nx - 2LL, plane - 2LL) * u.ny() * u.nz() -
                  std::min<long long>(ny - 2LL,
                                      plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) -
                  std::min<long long>(nx - 2LL, plane - 2LL) - 1LL * u.ny() * u.nz() + 1);
        if (2 < ny && 2 < nz && std::max<long long>(1, 1LL * plane - ny - nz + 4) + 1 < plane &&
            plane + 3LL < ny + nz + std::min<long long>(nx - 2LL, plane - 2LL) && 5 < 1LL * ny + nz)
          device.inout(
              ::appyl::cuda::member<Field_values_>(u).data(),
              std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) * u.nz() +
                  plane + std::max<long long>(1, 1LL * plane - ny - nz + 4) * u.ny() * u.nz() +
                  1LL * u.ny() * u.nz() -
                  std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) -
                  std::max<long long>(1, 1LL * plane - ny - nz + 4),
              std::min<long long>(ny - 2LL, plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) *
                      u.nz() +
                  plane + std::min<long long>(nx - 2LL, plane - 2LL) * u.ny() * u.nz() +
                  1LL * u.ny() * u.nz() -
                  std::min<long long>(ny - 2LL,
                                      plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) -
                  std::min<long long>(nx - 2LL, plane - 2LL) + 1);
        if (2 < ny && 2 < nz && std::max<long long>(1, 1LL * plane - ny - nz + 4) + 1 < plane &&
            plane + 3LL < ny + nz + std::min<long long>(nx - 2LL, plane - 2LL) && 5 < 1LL * ny + nz)
          device.inout(
              ::appyl::cuda::member<Field_values_>(u).data(),
              std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) * u.nz() +
                  plane + std::max<long long>(1, 1LL * plane - ny - nz + 4) * u.ny() * u.nz() -
                  std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) -
                  std::max<long long>(1, 1LL * plane - ny - nz + 4) - u.nz(),
              std::min<long long>(ny - 2LL, plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) *
                      u.nz() +
                  plane + std::min<long long>(nx - 2LL, plane - 2LL) * u.ny() * u.nz() -
                  std::min<long long>(ny - 2LL,
                                      plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) -
                  std::min<long long>(nx - 2LL, plane - 2LL) - u.nz() + 1);
        if (2 < ny && 2 < nz && std::max<long long>(1, 1LL * plane - ny - nz + 4) + 1 < plane &&
            plane + 3LL < ny + nz + std::min<long long>(nx - 2LL, plane - 2LL) && 5 < 1LL * ny + nz)
          device.inout(
              ::appyl::cuda::member<Field_values_>(u).data(),
              std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) * u.nz() +
                  plane + std::max<long long>(1, 1LL * plane - ny - nz + 4) * u.ny() * u.nz() + u.nz() -
                  std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) -
                  std::max<long long>(1, 1LL * plane - ny - nz + 4),
              std::min<long long>(ny - 2LL, plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) *
                      u.nz() +
                  plane + std::min<long long>(nx - 2LL, plane - 2LL) * u.ny() * u.nz() + u.nz() -
                  std::min<long long>(ny - 2LL,
                                      plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) -
                  std::min<long long>(nx - 2LL, plane - 2LL) + 1);
        if (2 < ny && 2 < nz && std::max<long long>(1, 1LL * plane - ny - nz + 4) + 1 < plane &&
            plane + 3LL < ny + nz + std::min<long long>(nx - 2LL, plane - 2LL) && 5 < 1LL * ny + nz)
          device.inout(
              ::appyl::cuda::member<Field_values_>(u).data(),
              std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) * u.nz() +
                  plane + std::max<long long>(1, 1LL * plane - ny - nz + 4) * u.ny() * u.nz() -
                  std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) -
                  std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1,
              std::min<long long>(ny - 2LL, plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) *
                      u.nz() +
                  plane + std::min<long long>(nx - 2LL, plane - 2LL) * u.ny() * u.nz() -
                  std::min<long long>(ny - 2LL,
                                      plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) -
                  std::min<long long>(nx - 2LL, plane - 2LL) + 2);
        if (2 < ny && 2 < nz && std::max<long long>(1, 1LL * plane - ny - nz + 4) + 1 < plane &&
            plane + 3LL < ny + nz + std::min<long long>(nx - 2LL, plane - 2LL) && 5 < 1LL * ny + nz)
          device.in(
              ::appyl::cuda::member<Field_values_>(f).data(),
              std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) * f.nz() +
                  f.ny() * f.nz() * std::max<long long>(1, 1LL * plane - ny - nz + 4) + plane -
                  std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) -
                  std::max<long long>(1, 1LL * plane - ny - nz + 4),
              std::min<long long>(ny - 2LL, plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) *
                      f.nz() +
                  f.ny() * f.nz() * std::min<long long>(nx - 2LL, plane - 2LL) + plane -
                  std::min<long long>(ny - 2LL,
                                      plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) -
                  std::min<long long>(nx - 2LL, plane - 2LL) + 1);
        const dim3 grid(::appyl::cuda::blocks(i_count, 256));
        ::appyl::cuda::launch(overRelax_kernel0, grid, dim3(256), 0, plane, nz, ny,
                              device.at(::appyl::cuda::member<Field_values_>(u).data()),
                              ::appyl::cuda::member<Field_ny_>(u), ::appyl::cuda::member<Field_nz_>(u),
                              device.at(::appyl::cuda::member<Field_values_>(f).data()),
                              ::appyl::cuda::member<Field_ny_>(f), ::appyl::cuda::member<Field_nz_>(f),
                              i_count, static_cast<unsigned long long>(first));
        device.finish();
      }
    }
  }
  for (int plane = nx + ny + nz - 6; plane >= 3; --plane) {
    const int first = std::max(1, plane - (ny - 2) - (nz - 2)), last = std::min(nx - 2, plane - 2);
    if (!(static_cast<long long>(ny) <= static_cast<long long>(u.ny()) &&
          static_cast<long long>(nz) <= static_cast<long long>(u.nz()) &&
          1 <= static_cast<long long>(u.nz()) &&
          1 <= static_cast<long long>(u.ny()) * static_cast<long long>(u.nz()) &&
          1 <= static_cast<long long>(f.nz()) &&
          1 <= static_cast<long long>(f.ny()) * static_cast<long long>(f.nz()))) {
      ::appyl::cuda::host_turn turn("22_wavefront.cpp", 71);
      for (int i = first; i <= last; ++i) {
        const int begin = std::max(1, plane - i - (nz - 2)), end = std::min(ny - 2, plane - i - 1);
        for (int j = begin; j <= end; ++j) relax(u, f, i, j, plane - i - j);
      }
      turn.end();
    } else {
      const unsigned long long i_count =
          first <= last ? static_cast<unsigned long long>(last) - static_cast<unsigned long long>(first) + 1
                        : 0;
      if (first <= last) {
        ::appyl::cuda::loop device("22_wavefront.cpp", 71, "overRelax_kernel1");
        if (2 < ny && 2 < nz && std::max<long long>(1, 1LL * plane - ny - nz + 4) + 1 < plane &&
            plane + 3LL < ny + nz + std::min<long long>(nx - 2LL, plane - 2LL) && 5 < 1LL * ny + nz)
          device.inout(
              ::appyl::cuda::member<Field_values_>(u).data(),
              std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) * u.nz() +
                  plane + std::max<long long>(1, 1LL * plane - ny - nz + 4) * u.ny() * u.nz() -
                  std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) -
                  std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1LL * u.ny() * u.nz(),
              std::min<long long>(ny - 2LL, plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) *
                      u.nz() +
                  plane + std::min<long long>(nx - 2LL, plane - 2LL) * u.ny() * u.nz() -
                  std::min<long long>(ny - 2LL,
                                      plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) -
                  std::min<long long>(nx - 2LL, plane - 2LL) - 1LL * u.ny() * u.nz() + 1);
        if (2 < ny && 2 < nz && std::max<long long>(1, 1LL * plane - ny - nz + 4) + 1 < plane &&
            plane + 3LL < ny + nz + std::min<long long>(nx - 2LL, plane - 2LL) && 5 < 1LL * ny + nz)
          device.inout(
              ::appyl::cuda::member<Field_values_>(u).data(),
              std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) * u.nz() +
                  plane + std::max<long long>(1, 1LL * plane - ny - nz + 4) * u.ny() * u.nz() +
                  1LL * u.ny() * u.nz() -
                  std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) -
                  std::max<long long>(1, 1LL * plane - ny - nz + 4),
              std::min<long long>(ny - 2LL, plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) *
                      u.nz() +
                  plane + std::min<long long>(nx - 2LL, plane - 2LL) * u.ny() * u.nz() +
                  1LL * u.ny() * u.nz() -
                  std::min<long long>(ny - 2LL,
                                      plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) -
                  std::min<long long>(nx - 2LL, plane - 2LL) + 1);
        if (2 < ny && 2 < nz && std::max<long long>(1, 1LL * plane - ny - nz + 4) + 1 < plane &&
            plane + 3LL < ny + nz + std::min<long long>(nx - 2LL, plane - 2LL) && 5 < 1LL * ny + nz)
          device.inout(
              ::appyl::cuda::member<Field_values_>(u).data(),
              std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) * u.nz() +
                  plane + std::max<long long>(1, 1LL * plane - ny - nz + 4) * u.ny() * u.nz() -
                  std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) -
                  std::max<long long>(1, 1LL * plane - ny - nz + 4) - u.nz(),
              std::min<long long>(ny - 2LL, plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) *
                      u.nz() +
                  plane + std::min<long long>(nx - 2LL, plane - 2LL) * u.ny() * u.nz() -
                  std::min<long long>(ny - 2LL,
                                      plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) -
                  std::min<long long>(nx - 2LL, plane - 2LL) - u.nz() + 1);
        if (2 < ny && 2 < nz && std::max<long long>(1, 1LL * plane - ny - nz + 4) + 1 < plane &&
            plane + 3LL < ny + nz + std::min<long long>(nx - 2LL, plane - 2LL) && 5 < 1LL * ny + nz)
          device.inout(
              ::appyl::cuda::member<Field_values_>(u).data(),
              std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) * u.nz() +
                  plane + std::max<long long>(1, 1LL * plane - ny - nz + 4) * u.ny() * u.nz() + u.nz() -
                  std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) -
                  std::max<long long>(1, 1LL * plane - ny - nz + 4),
              std::min<long long>(ny - 2LL, plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) *
                      u.nz() +
                  plane + std::min<long long>(nx - 2LL, plane - 2LL) * u.ny() * u.nz() + u.nz() -
                  std::min<long long>(ny - 2LL,
                                      plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) -
                  std::min<long long>(nx - 2LL, plane - 2LL) + 1);
        if (2 < ny && 2 < nz && std::max<long long>(1, 1LL * plane - ny - nz + 4) + 1 < plane &&
            plane + 3LL < ny + nz + std::min<long long>(nx - 2LL, plane - 2LL) && 5 < 1LL * ny + nz)
          device.inout(
              ::appyl::cuda::member<Field_values_>(u).data(),
              std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) * u.nz() +
                  plane + std::max<long long>(1, 1LL * plane - ny - nz + 4) * u.ny() * u.nz() -
                  std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) -
                  std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1,
              std::min<long long>(ny - 2LL, plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) *
                      u.nz() +
                  plane + std::min<long long>(nx - 2LL, plane - 2LL) * u.ny() * u.nz() -
                  std::min<long long>(ny - 2LL,
                                      plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) -
                  std::min<long long>(nx - 2LL, plane - 2LL) + 2);
        if (2 < ny && 2 < nz && std::max<long long>(1, 1LL * plane - ny - nz + 4) + 1 < plane &&
            plane + 3LL < ny + nz + std::min<long long>(nx - 2LL, plane - 2LL) && 5 < 1LL * ny + nz)
          device.in(
              ::appyl::cuda::member<Field_values_>(f).data(),
              std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) * f.nz() +
                  f.ny() * f.nz() * std::max<long long>(1, 1LL * plane - ny - nz + 4) + plane -
                  std::max<long long>(1, plane - nz - std::min<long long>(nx - 2LL, plane - 2LL) + 2) -
                  std::max<long long>(1, 1LL * plane - ny - nz + 4),
              std::min<long long>(ny - 2LL, plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) *
                      f.nz() +
                  f.ny() * f.nz() * std::min<long long>(nx - 2LL, plane - 2LL) + plane -
                  std::min<long long>(ny - 2LL,
                                      plane - std::max<long long>(1, 1LL * plane - ny - nz + 4) - 1) -
                  std::min<long long>(nx - 2LL, plane - 2LL) + 1);
        const dim3 grid(::appyl::cuda::blocks(i_count, 256));
        ::appyl::cuda::launch(overRelax_kernel1, grid, dim3(256), 0, plane, nz, ny,
                              device.at(::appyl::cuda::member<Field_values_>(u).data()),
                              ::appyl::cuda::member<Field_ny_>(u), ::appyl::cuda::member<Field_nz_>(u),
                              device.at(::appyl::cuda::member<Field_values_>(f).data()),
                              ::appyl::cuda::member<Field_ny_>(f), ::appyl::cuda::member<Field_nz_>(f),
                              i_count, static_cast<unsigned long long>(first));
        device.finish();
      }
    }
  }
  together.end();
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

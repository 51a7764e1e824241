// What else tiles say: overlapping slices (convolutions of one and two dimensions), masks, the nearest of
// several centres by `argmin`, histograms by atomic updates, and 2-byte types, which are added up in float.
//
// flags: -Iinclude
// run: --check 0
// run: --check 1
// run: --check 128
// run: --check 1000
#include <appyl/cuda/cuda.hpp>
#include <appyl/appyl.hpp>

#include "sample.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace appyl;

constexpr int B = 128, taps = 5, clusters = 8, dimensions = 4;

// convolve_kernel0: a grid of ceildiv(y.extent(0), 128) programs, blocks of B of i.
// Reads weights (1), x (128); writes y (128).
// Proved independent.
// Each block has 128 threads, x along i; each takes 8 iterations of i at a time.
static __global__ void convolve_kernel0(view<const float> x, view<const float> weights, view<float> y,
                                        unsigned long long i_count, unsigned long long i_first) {
  for (unsigned long long i_at = ::appyl::cuda::thread_x(8); i_at < i_count;
       i_at += ::appyl::cuda::threads_x(8))
    ::appyl::cuda::several<8, 128>(i_at, i_count, [&](unsigned long long i_number_) {
      const int i = static_cast<int>(i_first + i_number_);
      float sum_ = 0;
      for (int k = 0; k < taps; ++k) {
        if (i + k < x.extent(0)) sum_ += weights(k) * x(i + k);
      }
      y(i) = sum_;
    });
}

// `x` has taps - 1 elements more than `y`.
void convolve(view<const float> x, view<const float> weights, view<float> y) {
  {
    const unsigned long long i_count = 0 < y.extent(0) ? static_cast<unsigned long long>(y.extent(0)) : 0;
    if (0 < y.extent(0)) {
      ::appyl::cuda::loop device("19_tile_forms.cpp", 24, "convolve_kernel0");
      device.in(weights.data(), 0, ::appyl::cuda::span_of(weights));
      device.in(x.data(), 0, ::appyl::cuda::span_of(x));
      device.inout(y.data(), 0, ::appyl::cuda::span_of(y));
      const dim3 grid(::appyl::cuda::blocks(i_count, 1024));
      ::appyl::cuda::launch(convolve_kernel0, grid, dim3(128), 0, device.view(x), device.view(weights),
                            device.view(y), i_count, static_cast<unsigned long long>(0));
      device.finish();
    }
  }
}

// blur_kernel0: a grid of ceildiv(height, 8) x ceildiv(width, 32) programs, blocks of Bi of
//   i and Bj of j.
// Reads x (8 x 32); writes y (8 x 32).
// Proved independent.
// Each block has 32 x 4 threads, x along j, y along i; each takes 8 iterations of i at a
//   time.
static __global__ void blur_kernel0(int height, int width, view<const float, 2> x, view<float, 2> y) {
  for (long long i_at = 8 * ::appyl::cuda::thread_y(); i_at < height; i_at += 8 * ::appyl::cuda::threads_y())
    for (long long j_at = ::appyl::cuda::thread_x(); j_at < width; j_at += ::appyl::cuda::threads_x())
      ::appyl::cuda::several<8>(static_cast<int>(i_at), height, [&](int i) {
        const int j = static_cast<int>(j_at);
        float sum_ = 0;
        for (int p = -1; p <= 1; ++p)
          for (int r = -1; r <= 1; ++r) {
            if (0 <= i + p && i + p < x.extent(0) && 0 <= j + r && j + r < x.extent(1))
              sum_ += x(i + p, j + r);
          }
        y(i, j) = sum_ / 9;
      });
}

// Outside of the image there is nothing to add.
void blur(view<const float, 2> x, view<float, 2> y, int height, int width) {
  constexpr int Bi = 8, Bj = 32;
  if ((height % Bi == 0 ? height <= y.extent(0) : y.extent(0) == height) &&
      (width % Bj == 0 ? width <= y.extent(1) : y.extent(1) == width)) {
    if (0 < height && 0 < width) {
      ::appyl::cuda::loop device("19_tile_forms.cpp", 35, "blur_kernel0");
      device.in(x.data(), 0, ::appyl::cuda::span_of(x));
      device.inout(y.data(), 0, ::appyl::cuda::span_of(y));
      const dim3 grid(::appyl::cuda::blocks(width, 32), ::appyl::cuda::blocks(height, 32, 65535));
      ::appyl::cuda::launch(blur_kernel0, grid, dim3(32, 4), 0, height, width, device.view(x),
                            device.view(y));
      device.finish();
    }
  } else {  // slices that end elsewhere
    ::appyl::runs_on_host("19_tile_forms.cpp", 35, "slices end elsewhere than its loops", x, y);
    for (int i = 0; i < height; i += Bi)
      for (int j = 0; j < width; j += Bj) {
        tile<float, 2> sum_ = zeros<float>(Bi, Bj);
        for (int p = -1; p <= 1; ++p)
          for (int r = -1; r <= 1; ++r) sum_ += x(slice(i + p, Bi), slice(j + r, Bj));
        y(slice(i, Bi), slice(j, Bj)) = sum_ / 9;
      }
  }
}

// threshold_kernel0: a grid of ceildiv(n, 128) programs, blocks of B of i.
// Reads x (128); writes y (128).
// Proved independent.
// Each block has 128 threads, x along i; each takes 8 iterations of i at a time.
static __global__ void threshold_kernel0(int n, view<const float> x, view<float> y) {
  for (long long i_at = ::appyl::cuda::thread_x(8); i_at < n; i_at += ::appyl::cuda::threads_x(8))
    ::appyl::cuda::several<8, 128>(static_cast<int>(i_at), n, [&](int i) {
      float value = x(i);
      if (value > 0.5f) y(i) = std::sqrt(std::fabs(value));
    });
}

// Only what is large is read, and written.
void threshold(view<const float> x, view<float> y, int n) {
  if (n <= x.extent(0) && (n % B == 0 ? n <= y.extent(0) : y.extent(0) == n)) {
    if (0 < n) {
      ::appyl::cuda::loop device("19_tile_forms.cpp", 48, "threshold_kernel0");
      device.in(x.data(), 0, ::appyl::cuda::span_of(x));
      device.inout(y.data(), 0, ::appyl::cuda::span_of(y));
      const dim3 grid(::appyl::cuda::blocks(n, 1024));
      ::appyl::cuda::launch(threshold_kernel0, grid, dim3(128), 0, n, device.view(x), device.view(y));
      device.finish();
    }
  } else {  // slices that end elsewhere
    ::appyl::runs_on_host("19_tile_forms.cpp", 48, "slices end elsewhere than its loops", x, y);
    for (int i = 0; i < n; i += B) {
      const auto inside = arange(B) + i < n;
      const tile<float> value = load(x(slice(i, B)), inside, 0.0f);
      store(y(slice(i, B)), sqrt(abs(value)), inside && value > 0.5f);
    }
  }
}

// nearest_kernel0: a grid of ceildiv(labels.extent(0), 128) programs, blocks of B of i.
// Reads centers (8 x 4), points (128 x 4); writes labels (128).
// Proved independent.
// Each program is run by a warp, 4 of a block, whose threads share the iterations of lane;
//   distance in shared memory.
static __global__ void nearest_kernel0(view<const double, 2> centers, view<const double, 2> points,
                                       view<int> labels, unsigned long long i_count,
                                       unsigned long long i_first) {
  for (unsigned long long i_number_ = blockIdx.x * 4LL + threadIdx.y; i_number_ < i_count;
       i_number_ += gridDim.x * 4LL) {
    const int i = static_cast<int>(i_first + i_number_);
    __shared__ double distance_warps[4][clusters];
    auto& distance = distance_warps[threadIdx.y];
    __syncwarp();
    for (long long lane_at = threadIdx.x; lane_at < clusters; lane_at += blockDim.x) {
      const int lane = static_cast<int>(lane_at);
      double total = 0;
      for (int lane2 = 0; lane2 < dimensions; ++lane2) total += centers(lane, lane2) * centers(lane, lane2);
      double total2 = 0;
      for (int lane2 = 0; lane2 < dimensions; ++lane2) total2 += points(i, lane2) * centers(lane, lane2);
      distance[lane] = total - 2 * total2;
    }
    std::ptrdiff_t place = -1;
    double least{};
    __syncwarp();
    for (int lane = 0; lane < clusters; ++lane) {
      const double value2 = distance[lane];
      if (place < 0 || value2 < least) {
        least = value2;
        place = lane;
      }
    }
    if (threadIdx.x == 0) labels(i) = place;
  }
}

// nearest_kernel1: a grid of ceildiv(labels.extent(0), 128) programs, blocks of B of i.
// Reads labels (128); writes counts (irregular); reduces counts by +.
// Proved independent.
// Each block has 128 threads, x along i; each takes 8 iterations of i at a time.
static __global__ void nearest_kernel1(view<int> counts, view<int> labels, unsigned long long i_count,
                                       unsigned long long i_first) {
  for (unsigned long long i_at = ::appyl::cuda::thread_x(8); i_at < i_count;
       i_at += ::appyl::cuda::threads_x(8))
    ::appyl::cuda::several<8, 128>(i_at, i_count, [&](unsigned long long i_number_) {
      const int i = static_cast<int>(i_first + i_number_);
      ::appyl::cuda::atomic_update(::appyl::cuda::sum(), counts(labels(i)), 1);
    });
}

void nearest(view<const double, 2> points, view<const double, 2> centers, view<int> labels,
             view<int> counts) {
  ::appyl::cuda::region together("19_tile_forms.cpp", 57);
  if (labels.extent(0) <= points.extent(0) && clusters <= centers.extent(0) &&
      dimensions <= centers.extent(1) && dimensions <= points.extent(1)) {
    {
      const unsigned long long i_count =
          0 < labels.extent(0) ? static_cast<unsigned long long>(labels.extent(0)) : 0;
      if (0 < labels.extent(0)) {
        ::appyl::cuda::loop device("19_tile_forms.cpp", 58, "nearest_kernel0");
        device.in(centers.data(), 0, ::appyl::cuda::span_of(centers));
        device.in(points.data(), 0, ::appyl::cuda::span_of(points));
        device.inout(labels.data(), 0, ::appyl::cuda::span_of(labels));
        const dim3 grid(::appyl::cuda::blocks(i_count, 4));
        ::appyl::cuda::launch(nearest_kernel0, grid, dim3(32, 4), 0, device.view(centers),
                              device.view(points), device.view(labels), i_count,
                              static_cast<unsigned long long>(0));
        device.finish();
      }
    }
  } else {  // slices that end elsewhere
    ::appyl::cuda::host_turn turn("19_tile_forms.cpp", 63);
    ::appyl::runs_on_host("19_tile_forms.cpp", 58, "slices end elsewhere than its loops", labels, points, centers);
    for (int i = 0; i < labels.extent(0); i += B) {
      const auto p = points(slice(i, B), slice(dimensions));
      const auto c = centers(slice(clusters), slice(dimensions));
      const tile<double, 2> distance = reshape(sum(c * c, 1), 1, clusters) - 2 * dot(p, transpose(c));
      labels(slice(i, B)) = argmin(distance, 1);
    }
    turn.end();
  }
  {
    const unsigned long long i_count =
        0 < labels.extent(0) ? static_cast<unsigned long long>(labels.extent(0)) : 0;
    if (0 < labels.extent(0)) {
      ::appyl::cuda::loop device("19_tile_forms.cpp", 65, "nearest_kernel1");
      device.inout(counts.data(), 0, ::appyl::cuda::span_of(counts));
      device.in(labels.data(), 0, ::appyl::cuda::span_of(labels));
      const dim3 grid(::appyl::cuda::blocks(i_count, 1024));
      ::appyl::cuda::launch(nearest_kernel1, grid, dim3(128), 0, device.view(counts), device.view(labels),
                            i_count, static_cast<unsigned long long>(0));
      device.finish();
    }
  }
  together.end();
}

// small_kernel0: a grid of ceildiv(n, 128) programs, blocks of B of i.
// Reads x (128); writes y (128).
// Proved independent.
// Each block has 128 threads, x along i; each takes 4 iterations of i at a time.
static __global__ void small_kernel0(int n, view<bfloat16> y, view<const bfloat16> x) {
  for (long long i_at = ::appyl::cuda::thread_x(4); i_at < n; i_at += ::appyl::cuda::threads_x(4))
    ::appyl::cuda::several<4, 128>(static_cast<int>(i_at), n, [&](int i) {
      y(i) = 2.0f * static_cast<float>(x(i)) + static_cast<float>(y(i));
    });
}

// y = a x + y in bfloat16, and the scalar product of halves.
void small(view<const bfloat16> x, view<bfloat16> y, int n) {
  if (n <= y.extent(0) && n <= x.extent(0)) {
    if (0 < n) {
      ::appyl::cuda::loop device("19_tile_forms.cpp", 71, "small_kernel0");
      device.in(x.data(), 0, ::appyl::cuda::span_of(x));
      device.inout(y.data(), 0, ::appyl::cuda::span_of(y));
      const dim3 grid(::appyl::cuda::blocks(n, 512));
      ::appyl::cuda::launch(small_kernel0, grid, dim3(128), 0, n, device.view(y), device.view(x));
      device.finish();
    }
  } else {  // slices that end elsewhere
    ::appyl::runs_on_host("19_tile_forms.cpp", 71, "slices end elsewhere than its loops", y, x);
    y(slice(n)) = 2.0f * x(slice(n)) + y(slice(n));
  }
}

// product_kernel0: a grid of ceildiv(n, 128) programs, blocks of B of i.
// Reads x (128), y (128); writes result (1); reduces result(0) by +.
// Proved independent.
// Each block has 128 threads, x along i; each takes 4 iterations of i at a time.
static __global__ void product_kernel0(int n, view<const half> x, view<const half> y,
                                       ::appyl::cuda::partials<float> result_0_partials) {
  float result_0_own = ::appyl::cuda::sum::identity<float>();
  for (long long i_at = ::appyl::cuda::thread_x(4); i_at < n; i_at += ::appyl::cuda::threads_x(4))
    ::appyl::cuda::several<4, 128>(static_cast<int>(i_at), n, [&](int i) {
      result_0_own += static_cast<float>(x(i)) * static_cast<float>(y(i));
    });
  ::appyl::cuda::grid_reduce(::appyl::cuda::sum(), result_0_own, result_0_partials);
}

void product(view<const half> x, view<const half> y, view<float> result, int n) {
  result(0) = 0;
  if (n <= y.extent(0) && (n % B == 0 ? n <= x.extent(0) : x.extent(0) == n)) {
    if (0 < n) {
      ::appyl::cuda::loop device("19_tile_forms.cpp", 77, "product_kernel0");
      device.in(x.data(), 0, ::appyl::cuda::span_of(x));
      device.in(y.data(), 0, ::appyl::cuda::span_of(y));
      device.inout(&result(0), 0, 1);
      const dim3 grid(::appyl::cuda::blocks(n, 512, 1024));
      ::appyl::cuda::launch(product_kernel0, grid, dim3(128), 0, n, device.view(x), device.view(y),
                            device.reduction(&result(0), grid));
      device.finish();
    }
  } else {  // slices that end elsewhere
    ::appyl::runs_on_host("19_tile_forms.cpp", 77, "slices end elsewhere than its loops", result, x, y);
    for (int i = 0; i < n; i += B) result(0) += dot(x(slice(i, B)), y(slice(i, B)));
  }
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"n", 200'000}});
  const int n = static_cast<int>(program.size(0));
  sample::Random random;

  const std::vector<float> x = random.vector<float>(n + taps - 1), weights = random.vector<float>(taps);
  std::vector<float> expected(n), actual(n);
  program.kernel(
      "convolve",
      [&] {
        for (int i = 0; i < n; ++i) {
          expected[i] = 0;
          for (int k = 0; k < taps; ++k) expected[i] += weights[k] * x[i + k];
        }
      },
      [&] { convolve(x, weights, actual); }, [&] { return sample::same(expected, actual); });

  const int width = 37, height = n / width;
  program.kernel(
      "blur",
      [&] {
        for (int i = 0; i < height; ++i)
          for (int j = 0; j < width; ++j) {
            float sum = 0;
            for (int p = std::max(i - 1, 0); p < std::min(i + 2, height); ++p)
              for (int r = std::max(j - 1, 0); r < std::min(j + 2, width); ++r) sum += x[p * width + r];
            expected[i * width + j] = sum / 9;
          }
      },
      [&] {
        blur(view<const float, 2>(x, height, width), view<float, 2>(actual, height, width), height, width);
      },
      [&] { return sample::same(expected, actual); });
  program.kernel(
      "threshold",
      [&] {
        for (int i = 0; i < n; ++i)
          if (x[i] > 0.5f) expected[i] = std::sqrt(x[i]);
      },
      [&] { threshold(x, actual, n); }, [&] { return sample::same(expected, actual); });

  const std::vector<double> points = random.vector<double>(static_cast<std::size_t>(n) * dimensions),
                            centers = random.vector<double>(clusters * dimensions);
  std::vector<int> expectedLabels(n), labels(n), expectedCounts(clusters), counts(clusters);
  program.kernel(
      "nearest",
      [&] {
        for (int i = 0; i < n; ++i) {
          double best = 0;
          for (int c = 0; c < clusters; ++c) {
            double length = 0, along = 0;
            for (int d = 0; d < dimensions; ++d) {
              length += centers[c * dimensions + d] * centers[c * dimensions + d];
              along += points[i * dimensions + d] * centers[c * dimensions + d];
            }
            if (c == 0 || length - 2 * along < best) best = length - 2 * along, expectedLabels[i] = c;
          }
          ++expectedCounts[expectedLabels[i]];
        }
      },
      [&] {
        nearest(view<const double, 2>(points, n, dimensions),
                view<const double, 2>(centers, clusters, dimensions), labels, counts);
      },
      [&] { return sample::same(expectedLabels, labels) && sample::same(expectedCounts, counts); });

  std::vector<bfloat16> u(n), v(n), w(n);
  std::vector<half> p(n), q(n);
  for (int i = 0; i < n; ++i) {
    u[i] = static_cast<bfloat16>(x[i]), v[i] = w[i] = static_cast<bfloat16>(0.25f);
    p[i] = static_cast<half>(x[i]), q[i] = static_cast<half>(0.5f);
  }
  program.kernel(
      "bfloat16",
      [&] {
        for (int i = 0; i < n; ++i)
          v[i] = static_cast<bfloat16>(2.0f * static_cast<float>(u[i]) + static_cast<float>(v[i]));
      },
      [&] { small(u, w, n); },
      [&] {
        const auto wide = [](const std::vector<bfloat16>& values) {
          std::vector<float> result;
          for (const bfloat16 value : values) result.push_back(static_cast<float>(value));
          return result;
        };
        return sample::same(wide(v), wide(w));
      });
  double expectedProduct = 0;
  std::vector<float> result(1);
  program.kernel(
      "half",
      [&] {
        expectedProduct = 0;
        for (int i = 0; i < n; ++i) expectedProduct += static_cast<float>(p[i]) * static_cast<float>(q[i]);
      },
      [&] { product(p, q, result, n); },
      [&] { return sample::reduced(std::vector<float>{static_cast<float>(expectedProduct)}, result, n); });
  return program.status();
}

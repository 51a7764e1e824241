// What else tiles say: overlapping slices (convolutions of one and two dimensions), masks, the nearest of
// several centres by `argmin`, histograms by atomic updates, and 2-byte types, which are added up in float.
//
// flags: -Iinclude
// run: --check 0
// run: --check 1
// run: --check 128
// run: --check 1000
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed"
#endif
#include <appyl/appyl.hpp>

#include "sample.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace appyl;

constexpr int B = 128, taps = 5, clusters = 8, dimensions = 4;

// `x` has taps - 1 elements more than `y`.
void convolve(view<const float> x, view<const float> weights, view<float> y) {
  if (y.extent(0) + 4 <= x.extent(0)) {
    // convolve_kernel0: a grid of ceildiv(y.extent(0), 128) programs, blocks of B of i.
    // Reads weights (1), x (128); writes y (128).
    // Proved independent.
    // The blocks follow one another as one loop.
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < y.extent(0); ++i) {
      float sum_ = 0;
      for (int k = 0; k < taps; ++k) sum_ += weights(k) * x(i + k);
      y(i) = sum_;
    }
  } else {  // slices that end within their steps
    {
      const long long i_bound = y.extent(0);
      #pragma omp parallel for schedule(static) firstprivate(x, weights, y)
      for (long long i_block = 0; i_block < i_bound; i_block += B) {
        const long long i_end = i_block + B < i_bound ? i_block + B : i_bound;
        float sum_[B];

        #pragma omp simd
        for (long long i = i_block; i < i_end; ++i) sum_[i - i_block] = 0;

        for (int k = 0; k < taps; ++k) {
          long long i_from = i_block, i_to = i_end;
          if (x.extent(0) - k < i_to) i_to = i_from < x.extent(0) - k ? x.extent(0) - k : i_from;
          #pragma omp simd
          for (long long i = i_from; i < i_to; ++i) sum_[i - i_block] += weights(k) * x(i + k);
        }

        #pragma omp simd
        for (long long i = i_block; i < i_end; ++i) y(i) = sum_[i - i_block];
      }
    }
  }
}

// Outside of the image there is nothing to add.
void blur(view<const float, 2> x, view<float, 2> y, int height, int width) {
  constexpr int Bi = 8, Bj = 32;
  if ((height % Bi == 0 ? height <= y.extent(0) : y.extent(0) == height) &&
      (width % Bj == 0 ? width <= y.extent(1) : y.extent(1) == width)) {
    // blur_kernel0: a grid of ceildiv(height, 8) x ceildiv(width, 32) programs, blocks of Bi of
    //   i and Bj of j.
    // Reads x (8 x 32); writes y (8 x 32).
    // Proved independent.
    // Up to 256 of j go through the inner loops side by side.
    #pragma omp parallel for collapse(2) schedule(static) firstprivate(width, x, y)
    for (int i = 0; i < height; ++i)
      for (long long j_block = 0; j_block < width; j_block += 256) {
        const long long j_end = j_block + 256 < width ? j_block + 256 : width;
        float sum_[256];

        #pragma omp simd
        for (long long j = j_block; j < j_end; ++j) sum_[j - j_block] = 0;

        for (int p = -1; p <= 1; ++p)
          for (int r = -1; r <= 1; ++r) {
            if (0 <= i + p && i + p < x.extent(0)) {
              long long j_from = j_block, j_to = j_end;
              if (j_from < 0LL - r) j_from = 0LL - r < j_to ? 0LL - r : j_to;
              if (x.extent(1) - r < j_to) j_to = j_from < x.extent(1) - r ? x.extent(1) - r : j_from;
              #pragma omp simd
              for (long long j = j_from; j < j_to; ++j) sum_[j - j_block] += x(i + p, j + r);
            }
          }

        #pragma omp simd
        for (long long j = j_block; j < j_end; ++j) y(i, j) = sum_[j - j_block] / 9;
      }
  } else {  // slices that end elsewhere
    for (int i = 0; i < height; i += Bi)
      for (int j = 0; j < width; j += Bj) {
        tile<float, 2> sum_ = zeros<float>(Bi, Bj);
        for (int p = -1; p <= 1; ++p)
          for (int r = -1; r <= 1; ++r) sum_ += x(slice(i + p, Bi), slice(j + r, Bj));
        y(slice(i, Bi), slice(j, Bj)) = sum_ / 9;
      }
  }
}

// Only what is large is read, and written.
void threshold(view<const float> x, view<float> y, int n) {
  if (n <= x.extent(0) && (n % B == 0 ? n <= y.extent(0) : y.extent(0) == n)) {
    // threshold_kernel0: a grid of ceildiv(n, 128) programs, blocks of B of i.
    // Reads x (128); writes y (128).
    // Proved independent.
    #pragma omp parallel for schedule(static)
    for (long long i_block = 0; i_block < n; i_block += B) {
      const long long i_end = i_block + B < n ? i_block + B : n;
      for (long long i = i_block; i < i_end; ++i) {
        float value = x(i);
        if (value > 0.5f) y(i) = std::sqrt(std::fabs(value));
      }
    }
  } else {  // slices that end elsewhere
    for (int i = 0; i < n; i += B) {
      const auto inside = arange(B) + i < n;
      const tile<float> value = load(x(slice(i, B)), inside, 0.0f);
      store(y(slice(i, B)), sqrt(abs(value)), inside && value > 0.5f);
    }
  }
}

void nearest(view<const double, 2> points, view<const double, 2> centers, view<int> labels,
             view<int> counts) {
  if (labels.extent(0) <= points.extent(0) && clusters <= centers.extent(0) &&
      dimensions <= centers.extent(1) && dimensions <= points.extent(1)) {
    // nearest_kernel0: a grid of ceildiv(labels.extent(0), 128) programs, blocks of B of i.
    // Reads centers (8 x 4), points (128 x 4); writes labels (128).
    // Proved independent.
    {
      const long long i_bound = labels.extent(0);
      #pragma omp parallel for schedule(static)
      for (long long i_block = 0; i_block < i_bound; i_block += B) {
        const long long i_end = i_block + B < i_bound ? i_block + B : i_bound;
        for (long long i = i_block; i < i_end; ++i) {
          double distance[clusters];
          for (int lane = 0; lane < clusters; ++lane) {
            double total = 0;
            for (int lane2 = 0; lane2 < dimensions; ++lane2)
              total += centers(lane, lane2) * centers(lane, lane2);
            double total2 = 0;
            for (int lane2 = 0; lane2 < dimensions; ++lane2)
              total2 += points(i, lane2) * centers(lane, lane2);
            distance[lane] = total - 2 * total2;
          }
          std::ptrdiff_t place = -1;
          double least{};
          for (int lane = 0; lane < clusters; ++lane) {
            const double value2 = distance[lane];
            if (place < 0 || value2 < least) {
              least = value2;
              place = lane;
            }
          }
          labels(i) = place;
        }
      }
    }
  } else {  // slices that end elsewhere
    for (int i = 0; i < labels.extent(0); i += B) {
      const auto p = points(slice(i, B), slice(dimensions));
      const auto c = centers(slice(clusters), slice(dimensions));
      const tile<double, 2> distance = reshape(sum(c * c, 1), 1, clusters) - 2 * dot(p, transpose(c));
      labels(slice(i, B)) = argmin(distance, 1);
    }
  }
  // nearest_kernel1: a grid of ceildiv(labels.extent(0), 128) programs, blocks of B of i.
  // Reads labels (128); writes counts (irregular); reduces counts by +.
  // Proved independent.
  {
    const long long i_bound = labels.extent(0);
    const unsigned long long counts_size = counts.extent(0);
    const bool counts_fits =
        counts_size <= (0 < labels.extent(0) ? static_cast<unsigned long long>(labels.extent(0)) : 0);
    #pragma omp parallel if(counts_fits)
    {
      int* counts_memory = new int[counts_size];
      ::appyl::view<int, 1> counts_own(counts_memory, counts.extent(0));
      for (long long counts_i = 0; counts_i < counts.extent(0); ++counts_i) counts_own(counts_i) = 0;
      #pragma omp for schedule(static)
      for (long long i_block = 0; i_block < i_bound; i_block += B) {
        const long long i_end = i_block + B < i_bound ? i_block + B : i_bound;
        for (long long i = i_block; i < i_end; ++i) counts_own(labels(i)) += 1;
      }
      #pragma omp critical
      {
        for (long long counts_i = 0; counts_i < counts.extent(0); ++counts_i)
          counts(counts_i) += counts_own(counts_i);
      }
      delete[] counts_memory;
    }
  }
}

// y = a x + y in bfloat16, and the scalar product of halves.
void small(view<const bfloat16> x, view<bfloat16> y, int n) {
  if (n <= y.extent(0) && n <= x.extent(0)) {
    // small_kernel0: a grid of ceildiv(n, 128) programs, blocks of B of i.
    // Reads x (128); writes y (128).
    // Proved independent.
    #pragma omp parallel for schedule(static)
    for (long long i_block = 0; i_block < n; i_block += B) {
      const long long i_end = i_block + B < n ? i_block + B : n;
      for (long long i = i_block; i < i_end; ++i)
        y(i) = 2.0f * static_cast<float>(x(i)) + static_cast<float>(y(i));
    }
  } else {  // slices that end elsewhere
    y(slice(n)) = 2.0f * x(slice(n)) + y(slice(n));
  }
}

void product(view<const half> x, view<const half> y, view<float> result, int n) {
  result(0) = 0;
  if (n <= y.extent(0) && (n % B == 0 ? n <= x.extent(0) : x.extent(0) == n)) {
    // product_kernel0: a grid of ceildiv(n, 128) programs, blocks of B of i.
    // Reads x (128), y (128); writes result (1); reduces result(0) by +.
    // Proved independent.
    // Up to 1024 of i run as the lanes of one loop.
    {
      auto result_0_sum = result(0);
      #pragma omp parallel for schedule(static) reduction(+:result_0_sum)
      for (long long i_block = 0; i_block < n; i_block += 1024) {
        const long long i_end = i_block + 1024 < n ? i_block + 1024 : n;
        if (x.stride(0) == 1 && y.stride(0) == 1) {
          auto* const x_row = x.data();
          auto* const y_row = y.data();
          #pragma omp simd reduction(+:result_0_sum)
          for (long long i = i_block; i < i_end; ++i)
            result_0_sum += static_cast<float>(x_row[i]) * static_cast<float>(y_row[i]);
        } else {
          for (long long i = i_block; i < i_end; ++i)
            result_0_sum += static_cast<float>(x(i)) * static_cast<float>(y(i));
        }
      }
      result(0) = result_0_sum;
    }
  } else {  // slices that end elsewhere
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

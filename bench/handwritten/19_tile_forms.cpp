// The program of the sample of the same name, its products and sums as plain loops, with the directives that
// an OpenMP user writes by hand.
#include <appyl/appyl.hpp>

#include "sample.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using appyl::bfloat16, appyl::half;

constexpr int taps = 5, clusters = 8, dimensions = 4;

void convolve(const std::vector<float>& x, const std::vector<float>& weights, std::vector<float>& y) {
#pragma omp parallel for
  for (std::size_t i = 0; i < y.size(); ++i) {
    float sum = 0;
    for (int k = 0; k < taps; ++k) sum += weights[k] * x[i + k];
    y[i] = sum;
  }
}

void blur(const std::vector<float>& x, std::vector<float>& y, int height, int width) {
#pragma omp parallel for
  for (int i = 0; i < height; ++i)
    for (int j = 0; j < width; ++j) {
      float sum = 0;
      for (int p = std::max(i - 1, 0); p < std::min(i + 2, height); ++p)
        for (int r = std::max(j - 1, 0); r < std::min(j + 2, width); ++r) sum += x[p * width + r];
      y[i * width + j] = sum / 9;
    }
}

void threshold(const std::vector<float>& x, std::vector<float>& y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    if (x[i] > 0.5f) y[i] = std::sqrt(x[i]);
}

void nearest(const std::vector<double>& points, const std::vector<double>& centers, std::vector<int>& labels,
             std::vector<int>& counts) {
  int* count = counts.data();
#pragma omp parallel for reduction(+ : count[ : clusters])
  for (std::size_t i = 0; i < labels.size(); ++i) {
    double best = 0;
    for (int c = 0; c < clusters; ++c) {
      double length = 0, along = 0;
      for (int d = 0; d < dimensions; ++d) {
        length += centers[c * dimensions + d] * centers[c * dimensions + d];
        along += points[i * dimensions + d] * centers[c * dimensions + d];
      }
      if (c == 0 || length - 2 * along < best) best = length - 2 * along, labels[i] = c;
    }
    ++count[labels[i]];
  }
}

void small(const std::vector<bfloat16>& x, std::vector<bfloat16>& y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    y[i] = static_cast<bfloat16>(2.0f * static_cast<float>(x[i]) + static_cast<float>(y[i]));
}

void product(const std::vector<half>& x, const std::vector<half>& y, std::vector<float>& result, int n) {
  float sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += static_cast<float>(x[i]) * static_cast<float>(y[i]);
  result[0] = sum;
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
      [&] { blur(x, actual, height, width); }, [&] { return sample::same(expected, actual); });
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
      [&] { nearest(points, centers, labels, counts); },
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

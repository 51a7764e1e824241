// One round of k-means clustering. First every point gets the label of its nearest centre; the points are
// independent of each other. Then every centre moves to the mean of its points: many points are added to the
// same centre, and which one is known only when the program runs. `reduction` names the arrays in which these
// additions collide, and they are made safe in whatever way is the fastest for the arrays' sizes.
//
// run: --check 0 3
// run: --check 1 1
// run: --check 127 4
// run: --check 128 1
// run: --check 129 5
// run: --check 1000 10
#include <appyl/cuda/cuda.hpp>
#include "sample.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <vector>

constexpr int dimensions = 16;
using Point = std::array<double, dimensions>;

// assign_kernel0: a grid of ceildiv(points.size(), 64) programs, blocks of 64 of i.
// Reads points (64 x 1), centers (1 x 1); writes labels (64).
// Proved independent.
// Each block has 64 threads, x along i.
static __global__ void assign_kernel0(std::size_t points_size, int clusters,
                                      const std::array<double, 16>* __restrict__ points,
                                      const std::array<double, 16>* __restrict__ centers,
                                      int* __restrict__ labels) {
  for (std::size_t i = ::appyl::cuda::thread_x(); i < points_size; i += ::appyl::cuda::threads_x()) {
    double nearest = std::numeric_limits<double>::infinity();
    for (int c = 0; c < clusters; ++c) {
      double distance = 0;
      for (int j = 0; j < dimensions; ++j) {
        const double difference = points[i][j] - centers[c][j];
        distance += difference * difference;
      }
      if (distance < nearest) {
        nearest = distance;
        labels[i] = c;
      }
    }
  }
}

void assign(const std::vector<Point>& points, const std::vector<Point>& centers, std::vector<int>& labels) {
  const int clusters = static_cast<int>(centers.size());
  if (0 < points.size()) {
    ::appyl::cuda::loop device("08_kmeans.cpp", 26, "assign_kernel0");
    device.in(points.data(), 0, points.size());
    device.in(centers.data(), 0, clusters);
    device.inout(labels.data(), 0, labels.size());
    const dim3 grid(::appyl::cuda::blocks(points.size(), 64));
    ::appyl::cuda::launch(assign_kernel0, grid, dim3(64), 0, points.size(), clusters,
                          device.at(points.data()), device.at(centers.data()), device.at(labels.data()));
    device.finish();
  }
}

// update_kernel0: a grid of ceildiv(clusters, 128) programs, blocks of 128 of c.
// Writes centers (128), counts (128).
// Proved independent.
// Each block has 128 threads, x along c.
static __global__ void update_kernel0(int clusters, std::array<double, 16>* centers, long* counts) {
  for (long long c_at = ::appyl::cuda::thread_x(); c_at < clusters; c_at += ::appyl::cuda::threads_x()) {
    const int c = static_cast<int>(c_at);
    centers[c] = Point{};
    counts[c] = 0;
  }
}

// update_kernel1: a grid of n programs, one for each i.
// Reads points (1 x 1), labels (1); writes centers (irregular), counts (irregular); reduces
//   centers by +, counts by +.
// Proved independent.
// Each block has 256 threads, x along i; each takes 2 iterations of i at a time.
static __global__ void update_kernel1(int n, std::array<double, 16>* centers, const int* labels,
                                      const std::array<double, 16>* points, long* counts,
                                      unsigned long long centers_copied, unsigned long long counts_copied) {
  std::array<double, 16>* const centers_block =
      ::appyl::cuda::open_copy(::appyl::cuda::sum(), centers, centers_copied, 0);
  long* const counts_block =
      ::appyl::cuda::open_copy(::appyl::cuda::sum(), counts, counts_copied,
                               ::appyl::cuda::copy_bytes<std::array<double, 16>>(centers_copied));
  for (long long i_at = ::appyl::cuda::thread_x(2); i_at < n; i_at += ::appyl::cuda::threads_x(2))
    ::appyl::cuda::several<2, 256>(static_cast<int>(i_at), n, [&](int i) {
      for (int j = 0; j < dimensions; ++j)
        ::appyl::cuda::atomic_update(::appyl::cuda::sum(), centers_block[labels[i]][j], points[i][j]);
      ::appyl::cuda::atomic_update(::appyl::cuda::sum(), counts_block[labels[i]], 1);
    });
  ::appyl::cuda::close_copy(::appyl::cuda::sum(), centers, centers_block, centers_copied);
  ::appyl::cuda::close_copy(::appyl::cuda::sum(), counts, counts_block, counts_copied);
}

// update_kernel2: a grid of clusters programs, one for each c.
// Reads counts (1); writes centers (1 x 1).
// Proved independent.
// Each block has 256 threads, x along c; each takes 2 iterations of c at a time.
static __global__ void update_kernel2(int clusters, std::array<double, 16>* __restrict__ centers,
                                      const long* __restrict__ counts) {
  for (long long c_at = ::appyl::cuda::thread_x(2); c_at < clusters; c_at += ::appyl::cuda::threads_x(2))
    ::appyl::cuda::several<2, 256>(static_cast<int>(c_at), clusters, [&](int c) {
      for (int j = 0; j < dimensions; ++j)
        centers[c][j] /= static_cast<double>(counts[c] > 0 ? counts[c] : 1);
    });
}

void update(const std::vector<Point>& points, const std::vector<int>& labels, std::vector<Point>& centers,
            std::vector<long>& counts) {
  const int n = static_cast<int>(points.size()), clusters = static_cast<int>(centers.size());
  ::appyl::cuda::region together("08_kmeans.cpp", 46);
  if (0 < clusters) {
    ::appyl::cuda::loop device("08_kmeans.cpp", 46, "update_kernel0");
    device.out(centers.data(), 0, clusters);
    device.out(counts.data(), 0, clusters);
    const dim3 grid(::appyl::cuda::blocks(clusters, 128));
    ::appyl::cuda::launch(update_kernel0, grid, dim3(128), 0, clusters, device.at(centers.data()),
                          device.at(counts.data()));
    device.finish();
  }
  if (0 < n) {
    ::appyl::cuda::loop device("08_kmeans.cpp", 51, "update_kernel1");
    const unsigned long long centers_copied =
        ::appyl::cuda::copied<std::array<double, 16>>(centers.size(), 20480);
    const unsigned long long counts_copied = ::appyl::cuda::copied<long>(counts.size(), 20480);
    device.in(points.data(), 0, n);
    device.inout(centers.data(), 0, centers.size());
    device.in(labels.data(), 0, n);
    device.inout(counts.data(), 0, counts.size());
    const dim3 grid(::appyl::cuda::blocks(n, 512, 1024));
    ::appyl::cuda::launch(update_kernel1, grid, dim3(256),
                          ::appyl::cuda::copy_bytes<std::array<double, 16>>(centers_copied) +
                              ::appyl::cuda::copy_bytes<long>(counts_copied),
                          n, device.at(centers.data()), device.at(labels.data()), device.at(points.data()),
                          device.at(counts.data()), centers_copied, counts_copied);
    device.finish();
  }
  if (0 < clusters) {
    ::appyl::cuda::loop device("08_kmeans.cpp", 56, "update_kernel2");
    device.in(counts.data(), 0, counts.size());
    device.inout(centers.data(), 0, clusters);
    const dim3 grid(::appyl::cuda::blocks(clusters, 512));
    ::appyl::cuda::launch(update_kernel2, grid, dim3(256), 0, clusters, device.at(centers.data()),
                          device.at(counts.data()));
    device.finish();
  }
  together.end();
}

void assignSequential(const std::vector<Point>& points, const std::vector<Point>& centers,
                      std::vector<int>& labels) {
  const int clusters = static_cast<int>(centers.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    double nearest = std::numeric_limits<double>::infinity();
    for (int c = 0; c < clusters; ++c) {
      double distance = 0;
      for (int j = 0; j < dimensions; ++j) {
        const double difference = points[i][j] - centers[c][j];
        distance += difference * difference;
      }
      if (distance < nearest) {
        nearest = distance;
        labels[i] = c;
      }
    }
  }
}

void updateSequential(const std::vector<Point>& points, const std::vector<int>& labels,
                      std::vector<Point>& centers, std::vector<long>& counts) {
  std::fill(centers.begin(), centers.end(), Point{});
  std::fill(counts.begin(), counts.end(), 0);
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (int j = 0; j < dimensions; ++j) centers[labels[i]][j] += points[i][j];
    ++counts[labels[i]];
  }
  for (std::size_t c = 0; c < centers.size(); ++c)
    for (double& coordinate : centers[c]) coordinate /= static_cast<double>(std::max(counts[c], 1L));
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"n", 1'000'000}, {"clusters", 10}});
  const auto n = static_cast<std::size_t>(program.size(0)),
             clusters = static_cast<std::size_t>(program.size(1));

  sample::Random random;
  std::vector<Point> points(n), start(clusters);
  for (Point& point : points)
    for (double& coordinate : point) coordinate = random();
  for (Point& center : start)
    for (double& coordinate : center) coordinate = random();

  std::vector<int> expectedLabels(n), labels(n);
  program.kernel(
      "kmeans-assign", [&] { assignSequential(points, start, expectedLabels); },
      [&] { assign(points, start, labels); }, [&] { return sample::same(expectedLabels, labels); });

  std::vector<Point> expected = start, actual = start;
  std::vector<long> expectedCounts(clusters), counts(clusters);
  program.kernel(
      "kmeans-update", [&] { updateSequential(points, labels, expected, expectedCounts); },
      [&] { update(points, labels, actual, counts); },
      [&] {
        const auto flat = [](const std::vector<Point>& list) {
          std::vector<double> values;
          for (const Point& point : list) values.insert(values.end(), point.begin(), point.end());
          return values;
        };
        return sample::same(expectedCounts, counts) &&
               sample::reduced(flat(expected), flat(actual), static_cast<double>(n));
      });
  return program.status();
}

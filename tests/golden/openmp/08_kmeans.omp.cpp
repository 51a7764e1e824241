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
#include "sample.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <vector>

constexpr int dimensions = 16;
using Point = std::array<double, dimensions>;

void assign(const std::vector<Point>& points, const std::vector<Point>& centers, std::vector<int>& labels) {
  const int clusters = static_cast<int>(centers.size());
  // assign_kernel0: a grid of ceildiv(points.size(), 64) programs, blocks of 64 of i.
  // Reads points (64 x 1), centers (1 x 1); writes labels (64).
  // Proved independent.
  {
    const std::size_t i_bound = points.size();
    #pragma omp parallel for schedule(static) firstprivate(clusters)
    for (std::size_t i_block = 0; i_block < i_bound; i_block += 64) {
      const std::size_t i_end = i_bound - i_block < 64 ? i_bound : i_block + 64;
      for (std::size_t i = i_block; i < i_end; ++i) {
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
  }
}

void update(const std::vector<Point>& points, const std::vector<int>& labels, std::vector<Point>& centers,
            std::vector<long>& counts) {
  const int n = static_cast<int>(points.size()), clusters = static_cast<int>(centers.size());
  // update_kernel0: a grid of ceildiv(clusters, 128) programs, blocks of 128 of c.
  // Writes centers (128), counts (128).
  // Proved independent.
  #pragma omp parallel for schedule(static)
  for (long long c_block = 0; c_block < clusters; c_block += 128) {
    const int c_end = static_cast<int>(c_block + 128 < clusters ? c_block + 128 : clusters);
    for (int c = static_cast<int>(c_block); c < c_end; ++c) {
      centers[c] = Point{};
      counts[c] = 0;
    }
  }
  // update_kernel1: a grid of n programs, one for each i.
  // Reads points (1 x 1), labels (1); writes centers (irregular), counts (irregular); reduces
  //   centers by +, counts by +.
  // Proved independent.
  {
    const bool centers_fits = centers.size() <= (0 < n ? static_cast<unsigned long long>(n) : 0);
    const bool counts_fits = counts.size() <= (0 < n ? static_cast<unsigned long long>(n) : 0);
    #pragma omp parallel if(centers_fits && counts_fits)
    {
      std::vector<Point> centers_own = centers;
      for (unsigned long long centers_i = 0; centers_i < centers.size(); ++centers_i)
        for (unsigned long long centers_j = 0; centers_j < centers[centers_i].size(); ++centers_j)
          centers_own[centers_i][centers_j] = 0;
      std::vector<long> counts_own(counts.size());
      #pragma omp for schedule(static)
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < dimensions; ++j) centers_own[labels[i]][j] += points[i][j];
        ++counts_own[labels[i]];
      }
      #pragma omp critical
      {
        for (unsigned long long centers_i = 0; centers_i < centers.size(); ++centers_i)
          for (unsigned long long centers_j = 0; centers_j < centers[centers_i].size(); ++centers_j)
            centers[centers_i][centers_j] += centers_own[centers_i][centers_j];
        for (unsigned long long counts_i = 0; counts_i < counts.size(); ++counts_i)
          counts[counts_i] += counts_own[counts_i];
      }
    }
  }
  // update_kernel2: a grid of clusters programs, one for each c.
  // Reads counts (1); writes centers (1 x 1).
  // Proved independent.
  #pragma omp parallel for schedule(static)
  for (int c = 0; c < clusters; ++c)
    for (int j = 0; j < dimensions; ++j) centers[c][j] /= static_cast<double>(counts[c] > 0 ? counts[c] : 1);
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

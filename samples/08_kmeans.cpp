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
#pragma parallel block(64)
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

void update(const std::vector<Point>& points, const std::vector<int>& labels, std::vector<Point>& centers,
            std::vector<long>& counts) {
  const int n = static_cast<int>(points.size()), clusters = static_cast<int>(centers.size());
#pragma parallel block
  for (int c = 0; c < clusters; ++c) {
    centers[c] = Point{};
    counts[c] = 0;
  }
#pragma parallel reduction(+ : centers, counts)
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < dimensions; ++j) centers[labels[i]][j] += points[i][j];
    ++counts[labels[i]];
  }
#pragma parallel
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

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
#include <appyl/interpret/interpret.hpp>
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
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long i_count = 0 < points.size() ? static_cast<unsigned long long>(points.size()) : 0;
    check_::Programs programs({"08_kmeans.cpp", "assign_kernel0"}, {{"i", i_count, 64}});
    while (programs.next()) {
      const std::size_t i = programs.value<std::size_t>(0);
      double nearest = std::numeric_limits<double>::infinity();
      {
        check_::SequentialLoop c_loop("c");
        for (int c = 0; c < clusters; ++c) {
          c_loop.begin(c);

          double distance = 0;
          {
            check_::SequentialLoop j_loop("j");
            for (int j = 0; j < dimensions; ++j) {
              j_loop.begin(j);

              const double difference = check_::read({31, 35, "points"}, points, i, j) -
                                        check_::read({31, 50, "centers"}, centers, c, j);
              distance += difference * difference;
            }
          }
          if (distance < nearest) {
            nearest = distance;
            check_::write({36, 9, "labels"}, labels, i) = c;
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
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long c_count = 0 < clusters ? static_cast<unsigned long long>(clusters) : 0;
    check_::Programs programs({"08_kmeans.cpp", "update_kernel0"}, {{"c", c_count, 128}});
    while (programs.next())
      programs.iterate([&] {
        const int c = programs.value<int>(0);
        check_::write({47, 5, "centers"}, centers, c) = Point{};
        check_::write({48, 5, "counts"}, counts, c) = 0;
      });
  }
  // update_kernel1: a grid of n programs, one for each i.
  // Reads points (1 x 1), labels (1); writes centers (irregular), counts (irregular); reduces
  //   centers by +, counts by +.
  // Proved independent.
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long i_count = 0 < n ? static_cast<unsigned long long>(n) : 0;
    check_::Programs programs({"08_kmeans.cpp", "update_kernel1"}, {{"i", i_count}});
    while (programs.next()) {
      const int i = programs.value<int>(0);
      {
        check_::SequentialLoop j_loop("j");
        for (int j = 0; j < dimensions; ++j) {
          j_loop.begin(j);
          check_::combine({52, 42, "centers"}, centers, check_::read({52, 50, "labels"}, labels, i), j) +=
              check_::read({52, 67, "points"}, points, i, j);
        }
      }
      ++check_::combine({53, 7, "counts"}, counts, check_::read({53, 14, "labels"}, labels, i));
    }
  }
  // update_kernel2: a grid of clusters programs, one for each c.
  // Reads counts (1); writes centers (1 x 1).
  // Proved independent.
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long c_count = 0 < clusters ? static_cast<unsigned long long>(clusters) : 0;
    check_::Programs programs({"08_kmeans.cpp", "update_kernel2"}, {{"c", c_count}});
    while (programs.next()) {
      const int c = programs.value<int>(0);
      {
        check_::SequentialLoop j_loop("j");
        for (int j = 0; j < dimensions; ++j) {
          j_loop.begin(j);
          check_::update({57, 42, "centers"}, centers, c, j) /= static_cast<double>(
              check_::read({57, 79, "counts"}, counts, c) > 0 ? check_::read({57, 95, "counts"}, counts, c)
                                                              : 1);
        }
      }
    }
  }
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

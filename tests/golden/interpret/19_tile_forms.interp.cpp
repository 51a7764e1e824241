// What else tiles say: overlapping slices (convolutions of one and two dimensions), masks, the nearest of
// several centres by `argmin`, histograms by atomic updates, and 2-byte types, which are added up in float.
//
// flags: -Iinclude
// run: --check 0
// run: --check 1
// run: --check 128
// run: --check 1000
#include <appyl/interpret/interpret.hpp>
#include <appyl/appyl.hpp>

#include "sample.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace appyl;

constexpr int B = 128, taps = 5, clusters = 8, dimensions = 4;

// `x` has taps - 1 elements more than `y`.
void convolve(view<const float> x, view<const float> weights, view<float> y) {
  // convolve_kernel0: a grid of ceildiv(y.extent(0), 128) programs, blocks of B of i.
  // Reads weights (1), x (128); writes y (128).
  // Proved independent.
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long i_count = 0 < y.extent(0) ? static_cast<unsigned long long>(y.extent(0)) : 0;
    check_::Programs programs({"19_tile_forms.cpp", "convolve_kernel0"}, {{"i", i_count, B}});
    while (programs.next()) {
      const int i = programs.value<int>(0);
      float sum_ = 0;
      {
        check_::SequentialLoop k_loop("k");
        for (int k = 0; k < taps; ++k) {
          k_loop.begin(k);

          if (i + k < x.extent(0))
            sum_ +=
                check_::read_at({26, 44, "weights"}, weights, k) * check_::read_at({26, 57, "x"}, x, i + k);
        }
      }
      check_::write_at({27, 5, "y"}, y, i) = sum_;
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
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count = 0 < height ? static_cast<unsigned long long>(height) : 0;
      const unsigned long long j_count = 0 < width ? static_cast<unsigned long long>(width) : 0;
      check_::Programs programs({"19_tile_forms.cpp", "blur_kernel0"},
                                {{"i", i_count, Bi}, {"j", j_count, Bj}});
      while (programs.next()) {
        const int i = programs.value<int>(0);
        const int j = programs.value<int>(1);
        float sum_ = 0;
        {
          check_::SequentialLoop p_loop("p");
          for (int p = -1; p <= 1; ++p) {
            p_loop.begin(p);
            {
              check_::SequentialLoop r_loop("r");
              for (int r = -1; r <= 1; ++r) {
                r_loop.begin(r);

                if (0 <= i + p && i + p < x.extent(0) && 0 <= j + r && j + r < x.extent(1))
                  sum_ += check_::read_at({40, 47, "x"}, x, i + p, j + r);
              }
            }
          }
        }
        check_::write_at({41, 7, "y"}, y, i, j) = sum_ / 9;
      }
    }
  } else {  // slices that end elsewhere

    // blur_kernel0: a grid of ceildiv(height, 8) x ceildiv(width, 32) programs, one for each
    //   iteration.
    // Reads x (irregular); writes y (irregular).
    // Proved independent.
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count =
          0 < height ? (static_cast<unsigned long long>(height) - 1) / 8 + 1 : 0;
      const unsigned long long j_count =
          0 < width ? (static_cast<unsigned long long>(width) - 1) / 32 + 1 : 0;
      check_::Programs programs({"19_tile_forms.cpp", "blur_kernel0"},
                                {{"i", i_count, 1, static_cast<long long>(0), 8},
                                 {"j", j_count, 1, static_cast<long long>(0), 32}});
      while (programs.next())
        programs.iterate([&] {
          const int i = programs.value<int>(0);
          const int j = programs.value<int>(1);
          tile<float, 2> sum_ = zeros<float>(Bi, Bj);
          {
            check_::SequentialLoop p_loop("p");
            for (int p = -1; p <= 1; ++p) {
              p_loop.begin(p);
              {
                check_::SequentialLoop r_loop("r");
                for (int r = -1; r <= 1; ++r) {
                  r_loop.begin(r);
                  sum_ += check_::read_part({40, 47, "x"}, x, slice(i + p, Bi), slice(j + r, Bj));
                }
              }
            }
          }
          check_::write_part({41, 7, "y"}, y, slice(i, Bi), slice(j, Bj)) = sum_ / 9;
        });
    }
  }
}

// Only what is large is read, and written.
void threshold(view<const float> x, view<float> y, int n) {
  if (n <= x.extent(0) && (n % B == 0 ? n <= y.extent(0) : y.extent(0) == n)) {
    // threshold_kernel0: a grid of ceildiv(n, 128) programs, blocks of B of i.
    // Reads x (128); writes y (128).
    // Proved independent.
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count = 0 < n ? static_cast<unsigned long long>(n) : 0;
      check_::Programs programs({"19_tile_forms.cpp", "threshold_kernel0"}, {{"i", i_count, B}});
      while (programs.next()) {
        const int i = programs.value<int>(0);
        float value = check_::read_at({50, 36, "x"}, x, i);
        if (value > 0.5f) check_::write_at({51, 11, "y"}, y, i) = std::sqrt(std::fabs(value));
      }
    }
  } else {  // slices that end elsewhere

    // threshold_kernel0: a grid of ceildiv(n, 128) programs, one for each i.
    // Reads x (irregular); writes y (irregular).
    // Proved independent.
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count = 0 < n ? (static_cast<unsigned long long>(n) - 1) / 128 + 1 : 0;
      check_::Programs programs({"19_tile_forms.cpp", "threshold_kernel0"},
                                {{"i", i_count, 1, static_cast<long long>(0), 128}});
      while (programs.next())
        programs.iterate([&] {
          const int i = programs.value<int>(0);
          const auto inside = arange(B) + i < n;
          const tile<float> value = load(check_::read_masked({50, 36, "x"}, x, slice(i, B)), inside, 0.0f);
          store(check_::write_masked({51, 11, "y"}, y, slice(i, B)), sqrt(abs(value)),
                inside && value > 0.5f);
        });
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
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count =
          0 < labels.extent(0) ? static_cast<unsigned long long>(labels.extent(0)) : 0;
      check_::Programs programs({"19_tile_forms.cpp", "nearest_kernel0"}, {{"i", i_count, B}});
      while (programs.next()) {
        const int i = programs.value<int>(0);
        double distance[clusters];
        [[maybe_unused]] const check_::Local distance_local(distance, check_::Start::Watched);
        {
          check_::ParallelLoop lane_loop("lane");
          for (int lane = 0; lane < clusters; ++lane) {
            lane_loop.begin(lane);

            double total = 0;
            {
              check_::SequentialLoop lane2_loop("lane2");
              for (int lane2 = 0; lane2 < dimensions; ++lane2) {
                lane2_loop.begin(lane2);
                total += check_::read_at({61, 5, "centers"}, centers, lane, lane2) *
                         check_::read_at({61, 5, "centers"}, centers, lane, lane2);
              }
            }
            double total2 = 0;
            {
              check_::SequentialLoop lane2_loop_("lane2");
              for (int lane2 = 0; lane2 < dimensions; ++lane2) {
                lane2_loop_.begin(lane2);
                total2 += check_::read_at({61, 5, "points"}, points, i, lane2) *
                          check_::read_at({61, 5, "centers"}, centers, lane, lane2);
              }
            }
            check_::write({61, 27, "distance"}, distance, lane) = total - 2 * total2;
          }
        }
        std::ptrdiff_t place = -1;
        double least{};
        {
          check_::SequentialLoop lane_loop_("lane");
          for (int lane = 0; lane < clusters; ++lane) {
            lane_loop_.begin(lane);

            const double value2 = check_::read({62, 34, "distance"}, distance, lane);
            if (place < 0 || value2 < least) {
              least = value2;
              place = lane;
            }
          }
        }
        check_::write_at({62, 5, "labels"}, labels, i) = place;
      }
    }
  } else {  // slices that end elsewhere

    // nearest_kernel0: a grid of ceildiv(labels.extent(0), 128) programs, one for each i.
    // Reads points (irregular), centers (irregular); writes labels (irregular).
    // Independent as the annotation says, not proved: what 'c' refers to is not known.
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count =
          0 < labels.extent(0) ? (static_cast<unsigned long long>(labels.extent(0)) - 1) / 128 + 1 : 0;
      check_::Programs programs({"19_tile_forms.cpp", "nearest_kernel0"},
                                {{"i", i_count, 1, static_cast<long long>(0), 128}});
      while (programs.next())
        programs.iterate([&] {
          const int i = programs.value<int>(0);
          const auto p = check_::touch_part({59, 20, "points"}, points, slice(i, B), slice(dimensions));
          const auto c = check_::touch_part({60, 20, "centers"}, centers, slice(clusters), slice(dimensions));
          const tile<double, 2> distance =
              reshape(sum(check_::read_part({61, 50, "c"}, c) * check_::read_part({61, 50, "c"}, c), 1), 1,
                      clusters) -
              2 * dot(check_::read_part({61, 84, "p"}, p), transpose(check_::read_part({61, 50, "c"}, c)));
          check_::write_part({62, 5, "labels"}, labels, slice(i, B)) = argmin(distance, 1);
        });
    }
  }
  // nearest_kernel1: a grid of ceildiv(labels.extent(0), 128) programs, blocks of B of i.
  // Reads labels (128); writes counts (irregular); reduces counts by +.
  // Proved independent.
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long i_count =
        0 < labels.extent(0) ? static_cast<unsigned long long>(labels.extent(0)) : 0;
    check_::Programs programs({"19_tile_forms.cpp", "nearest_kernel1"}, {{"i", i_count, B}});
    while (programs.next()) {
      const int i = programs.value<int>(0);
      check_::combine_at({65, 60, "counts"}, counts, check_::read_at({65, 23, "labels"}, labels, i)) += 1;
    }
  }
}

// y = a x + y in bfloat16, and the scalar product of halves.
void small(view<const bfloat16> x, view<bfloat16> y, int n) {
  if (n <= y.extent(0) && n <= x.extent(0)) {
    // small_kernel0: a grid of ceildiv(n, 128) programs, blocks of B of i.
    // Reads x (128); writes y (128).
    // Proved independent.
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count = 0 < n ? static_cast<unsigned long long>(n) : 0;
      check_::Programs programs({"19_tile_forms.cpp", "small_kernel0"}, {{"i", i_count, B}});
      while (programs.next())
        programs.iterate([&] {
          const int i = programs.value<int>(0);
          check_::write_at({71, 3, "y"}, y, i) =
              2.0f * static_cast<float>(check_::read_at({71, 24, "x"}, x, i)) +
              static_cast<float>(check_::read_at({71, 3, "y"}, y, i));
        });
    }
  } else {  // slices that end elsewhere
    ::appyl::interpret::unwatched("19_tile_forms.cpp", 71);
    y(slice(n)) = 2.0f * x(slice(n)) + y(slice(n));
  }
}

void product(view<const half> x, view<const half> y, view<float> result, int n) {
  result(0) = 0;
  if (n <= y.extent(0) && (n % B == 0 ? n <= x.extent(0) : x.extent(0) == n)) {
    // product_kernel0: a grid of ceildiv(n, 128) programs, blocks of B of i.
    // Reads x (128), y (128); writes result (1); reduces result(0) by +.
    // Proved independent.
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count = 0 < n ? static_cast<unsigned long long>(n) : 0;
      check_::Programs programs({"19_tile_forms.cpp", "product_kernel0"}, {{"i", i_count, B}});
      while (programs.next()) {
        programs.row<int>([&](const auto& each, const int i) {
          each.combine_at({77, 34, "result"}, result, 0) +=
              static_cast<float>(each.read_at({77, 51, "x"}, x, i)) *
              static_cast<float>(each.read_at({77, 67, "y"}, y, i));
        });
      }
    }
  } else {  // slices that end elsewhere

    // product_kernel0: a grid of ceildiv(n, 128) programs, one for each i.
    // Reads x (irregular), y (irregular); writes result (1); reduces result by +.
    // Proved independent.
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count = 0 < n ? (static_cast<unsigned long long>(n) - 1) / 128 + 1 : 0;
      check_::Programs programs({"19_tile_forms.cpp", "product_kernel0"},
                                {{"i", i_count, 1, static_cast<long long>(0), 128}});
      while (programs.next())
        programs.iterate([&] {
          const int i = programs.value<int>(0);
          check_::combine_at({77, 34, "result"}, result, 0) +=
              dot(check_::read_part({77, 51, "x"}, x, slice(i, B)),
                  check_::read_part({77, 67, "y"}, y, slice(i, B)));
        });
    }
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

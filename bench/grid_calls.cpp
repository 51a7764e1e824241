// What grid_call costs, as a library or (with TRANSLATED) translated: a blur by blocks with a halo, and a
// softmax by rows, each as a call and as plain loops, which compute the same. On one thread. Prints for each
// the name, the shape, the milliseconds of the loops and of the call, and the quotient: medians of runs that
// take turns.
//
//   prog [rounds]
//
// bench/grid_calls.sh compiles it with each compiler.
#include <appyl/grid.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

using namespace appyl;

namespace {

using matrix = std::vector<float>;

matrix numbers(int rows, int columns) {
  matrix result(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  for (std::size_t i = 0; i != result.size(); ++i) result[i] = static_cast<float>(i * 7 % 101) * 0.125f - 6;
  return result;
}

__attribute__((noinline)) void blur_by_loops(int rows, int columns, const float* in, float* out) {
  const std::ptrdiff_t m = columns + 2;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      const float* const centre = in + (i + 1) * m + j + 1;
      out[i * static_cast<std::ptrdiff_t>(columns) + j] =
          0.2f * (centre[-m] + centre[-1] + centre[0] + centre[1] + centre[m]);
    }
}

/// Kernels that compute one element after the other,
template <int B>
void blur_by_elements(view<const float, 2> in, view<float, 2> out) {
  const BlockSpec halos{{B + 2, B + 2},
                        [](int i, int j) {
                          return std::array{i * B, j * B};
                        },
                        Unblocked{}},
      tiles{{B, B}, [](int i, int j) {
              return std::array{i, j};
            }};
  const auto kernel = [](ref<const float, 2> x, ref<float, 2> y) {
    for (int i = 0; i < B; ++i)
      for (int j = 0; j < B; ++j)
        y(i, j) = 0.2f * (x(i, j + 1) + x(i + 1, j) + x(i + 1, j + 1) + x(i + 1, j + 2) + x(i + 2, j + 1));
  };
#ifdef TRANSLATED
#pragma parallel
#endif
  grid_call(kernel, {{cdiv(out.extent(0), B), cdiv(out.extent(1), B)}, {halos}, {tiles}})(in, out);
}
/// that map one function of all terms,
template <int B>
void blur_by_map(view<const float, 2> in, view<float, 2> out) {
  const BlockSpec halos{{B + 2, B + 2},
                        [](int i, int j) {
                          return std::array{i * B, j * B};
                        },
                        Unblocked{}},
      tiles{{B, B}, [](int i, int j) {
              return std::array{i, j};
            }};
  const auto kernel = [](ref<const float, 2> x, ref<float, 2> y) {
    const slice before(0, B), here(1, B), behind(2, B);
    const auto mean = [](float n, float w, float c, float e, float s) { return 0.2f * (n + w + c + e + s); };
    y(all, all) =
        map(mean, x(before, here), x(here, before), x(here, here), x(here, behind), x(behind, here));
  };
#ifdef TRANSLATED
#pragma parallel
#endif
  grid_call(kernel, {{cdiv(out.extent(0), B), cdiv(out.extent(1), B)}, {halos}, {tiles}})(in, out);
}
/// or in which each operator makes a tile.
template <int B>
void blur_by_tiles(view<const float, 2> in, view<float, 2> out) {
  const BlockSpec halos{{B + 2, B + 2},
                        [](int i, int j) {
                          return std::array{i * B, j * B};
                        },
                        Unblocked{}},
      tiles{{B, B}, [](int i, int j) {
              return std::array{i, j};
            }};
  const auto kernel = [](ref<const float, 2> x, ref<float, 2> y) {
    const slice before(0, B), here(1, B), behind(2, B);
    y(all, all) =
        0.2f * (x(before, here) + x(here, before) + x(here, here) + x(here, behind) + x(behind, here));
  };
#ifdef TRANSLATED
#pragma parallel
#endif
  grid_call(kernel, {{cdiv(out.extent(0), B), cdiv(out.extent(1), B)}, {halos}, {tiles}})(in, out);
}

__attribute__((noinline)) void softmax_by_loops(int rows, int columns, const float* in, float* out) {
  for (int i = 0; i < rows; ++i) {
    const float* const x = in + static_cast<std::ptrdiff_t>(i) * columns;
    float* const y = out + static_cast<std::ptrdiff_t>(i) * columns;
    float top = x[0], total = 0;
    for (int j = 0; j < columns; ++j) top = top < x[j] ? x[j] : top;
    for (int j = 0; j < columns; ++j) y[j] = std::exp(x[j] - top);
    for (int j = 0; j < columns; ++j) total += y[j];
    for (int j = 0; j < columns; ++j) y[j] /= total;
  }
}

void softmax_by_row(view<const float, 2> in, view<float, 2> out) {
  const BlockSpec row{{squeezed, {}}, [](int i) { return std::array{i, 0}; }};
  const auto kernel = [](ref<const float, 1> x, ref<float, 1> y) {
    const auto powers = exp(x(all) - max(x(all)));
    y(all) = powers / sum(powers);
  };
#ifdef TRANSLATED
#pragma parallel
#endif
  grid_call(kernel, {out.extent(0), {row}, {row}})(in, out);
}

void softmax_by_rows(view<const float, 2> in, view<float, 2> out) {
  constexpr int B = 8;
  const BlockSpec rows{{B, {}}, [](int i) { return std::array{i, 0}; }};
  const auto kernel = [](ref<const float, 2> x, ref<float, 2> y) {
    const auto powers = exp(x(all, all) - reshape(max(x(all, all), 1), B, 1));
    y(all, all) = powers / reshape(sum(powers, 1), B, 1);
  };
#ifdef TRANSLATED
#pragma parallel
#endif
  grid_call(kernel, {cdiv(out.extent(0), B), {rows}, {rows}})(in, out);
}

/// Of this thread's own time, in which others that want the processor do not count.
double milliseconds(double& since) {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  const double now = 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
  const double passed = now - since;
  since = now;
  return passed;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Runs both in turns; `halo` is by how much the input is larger in each dimension.
template <class Loops, class Call>
void compare(const char* name, int rounds, int rows, int columns, int halo, Loops loops, Call call) {
  const matrix in = numbers(rows + halo, columns + halo);
  matrix wanted = numbers(rows, columns), got = wanted;
  const view<const float, 2> from(in.data(), rows + halo, columns + halo);
  const view<float, 2> to(got.data(), rows, columns);
  std::vector<double> by_loops, by_call, quotients;
  for (int round = -1; round < rounds; ++round) {  // the first one brings in the memory
    double now = 0;
    milliseconds(now);
    loops(rows, columns, in.data(), wanted.data());
    const double one = milliseconds(now);
    call(from, to);
    const double other = milliseconds(now);
    if (round < 0) continue;
    by_loops.push_back(one);
    by_call.push_back(other);
    quotients.push_back(other / one);
  }
  for (std::size_t i = 0; i != got.size(); ++i)
    if (!(std::fabs(got[i] - wanted[i]) <= 1e-5f * std::fabs(wanted[i]))) {
      std::printf("%s: element %zu is %g, not %g\n", name, i, static_cast<double>(got[i]),
                  static_cast<double>(wanted[i]));
      std::exit(1);
    }
  std::printf("%s %dx%d %.3f %.3f %.2f\n", name, rows, columns, median(by_loops), median(by_call),
              median(quotients));
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 31;
  for (const auto& [rows, columns] : {std::pair(1984, 1984), std::pair(2048, 2048), std::pair(1999, 2001)}) {
    compare("blur-32-elements", rounds, rows, columns, 2, blur_by_loops, blur_by_elements<32>);
    compare("blur-64-elements", rounds, rows, columns, 2, blur_by_loops, blur_by_elements<64>);
    compare("blur-32-map", rounds, rows, columns, 2, blur_by_loops, blur_by_map<32>);
    compare("blur-64-map", rounds, rows, columns, 2, blur_by_loops, blur_by_map<64>);
    compare("blur-32-tiles", rounds, rows, columns, 2, blur_by_loops, blur_by_tiles<32>);
    compare("blur-64-tiles", rounds, rows, columns, 2, blur_by_loops, blur_by_tiles<64>);
  }
  for (const auto& [rows, columns] : {std::pair(1024, 1024), std::pair(1024, 4096), std::pair(1001, 1999)}) {
    compare("softmax-row", rounds, rows, columns, 0, softmax_by_loops, softmax_by_row);
    compare("softmax-8-rows", rounds, rows, columns, 0, softmax_by_loops, softmax_by_rows);
  }
}

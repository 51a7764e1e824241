// Attention of one head: each query's softmax over all keys, applied to the values. The online softmax never
// has all scores at once: keys and values stream by in blocks, and what has been added up is scaled whenever
// a larger score turns up.
//
// flags: -Iinclude
// run: --check 0
// run: --check 1
// run: --check 64
// run: --check 100
#include <appyl/interpret/interpret.hpp>
#include <appyl/appyl.hpp>

#include "sample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace appyl;

constexpr int D = 32, Bq = 16, Bk = 32;

void attention(view<const float, 2> q, view<const float, 2> k, view<const float, 2> v, view<float, 2> o,
               int n, float scale) {
  if (n <= q.extent(0) && D <= q.extent(1) && D <= k.extent(1) &&
      (n % Bk == 0 ? n <= k.extent(0) : k.extent(0) == n) && D <= v.extent(1) &&
      n <= v.extent(0) && D <= o.extent(1) &&
      (n % Bq == 0 ? n <= o.extent(0) : o.extent(0) == n)) {
    // attention_kernel0: a grid of ceildiv(n, 16) programs, blocks of Bq of i.
    // Reads q (16 x 32), k (32 x 32), v (32 x 32); writes o (16 x 32); reduces greatest by max,
    //   total3 by +.
    // Proved independent.
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count = 0 < n ? static_cast<unsigned long long>(n) : 0;
      check_::Programs programs({"18_attention.cpp", "attention_kernel0"}, {{"i", i_count, Bq}});
      while (programs.next()) {
        const int i = programs.value<int>(0);
        float query[D];
        [[maybe_unused]] const check_::Local query_local(query, check_::Start::Watched);
        {
          check_::ParallelLoop lane_loop("lane");
          for (int lane = 0; lane < D; ++lane) {
            lane_loop.begin(lane);
            check_::write({27, 26, "query"}, query, lane) =
                check_::read_at({27, 34, "q"}, q, i, lane) * scale;
          }
        }
        float sum_[D];
        [[maybe_unused]] const check_::Local sum__local(sum_, check_::Start::Watched);
        {
          check_::ParallelLoop lane_loop_("lane");
          for (int lane = 0; lane < D; ++lane) {
            lane_loop_.begin(lane);
            check_::write({28, 20, "sum_"}, sum_, lane) = 0;
          }
        }
        const auto value = -std::numeric_limits<float>::infinity();
        float largest = value;
        float total = 0;
        {
          check_::SequentialLoop j_loop("j");
          for (int j = 0; j < n; j += Bk) {
            j_loop.begin(j);

            const int j_size = std::min<int>(Bk, n - j);

            float scores[Bk];
            [[maybe_unused]] const check_::Local scores_local(scores, check_::Start::Watched);
            {
              check_::ParallelLoop j_in_loop("j_in");
              for (int j_in = 0; j_in < j_size; ++j_in) {
                j_in_loop.begin(j_in);

                float total2 = 0;
                {
                  const unsigned long long lane_count = 0 < D ? static_cast<unsigned long long>(D) : 0;
                  check_::SequentialLoop lane_loop__("lane");
                  lane_loop__.row<int>(0, lane_count, 1, [&](const auto& each_, const int lane) {
                    total2 += each_.read({31, 41, "query"}, query, lane) *
                              each_.read_at({31, 58, "k"}, k, j + j_in, lane);
                  });
                }
                check_::write({31, 28, "scores"}, scores, j_in) = total2;
              }
            }
            float greatest = -std::numeric_limits<float>::infinity();
            {
              check_::ParallelLoop j_in_loop_("j_in");
              for (int j_in = 0; j_in < j_size; ++j_in) {
                j_in_loop_.begin(j_in);
                if (greatest < check_::read({32, 52, "scores"}, scores, j_in))
                  greatest = check_::read({32, 52, "scores"}, scores, j_in);
              }
            }
            float now = std::max(largest, greatest);
            float powers[Bk];
            [[maybe_unused]] const check_::Local powers_local(powers, check_::Start::Watched);
            {
              check_::ParallelLoop j_in_loop__("j_in");
              for (int j_in = 0; j_in < j_size; ++j_in) {
                j_in_loop__.begin(j_in);
                check_::write({33, 28, "powers"}, powers, j_in) =
                    std::exp(check_::read({33, 41, "scores"}, scores, j_in) - now);
              }
            }
            float shrink = std::exp(largest - now);
            float total3 = 0;
            {
              check_::ParallelLoop j_in_loop___("j_in");
              for (int j_in = 0; j_in < j_size; ++j_in) {
                j_in_loop___.begin(j_in);
                total3 += check_::read({35, 36, "powers"}, powers, j_in);
              }
            }
            total = total * shrink + total3;
            {
              check_::ParallelLoop lane_loop___("lane");
              for (int lane = 0; lane < D; ++lane) {
                lane_loop___.begin(lane);

                float total4 = 0;
                {
                  check_::SequentialLoop j_in_loop____("j_in");
                  for (int j_in = 0; j_in < j_size; ++j_in) {
                    j_in_loop____.begin(j_in);
                    total4 += check_::read({36, 50, "powers"}, powers, j_in) *
                              check_::read_at({36, 58, "v"}, v, j + j_in, lane);
                  }
                }
                check_::write({36, 7, "sum_"}, sum_, lane) =
                    check_::read({36, 7, "sum_"}, sum_, lane) * shrink + total4;
              }
            }
            largest = now;
          }
        }
        {
          check_::ParallelLoop lane_loop____("lane");
          for (int lane = 0; lane < D; ++lane) {
            lane_loop____.begin(lane);
            check_::write_at({39, 5, "o"}, o, i, lane) = check_::read({39, 33, "sum_"}, sum_, lane) / total;
          }
        }
      }
    }
  } else {  // slices that end elsewhere

    // attention_kernel0: a grid of ceildiv(n, 16) programs, one for each i.
    // Reads q (irregular), k (irregular), v (irregular); writes o (irregular).
    // Proved independent.
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count = 0 < n ? (static_cast<unsigned long long>(n) - 1) / 16 + 1 : 0;
      check_::Programs programs({"18_attention.cpp", "attention_kernel0"},
                                {{"i", i_count, 1, static_cast<long long>(0), 16}});
      while (programs.next())
        programs.iterate([&] {
          const int i = programs.value<int>(0);
          const tile<float, 2> query = check_::read_part({27, 34, "q"}, q, slice(i, Bq), slice(D)) * scale;
          tile<float, 2> sum_ = zeros<float>(Bq, D);
          tile<float> largest = full(-std::numeric_limits<float>::infinity(), Bq), total = zeros<float>(Bq);
          {
            check_::SequentialLoop j_loop("j");
            for (int j = 0; j < n; j += Bk) {
              j_loop.begin(j);

              const tile<float, 2> scores =
                  dot(query, transpose(check_::read_part({31, 58, "k"}, k, slice(j, Bk), slice(D))));
              const tile<float> now = maximum(largest, max(scores, 1));
              const tile<float, 2> powers = exp(scores - reshape(now, Bq, 1));
              const tile<float> shrink = exp(largest - now);
              total = total * shrink + sum(powers, 1);
              sum_ = sum_ * reshape(shrink, Bq, 1) +
                     dot(powers, check_::read_part({36, 58, "v"}, v, slice(j, Bk), slice(D)));
              largest = now;
            }
          }
          check_::write_part({39, 5, "o"}, o, slice(i, Bq), slice(D)) = sum_ / reshape(total, Bq, 1);
        });
    }
  }
}

void attentionSequential(const std::vector<float>& q, const std::vector<float>& k,
                         const std::vector<float>& v, std::vector<float>& o, int n, float scale) {
  std::vector<float> scores(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      scores[j] = 0;
      for (int d = 0; d < D; ++d) scores[j] += q[i * D + d] * scale * k[j * D + d];
    }
    const float largest = *std::max_element(scores.begin(), scores.end());
    float total = 0;
    for (float& score : scores) total += score = std::exp(score - largest);
    for (int d = 0; d < D; ++d) {
      float sum = 0;
      for (int j = 0; j < n; ++j) sum += scores[j] * v[j * D + d];
      o[i * D + d] = sum / total;
    }
  }
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"n", 2000}});
  const int n = static_cast<int>(program.size(0));
  const auto size = static_cast<std::size_t>(n) * D;
  sample::Random random;
  const std::vector<float> q = random.vector<float>(size, -1, 1), k = random.vector<float>(size, -1, 1),
                           v = random.vector<float>(size, -1, 1);
  std::vector<float> expected(size), actual(size);
  const float scale = 1 / std::sqrt(static_cast<float>(D));
  program.kernel(
      "attention", [&] { attentionSequential(q, k, v, expected, n, scale); },
      [&] {
        attention(view<const float, 2>(q, n, D), view<const float, 2>(k, n, D), view<const float, 2>(v, n, D),
                  view<float, 2>(actual, n, D), n, scale);
      },
      [&] { return sample::reduced(expected, actual, n); });
  return program.status();
}

// The program of the sample of the same name, its products and sums as plain loops, with the directives that
// an OpenMP user writes by hand.
#include "sample.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

constexpr int D = 32;

void attention(const std::vector<float>& q, const std::vector<float>& k, const std::vector<float>& v,
               std::vector<float>& o, int n, float scale) {
#pragma omp parallel
  {
    std::vector<float> scores(n);
#pragma omp for
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
      [&] { attention(q, k, v, actual, n, scale); }, [&] { return sample::reduced(expected, actual, n); });
  return program.status();
}

// Programs of tiles on a CPU: each computes its blocks by itself.
// flags: -Iinclude
// run: 1
// run: 100
// run: 127
#include <appyl/appyl.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;
constexpr int BLOCK = 16;
void add(view<const float> a, view<const float> b, view<float> c, int N) {
#pragma parallel
  for (int i = 0; i < N; i += BLOCK) c(slice(i, BLOCK)) = a(slice(i, BLOCK)) + b(slice(i, BLOCK));
}
void total(view<const float> a, view<float> b, int N) {
  b(0) = 0;
#pragma parallel reduction(b)
  for (int i = 0; i < N; i += BLOCK) b(0) += sum(a(slice(i, BLOCK)));
}
void matmul(view<const float, 2> a, view<const float, 2> b, view<float, 2> c, int M, int N, int K) {
#pragma parallel
  for (int i = 0; i < M; i += BLOCK)
#pragma parallel
    for (int j = 0; j < N; j += BLOCK) {
      tile<float, 2> acc = zeros<float>(BLOCK, BLOCK);
      for (int k = 0; k < K; k += BLOCK)
        acc += dot(a(slice(i, BLOCK), slice(k, BLOCK)), b(slice(k, BLOCK), slice(j, BLOCK)));
      c(slice(i, BLOCK), slice(j, BLOCK)) = acc;
    }
}
// As many rows as there are, masked; gathered rows; updates of shared elements.
void others(view<const float, 2> x, view<const int> rows, view<float, 2> y, view<int> hits, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; i += BLOCK) {
    const auto inside = arange(BLOCK) + i < n;
    const tile<int> picked = load(rows(slice(i, BLOCK)), inside, 0);
    const auto rowsOfX = x(picked, all);
    store(y(slice(i, BLOCK), all), where(rowsOfX > 0.5f, exp(-rowsOfX), 2 * rowsOfX),
          reshape(inside, BLOCK, 1));
    atomic_add(hits(where(inside, picked % 3, 0)), cast<int>(inside));
  }
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 10;
  std::vector<float> a(n), b(n, 2.0f), c(n), d(1), x(n * 7, 1.5f), y(7 * 30, 0.5f), z(n * 30);
  for (int i = 0; i < n; ++i) a[i] = i % 9;
  add(a, b, c, n);
  total(c, d, n);
  matmul(view<float, 2>(x, n, 7), view<float, 2>(y, 7, 30), view<float, 2>(z, n, 30), n, 30, 7);
  std::vector<int> rows(n), hits(3);
  std::vector<float> picked(n * 7);
  for (int i = 0; i < n; ++i) rows[i] = (i * 5) % n, x[i * 7 + i % 7] = 0.25f * (i % 3);
  others(view<float, 2>(x, n, 7), rows, view<float, 2>(picked, n, 7), hits, n);
  std::printf("%.6g %d %d %d\n", sum(view(picked)), hits[0], hits[1], hits[2]);
  std::printf("%g %g %g\n", c[n - 1], d[0], sum(view(z)));
}

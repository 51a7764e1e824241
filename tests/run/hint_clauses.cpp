// The clauses 'if', 'schedule' and 'num_threads', alone and together, with reductions, last values and blocks.
#include <cstdio>
#include <vector>

static void twice(int n, std::vector<float>& v) {
#pragma parallel if(n > 100) schedule(dynamic, 8)
  for (int i = 0; i < n; ++i) v[i] = 2 * v[i] + 1;
}

static long total(const std::vector<int>& v, int threads) {
  long s = 0;
  int last = -1;
  const int n = static_cast<int>(v.size());
#pragma parallel num_threads(threads + 1) reduction(+ : s) schedule(guided)
  for (int i = 0; i < n; ++i) {
    last = v[i];
    s += last;
  }
  return s * 100 + last;
}

static void table(int n, int m, float* x, bool isLarge) {
#pragma parallel if(isLarge && n > 1)
#pragma parallel block(4)
  for (int i = 0; i < n; ++i)
#pragma parallel block(8)
    for (int j = 0; j < m; ++j) x[i * m + j] += float(i - j);
#pragma parallel schedule(static, 1)
  for (int i = 0, rows = n - 1; i < rows; ++i)
    for (int j = 0; j < m; ++j) x[i * m + j] *= 2;
  if (isLarge)
#pragma parallel if(m > 5)
    for (int j = 0, columns = m; j < columns; ++j) x[j] += 1;
  else
#pragma parallel schedule(runtime)
    for (int j = 0; j < m; ++j) x[j] += 2;
}

int main() {
  std::vector<float> v(700);
  std::vector<int> w(900), none;
  for (int i = 0; i < 700; ++i) v[i] = float(i % 13);
  for (int i = 0; i < 900; ++i) w[i] = i % 31;
  twice(700, v);
  twice(50, v);
  twice(0, v);
  std::printf("%ld %ld\n", total(w, 1), total(none, 0));
  table(20, 7, v.data(), true);
  table(20, 7, v.data(), false);
  table(30, 4, v.data(), true);
  double s = 0;
  for (int i = 0; i < 700; ++i) s += double(v[i]) * (i % 3);
  std::printf("%.2f\n", s);
}

// Updates that '#pragma omp atomic' and '#pragma omp critical' keep apart are reductions of the loops around them.
#include <cstdio>
#include <vector>

struct Totals {
  double weight;
  long count;
};

static void histogram(const std::vector<int>& key, std::vector<int>& count, int* last) {
  const int n = static_cast<int>(key.size());
#pragma parallel
  for (int i = 0; i < n; ++i) {
#pragma omp atomic
    count[key[i]] += 1;
    if (key[i] > 3)
#pragma omp atomic update
      last[0]++;
  }
}

static long extremes(const std::vector<int>& v, Totals& totals) {
  int most = 0;
  long sum = 0;
  const int n = static_cast<int>(v.size());
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int x = v[i] * 3 % 101;
#pragma omp critical(extremes)
    {
      if (x > most) most = x;
      sum += x;
    }
#pragma omp critical
    totals.count += x % 3;
  }
  return sum * 1000 + most;
}

static int nested(int n, int m, const std::vector<int>& v) {
  int odd = 0;
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel reduction(+ : odd)
    for (int j = 0; j < m; ++j) {
#pragma omp atomic
      odd += v[i * m + j] % 2;
    }
  return odd;
}

int main() {
  std::vector<int> key(20000), count(37), v(5000);
  for (int i = 0; i < 20000; ++i) key[i] = i * 7 % 37;
  for (int i = 0; i < 5000; ++i) v[i] = i * 7 % 89;
  int last[1] = {5};
  histogram(key, count, last);
  long s = last[0];
  for (int x : count) s = (s * 31 + x) % 1000003;
  Totals totals = {0, 1};
  const long found = extremes(v, totals);
  std::printf("%ld %ld %ld %d\n", s, found, totals.count, nested(50, 100, v));
}

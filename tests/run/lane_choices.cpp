// Branches and choices in lanes, of which compilers that were told to make lanes do so or say nothing: selects, sums
// under a condition, neighbours across a periodic edge.
// tolerance: 1e-6
// alone: it has functions with names of the tests' own
#include "print.h"
#include <algorithm>
#include <vector>

static void selects(int n, const float* x, const float* y, const int* mask, const unsigned char* bytes, float* o, float with) {
#pragma parallel block
  for (int i = 0; i < n; ++i) o[i] = mask[i] > 0 ? x[i] : y[i];
#pragma parallel block
  for (int i = 0; i < n; ++i)
    if (bytes[i])
      o[i] += x[i];
    else
      o[i] = with;
#pragma parallel block
  for (int i = 0; i < n; ++i) {
    if (bytes[i]) o[n + i] = y[i];
    else o[n + i] = x[i];
  }
#pragma parallel block(256)
  for (int i = 1; i < n - 1; ++i)
    if (x[i < n - 1 ? i + 1 : 0] > y[i]) o[i] = std::max(x[i > 0 ? i - 1 : 0], with);
}

static void fill(const std::vector<float>& x, const std::vector<int>& mask, std::vector<float>& o, float with, int columns) {
  const int rows = static_cast<int>(x.size()) / columns;
#pragma parallel
  for (int i = 0; i < rows; ++i)
#pragma parallel
    for (int j = 0; j < columns; ++j)
      o[i * columns + j] = mask[i * columns + j] ? x[i * columns + j] : with;
}

static void periodic(int n, int m, const float* a, float* b) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) {
      const int l = j == 0 ? m - 1 : j - 1, r = j == m - 1 ? 0 : j + 1;
      b[i * m + j] = a[i * m + l] * 2 + a[i * m + r] * 3;
    }
#pragma parallel block(16)
  for (int i = 0; i < n * m; ++i) b[i] += a[i == 0 ? n * m - 1 : i - 1] - a[i == n * m - 1 ? 0 : i + 1];
}

struct Sums {
  double positive = 0, product = 1;
  int count = 0;
  float weighted = 0, negative = 0;

  void add(int n, const float* x, const float* w) {
#pragma parallel reduction(+ : positive, count)
    for (int i = 0; i < n; ++i)
      if (x[i] > 0) {
        positive += x[i];
        ++count;
      }
#pragma parallel reduction(* : product)
    for (int i = 0; i < n; ++i)
      if (x[i] > 49 || x[i] < -49) product *= 1.5;
#pragma parallel reduction(+ : weighted)
    for (int i = 0; i < n; ++i)
      if (x[i] > 0) weighted += w[i];
#pragma parallel reduction(+ : negative)
    for (int i = 0; i < n; ++i)
      if (x[i] > 3 ? w[i] < 0 : x[i] < 0) negative -= x[i] * 2;
  }
};

static double degrees(int n, const int* degree, const double* rank, double* out) {
  double dangling = 0, shares = 0;
#pragma parallel reduction(+ : dangling, shares)
  for (int v = 0; v < n; ++v)
    if (degree[v] == 0) {
      dangling += rank[v];
      out[v] = 0;
    } else {
      out[v] = rank[v] / degree[v];
      if (out[v] > 0) shares += out[v];
    }
  return dangling + 3 * shares;
}

// The condition is asked once: what is added changes it.
static double counted(int n, const int* a) {
  double sum = 0, times = 0;
#pragma parallel reduction(+ : sum, times)
  for (int i = 0; i < n; ++i) {
    int left = a[i] > 0 ? 1 : 0;
    if (left > 0) {
      sum += left--;
      times += 1.0;
    }
  }
  return sum * 1000 + times;
}

int main() {
  for (int n : {0, 1, 2, 127, 128, 300, 3000}) {
    std::vector<float> x(n + 1), y(n + 1), o(2 * n + 1);
    std::vector<int> mask(n + 1);
    std::vector<unsigned char> bytes(n + 1);
    std::vector<double> rank(n + 1), out(n + 1);
    fill(x.data(), n, 1), fill(y.data(), n, 2), fill(mask.data(), n, 3);
    for (int i = 0; i < n; ++i) bytes[i] = mask[i] & 2, rank[i] = y[i] * 0.5;
    selects(n, x.data(), y.data(), mask.data(), bytes.data(), o.data(), 2);
    print("selects", o.data(), o.size());
    fill(x, mask, o, 7, 3);
    periodic(n / 7, 7, x.data(), o.data());
    print("periodic", o.data(), o.size());
    Sums sums;
    sums.add(n, x.data(), y.data());
    std::printf("~ sums %.9g %.9g %d %.9g %.9g\n", sums.positive, sums.product, sums.count, sums.weighted, sums.negative);
    std::printf("~ degrees %.9g\n", degrees(n, mask.data(), rank.data(), out.data()));
    print("out", out.data(), n);
    std::printf("counted %.9g\n", counted(n, mask.data()));
  }
}

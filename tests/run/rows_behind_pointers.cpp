// Rows behind pointers are copied row by row: tables of rows of their own, of rows in one array, of one row for all; rows
// that the nest does not use may be missing.
#include "print.h"
#include <vector>

static void distances(int n, int m, float** points, const float* centre, float* out) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int k = 0; k < m; ++k) s += (points[i][k] - centre[k]) * (points[i][k] - centre[k]);
    out[i] = s;
  }
}

static void shift(int n, int m, float** points) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i)
    for (int k = 1; k < m; ++k) points[i][k] += static_cast<float>(i - k);
}

// Two tables, one of which leads into the array that the loop uses, too.
static void collect(int n, int m, const double* const* from, double* const* to, const double* all) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i)
#pragma parallel unchecked
    for (int k = 0; k < m; ++k) to[n - 1 - i][k] = 2 * from[i + 1][k] + all[i * m + k];
}

static void twice(int n, int m, std::vector<float*>& rows) {
  for (int step = 0; step < 2; ++step) {
#pragma parallel unchecked
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < m; ++k) rows[i][k] += 1;
#pragma parallel unchecked
    for (int i = 0; i < n; ++i) rows[i][0] *= 2;
  }
}

// Under a condition nothing is touched that is not touched anyway.
static void lowest(int n, int m, float** rows, float* out) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    float low = 1000;
    for (int k = 0; k < m; ++k) {
      if (rows[i][k] < low) low = rows[i][k];
      if (low < -20) rows[i][k] -= low;
    }
    out[i] = low;
  }
}

int main() {
  for (int n : sizes) {
    const int m = 5;
    std::vector<std::vector<float>> own(n, std::vector<float>(m));
    std::vector<float*> rows(n);
    std::vector<float> centre(m), out(n), slab(n * m);
    fill(centre.data(), centre.size(), 1);
    for (int i = 0; i < n; ++i) fill(own[i].data(), m, i), rows[i] = own[i].data();
    shift(n, m, rows.data());
    distances(n, m, rows.data(), centre.data(), out.data());
    print("own", out.data(), out.size());
    lowest(n, m, rows.data(), out.data());
    print("lowest", out.data(), out.size());
    for (int i = 0; i < n; ++i) rows[i] = slab.data() + i * m;
    shift(n, m, rows.data());
    twice(n, m, rows);
    distances(n, m, rows.data(), centre.data(), out.data());
    print("slab", slab.data(), slab.size());
    print("of the slab", out.data(), out.size());
    for (int i = 0; i < n; ++i) rows[i] = centre.data();
    distances(n, m, rows.data(), centre.data(), out.data());
    print("one row", out.data(), out.size());
    std::vector<double> all((n + 1) * m), last(n * m);
    fill(all.data(), all.size(), 7);
    std::vector<double*> from(n + 1, nullptr), to(n);
    for (int i = 0; i < n; ++i) from[i + 1] = all.data() + (n - i) * m, to[i] = last.data() + i * m;
    collect(n, m, from.data(), to.data(), all.data());
    print("collected", last.data(), last.size());
    shift(n, 0, nullptr);
  }
}

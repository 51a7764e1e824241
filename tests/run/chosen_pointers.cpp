// Pointers of an iteration that are chosen by a condition, set in a branch, or walk on: what they only read is no
// obstacle where the loop writes nothing of it.
// expect-warning: [appyl-extent]
#include "print.h"

#include <vector>

struct Point {
  double energy, total;
};

static void byBranch(int n, int m, const Point* grid, const int* row, double* sum) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const Point* low;
    if (row[i] == m - 1)
      low = &grid[row[i] - 1];
    else
      low = &grid[row[i]];
    sum[i] = low->total + (low + 1)->energy;
  }
}

static void byCondition(int n, const float* a, const float* b, float* out) {
#pragma parallel
  for (int i = 0; i < 2 * n; ++i) {
    const float* from = i < n ? a + i : b + (i - n);
    out[i] = *from;
  }
}

static void walking(int n, const int* length, const unsigned* keys, unsigned* out) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    unsigned h = 0;
    const unsigned* k = keys + i * 16;
    for (int left = length[i]; left > 0; --left, ++k) h = h * 31 + *k;
    out[i] = h + k[0];
  }
}

static void setTwice(int n, const unsigned* zeros, const unsigned* ones, unsigned* out) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const unsigned* row;
    row = &zeros[2 * i];
    const unsigned s = row[0] & row[1];
    row = &ones[2 * i];
    out[i] = s + (row[0] | row[1]);
  }
}

// Written through the pointer, in the branch that sets it: two elements of each iteration.
static void writesInBranch(int n, int kind, const double* x, double* apart, double* together) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double* mine;
    if (kind > 1) {
      mine = &apart[2 * i];
      mine[0] = x[i];
      mine[1] = -x[i];
    } else {
      together[2 * i] += x[i];
    }
  }
}

int main() {
  for (int n : sizes) {
    std::vector<Point> grid(12);
    std::vector<int> row(n), length(n);
    std::vector<double> sum(n), x(n), apart(2 * n), together(2 * n);
    std::vector<float> a(n), b(n), out(2 * n);
    std::vector<unsigned> keys(16 * n + 16), ones(2 * n), hashes(n), counts(n);
    for (int i = 0; i < 12; ++i) grid[i] = {i * 0.5, i * 7 % 31 * 1.0};
    for (int i = 0; i < n; ++i) row[i] = i * 13 % 10 + 1, length[i] = i % 15;
    fillFraction(a.data(), n, 1), fillFraction(b.data(), n, 2), fillFraction(x.data(), n, 3);
    fill(keys.data(), keys.size(), 4), fill(ones.data(), ones.size(), 5);
    byBranch(n, 11, grid.data(), row.data(), sum.data());
    byCondition(n, a.data(), b.data(), out.data());
    walking(n, length.data(), keys.data(), hashes.data());
    setTwice(n, keys.data(), ones.data(), counts.data());
    writesInBranch(n, 1, x.data(), apart.data(), together.data());
    writesInBranch(n, 2, x.data(), apart.data(), together.data());
    print("by branch", sum.data(), n);
    print("by condition", out.data(), 2 * n);
    print("walking", hashes.data(), n);
    print("set twice", counts.data(), n);
    print("apart", apart.data(), 2 * n);
    print("together", together.data(), 2 * n);
  }
}

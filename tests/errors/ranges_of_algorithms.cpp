#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

// The algorithms of the library touch the elements between the ends that they are given.
void rows(int n, int m, double* a, const double* b, double* sums) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::copy(b + i * m, b + (i + 1) * m, a + i * m);
    std::sort(a + i * m, a + (i + 1) * m);
    sums[i] = std::accumulate(a + i * m, a + (i + 1) * m, 0.0);
  }
}

void rowsByNumber(int n, int m, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double* row = a + i * m;
    std::fill_n(row, m, 0.0);
  }
}

void rowsOfBytes(int n, int m, double* a, const double* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::memset(a + i * m, 0, sizeof(double) * m);
    std::memcpy(a + i * m, b + i * m, m * sizeof(double));
  }
}

void rowsOfVector(int n, int m, std::vector<double>& a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    std::transform(a.begin() + i * m, a.begin() + (i + 1) * m, a.begin() + i * m, [](double x) { return 2 * x; });
}

void median(int n, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double t[9];
    std::copy_n(x + i, 9, t);
    std::nth_element(t, t + 4, t + 9);
    y[i] = t[4];
  }
}

// --- mistakes ----------------------------------------------------------------------------------------------------------

void oneTooMany(int n, int m, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::fill(a + i * m, a + (i + 1) * m + 1, 0.0);  // warning: [appyl-unproved] blocks of 'a' may overlap
}

void intoTheNext(int n, int m, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::copy(a + i * m, a + (i + 1) * m, a + (i + 1) * m);  // warning: [appyl-unproved] blocks of 'a' may overlap
}

void bytesOfTheNext(int n, int m, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::memcpy(a + i * m, a + i * m + 1, m * sizeof(double));  // warning: [appyl-unproved] blocks of 'a' may overlap
}

void halfOfAnElement(int n, int m, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::memset(a + i, 0, 4 * m);  // warning: [appyl-unproved] any element of 'a' may be touched
}

void otherRange(int n, int m, double* a, double* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::swap_ranges(a + i * m, a + (i + 1) * m, b + i);  // warning: [appyl-unproved] blocks of 'b' may overlap
}

void allBefore(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::fill(a, a + i, 0.0);  // warning: [appyl-unproved] blocks of 'a' may overlap
}

void changedByLambda(int n, std::vector<double>& a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    std::for_each(a.begin() + i, a.begin() + i + 2, [](double& x) { x += 1; });  // warning: [appyl-unproved] blocks of 'a' may overlap
}

void whatIsFound(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) *std::max_element(a + i, a + i + 2) = 0;  // warning: [appyl-unproved]
}

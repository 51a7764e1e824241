// Loops over elements side by side, many iterations of which are checked at once: what is wrong far inside of them is
// found as in any other loop.
#include <cstdio>
#include <cstdlib>
#include <vector>

static void fromEnd(int n, int k, const float* x, float* y) {
#pragma parallel block(128)
  for (int i = 0; i < n; ++i) y[i] = x[i + k];  // finds: x[1000] is outside [0, 1000); program (7), i = 999 [appyl-out-of-bounds]
}

static void unwritten(int n, const unsigned char* x, const double* w, std::vector<double>& y) {
#pragma parallel block(128)
  for (int i = 0; i < n; ++i) y[i] = x[i];  // finds: x[777] is read, but nothing has written it; program (6), i = 777 [appyl-uninitialized]
#pragma parallel block(128)
  for (int i = 0; i < n; ++i) y[i] += 2 * w[i];  // finds: w[900] is read, but nothing has written it; program (7), i = 900 [appyl-uninitialized]
}

static void again(int n, int k, std::vector<short>& y) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    y[i] = 1;  // remarks: y[900], written by iteration i = 0 of program (0), is written by another iteration; program (900), i = 900 [appyl-conflict]
    y[i + k] = 2;
  }
}

static void ahead(int n, int k, int* y, const int* x) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) y[i] = y[i + k] + x[0];  // remarks: y[500], read by iteration i = 0 of program (0), is written by another iteration; program (500), i = 500 [appyl-conflict]
}

static void behind(int n, int k, float* y) {
#pragma parallel unchecked
  for (int i = 700; i < n; ++i) y[i] = y[i - k];  // remarks: y[700], written by iteration i = 700 of program (0), is read by another iteration; program (1), i = 701 [appyl-conflict]
}

static void rows(int n, int m, int width, float* y) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < width; ++j) y[i * m + j] += 1;  // remarks: y[100], written by iteration i = 0 of program (0), is updated by another iteration; program (1), i = 1, j = 0 [appyl-conflict]
}

static void own(int n, int width, float* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float t[100], sum = 0;
    for (int j = 0; j < width; ++j) t[j] = static_cast<float>(j);
    for (int j = 0; j < 100; ++j) sum += t[j];  // finds: t[98] is read, but nothing has written it; program (0), i = 0, j = 98 [appyl-uninitialized]
    y[i] = sum;
  }
}

static long sums(int n, const std::vector<int>& x, int* totals, int k) {
  long total = 0;
#pragma parallel unchecked reduction(+ : total)
  for (int i = 0; i < n; ++i) {
    total += x[i];
    totals[k] = x[i];  // remarks: totals[5], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
  }
  return total;
}
static long fine(int n, const std::vector<int>& x) {
  long total = 0;
#pragma parallel block reduction(+ : total)
  for (int i = 0; i < n; ++i) total += x[i];
  return total;
}

// What the other iterations do is theirs, and sequential loops may read what they have written.
static void right(int n, int m, std::vector<double>& y, const std::vector<double>& x) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) y[i * m + j] = x[i * m + j];
    for (int j = 1; j < m; ++j) y[i * m + j] += y[i * m + j - 1];
    for (int j = 0; j < m - 1; ++j) y[i * m + j] = y[i * m + j + 1] + x[0];
  }
}

int main() {
  const int n = 1000;
  std::vector<float> x(n, 1), y(n);
  fromEnd(n, PLANTED, x.data(), y.data());
  auto* const bytes = static_cast<unsigned char*>(std::malloc(n));
  double* const numbers = new double[n];
  for (int i = 0; i < n; ++i) {
    if (i < 770 || i > 777 || !PLANTED) bytes[i] = 1;
    if (i != 900 || !PLANTED) numbers[i] = i;
  }
  std::vector<double> d(n), e(n);
  unwritten(n, bytes, numbers, d);
  std::vector<short> s(2 * n);
  again(n, PLANTED ? 900 : n, s);
  std::vector<int> i(2 * n), to(n);
  ahead(n, PLANTED ? 500 : n, i.data(), to.data());
  behind(n, PLANTED ? 1 : 700, y.data());
  rows(9, 100, 100 - 40 + 41 * PLANTED, y.data());
  own(3, 100 - 2 * PLANTED, y.data());
  const long total = fine(n, to) + (PLANTED ? sums(n, to, i.data(), 5) : 0);
  right(10, 100, d, e);
  std::printf("%g %g %d %ld\n", y[3], d[5], s[7], total);
  std::free(bytes);
  delete[] numbers;
}

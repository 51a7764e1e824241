// Rows of sums that an iteration keeps in an array of its own, and that may take the place of what they were
// computed of.
#include "print.h"
#include <algorithm>
#include <vector>

// The columns outside, as in doitgen.
template <int N>
static void inPlace(double (*a)[5][N], const double (*b)[N], int n) {
#pragma parallel
  for (int r = 0; r < n; ++r)
#pragma parallel
    for (int q = 0; q < 5; ++q) {
      double sum[N];
      for (int p = 0; p < N; ++p) {
        sum[p] = 0.0;
        for (int s = 0; s < N; ++s) sum[p] += a[r][q][s] * b[s][p];
      }
      for (int p = 0; p < N; ++p) a[r][q][p] = sum[p];
    }
}
template void inPlace<1>(double (*)[5][1], const double (*)[1], int);
template void inPlace<611>(double (*)[5][611], const double (*)[611], int);
template void inPlace<19>(double (*)[5][19], const double (*)[19], int);

// The terms outside, other terms than columns, other elements around the rows, a factor and a function of the sum.
static void scaledRows(float* x, const float* b, const float* bias, int m, int n, int k, int pitch, float alpha) {
#pragma parallel block(16)
  for (int i = 0; i < m; ++i) {
    float row[40];
    for (int j = 1; j <= n; ++j) row[j] = bias[j] + i;
    for (int t = 0; t < k; ++t)
      for (int j = 1; j <= n; ++j) row[j] += alpha * x[i * pitch + t + 2] * b[t * 40 + j];
    for (int q = 1; q <= n; ++q) x[i * pitch + q] = std::max(row[q], bias[q] - q);
  }
}

// Rows that start at zeros by their declaration, in another array; integers wrap around.
static void counted(const int* a, const int* b, int* c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int row[40] = {};
    for (int t = 0; t < k; ++t)
      for (int j = 0; j < n; ++j) row[j] -= a[i + t * m] * b[t * n + j];
    for (int j = 0; j < n; ++j) c[i * n + j] = row[j];
  }
}

// Not one product: what is stored is another row's sum, the same array is the second factor, a part is stored.
static void reversed(double* x, const double* b, int m, int n) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    double row[40];
    for (int j = 0; j < n; ++j) {
      row[j] = 1;
      for (int t = 0; t < n; ++t) row[j] += x[i * n + t] * b[t * n + j];
    }
    for (int j = 0; j < n; ++j) x[i * n + j] = row[n - 1 - j];
  }
}
static void inOneRow(double* x, int m, int n) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    double row[40];
    for (int j = 0; j < n; ++j) {
      row[j] = 0;
      for (int t = 0; t < n; ++t) row[j] += x[i * n * n + t] * x[i * n * n + t * n + j];
    }
    for (int j = 0; j < n; ++j) x[i * n * n + j] = row[j];
  }
}
static void some(double* x, const double* b, int m, int n) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    double row[40];
    for (int j = 0; j < n; ++j) {
      row[j] = 0;
      for (int t = 0; t < n; ++t) row[j] += x[i * n + t] * b[t * n + j];
    }
    for (int j = 1; j < n; ++j) x[i * n + j] = row[j];
  }
}
static void again(double* x, const double* b, double* y, int m, int n) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    double row[40] = {};
    for (int j = 0; j < n; ++j) {
      row[j] = 0;
      for (int t = 0; t < n; ++t) row[j] += x[i * n + t] * b[t * n + j];
    }
    y[i] = row[0];
    for (int j = 0; j < n; ++j) x[i * n + j] = row[j] + x[i * n + n - 1 - j];
  }
}

int main() {
  std::vector<double> a(300 * 5 * 19), b(40 * 40);
  fill(b.data(), b.size(), 2);
  for (int n : {0, 1, 3, 300}) {
    fill(a.data(), a.size(), 1);
    inPlace<19>(reinterpret_cast<double (*)[5][19]>(a.data()), reinterpret_cast<double (*)[19]>(b.data()), n);
    print("inPlace", a.data(), a.size());
    inPlace<1>(reinterpret_cast<double (*)[5][1]>(a.data()), reinterpret_cast<double (*)[1]>(b.data()), n);
    print("inPlace", a.data(), a.size());
  }
  std::vector<double> wide(20 * 5 * 611), square(611 * 611);  // whose products take several steps
  fill(wide.data(), wide.size(), 11), fill(square.data(), square.size(), 12);
  inPlace<611>(reinterpret_cast<double (*)[5][611]>(wide.data()), reinterpret_cast<double (*)[611]>(square.data()), 2);
  print("inPlace", wide.data(), wide.size());
  std::vector<float> factors(40 * 40), bias(40);
  fill(factors.data(), factors.size(), 3), fill(bias.data(), bias.size(), 4);
  std::vector<int> ints(700 * 40), moreInts(40 * 40);
  fill(ints.data(), ints.size(), 5), fill(moreInts.data(), moreInts.size(), 6);
  for (int m : {0, 1, 31, 300, 700})
    for (int n : {0, 1, 12, 38}) {
      std::vector<float> x(m * 45 + 45);
      fill(x.data(), x.size(), 7);
      scaledRows(x.data(), factors.data(), bias.data(), m, n, 11, 45, 2);
      print("scaledRows", x.data(), x.size());
      std::vector<int> c(m * n);
      counted(ints.data(), moreInts.data(), c.data(), m, n, 9);
      print("counted", c.data(), c.size());
      std::vector<double> y(m * n), once(m);
      fill(y.data(), y.size(), 8);
      reversed(y.data(), b.data(), m, n);
      print("reversed", y.data(), y.size());
      fill(y.data(), y.size(), 9);
      some(y.data(), b.data(), m, n);
      print("some", y.data(), y.size());
      if (n > 0) again(y.data(), b.data(), once.data(), m, n);
      print("again", y.data(), y.size()), print("again", once.data(), once.size());
      std::vector<double> squares(n <= 12 ? m * n * n : 0);
      fill(squares.data(), squares.size(), 10);
      if (n <= 12) inOneRow(squares.data(), m, n);
      print("inOneRow", squares.data(), squares.size());
    }
}

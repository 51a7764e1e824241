// Triangles whose other half gets the same values.
#include "print.h"
#include <algorithm>
#include <vector>

// Upper, in the element itself.
template <int M>
static void covariance(const double (*data)[M], double (*cov)[M], int n) {
#pragma parallel
  for (int i = 0; i < M; i++)
    for (int j = i; j < M; j++) {
      cov[i][j] = 0.0;
      for (int k = 0; k < n; k++) cov[i][j] += data[k][i] * data[k][j];
      cov[i][j] /= n + 1.0;
      cov[j][i] = cov[i][j];
    }
}
// Lower, by a variable, flat, of other types, and nothing done to the sum.
static void gram(const float* a, float* c, int n, int m, int pitch) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j <= i; ++j) {
      double sum = 0;
      for (int k = 0; k < m; ++k) sum += static_cast<double>(a[i * m + k]) * a[j * m + k];
      c[i * pitch + j] = sum;
      c[j * pitch + i] = c[i * pitch + j];
    }
}
static void added(const int* a, int* c, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      for (int k = 0; k < m; ++k) c[i * n + j] += a[i * m + k] * a[j * m + k];
      c[j * n + i] = c[i * n + j];
    }
}
// No mirror: the whole square, another place, the mirror in front of the last change.
static void whole(const int* a, int* c, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      int sum = 0;
      for (int k = 0; k < m; ++k) sum += a[i * m + k] * a[j * m + k];
      c[i * n + j] = sum;
      c[j * n + i] = c[i * n + j];
      c[i * n + j] += 1;
    }
}

int main() {
  for (int n : {0, 1, 2, 7, 33, 130}) {
    std::vector<double> data(n * 67), cov(67 * 67, -1);
    fillFraction(data.data(), data.size(), 3);
    covariance<67>(reinterpret_cast<double (*)[67]>(data.data()), reinterpret_cast<double (*)[67]>(cov.data()), n);
    print("covariance", cov.data(), cov.size());
    for (int m : {0, 1, 5, 90}) {
      const int pitch = n + 3;
      std::vector<float> a(n * m), c(n * pitch, 2);
      fill(a.data(), a.size(), 4);
      gram(a.data(), c.data(), n, m, pitch);
      print("gram", c.data(), c.size());
      std::vector<int> x(n * m), y(n * n);
      fill(x.data(), x.size(), 5), fill(y.data(), y.size(), 6);
      added(x.data(), y.data(), n, m);
      print("added", y.data(), y.size());
      whole(x.data(), y.data(), n, m);
      print("whole", y.data(), y.size());
    }
  }
}

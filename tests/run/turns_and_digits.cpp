// Buffers that take turns by the branches of an `if`, and indices that are taken apart into planes, rows and columns and
// put together again, in several ways.
#include "print.h"
#include <vector>

static void turns(int n, int k, double* u, double* v) {
  double *from, *to;
  if (k % 2) {
    from = u;
    to = v;
  } else {
    from = v;
    to = u;
  }
#pragma parallel
  for (int i = 1; i < n - 1; ++i) to[i] = from[i - 1] + from[i + 1];
}

static void planes(int n, int ni, int nj, const double* a, double* b) {
  const int plane = ni * nj;
#pragma parallel
  for (int t = 0; t < n * plane; ++t) {
    const int z = t / plane, y = t % plane / ni, x = t % ni;
    if (x > 0 && y > 0) b[z * plane + y * ni + x] = a[t - 1] + a[t - ni];
  }
}

static void digits(int n, int ni, int nj, const double* a, double* b) {
#pragma parallel
  for (int t = 0; t < n * ni * nj; ++t) {
    const int x = t % (ni * nj) % ni, y = t % (ni * nj) / ni, z = t / (ni * nj);
    b[(z * nj + y) * ni + x] += a[t] * (x + 2 * y + 3 * z);
  }
}

static void backwards(int n, int ni, int nj, const double* a, double* b) {
#pragma parallel
  for (int t = n * ni * nj - 1; t >= 0; --t) {
    const int x = t % ni, y = t / ni % nj, z = t / (nj * ni);
    b[z * (ni * nj) + y * ni + x] -= a[t];
  }
}

int main() {
  for (int n : sizes) {
    std::vector<double> u(n), v(n);
    fillFraction(u.data(), u.size(), 1);
    fillFraction(v.data(), v.size(), 2);
    for (int k = 0; k < 3; ++k) turns(n, k, u.data(), v.data());
    print("u", u.data(), u.size());
    print("v", v.data(), v.size());
    const int ni = 3 + n % 4, nj = 2 + n % 3, planesOf = n / 16;
    std::vector<double> a(planesOf * ni * nj), b(a.size());
    fill(a.data(), a.size(), 3);
    planes(planesOf, ni, nj, a.data(), b.data());
    print("planes", b.data(), b.size());
    digits(planesOf, ni, nj, a.data(), b.data());
    backwards(planesOf, ni, nj, a.data(), b.data());
    print("digits", b.data(), b.size());
  }
}

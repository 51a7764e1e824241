// Subscripts that wrap around, stop at the ends or are one of two: what of an array they reach is known.
#include "print.h"
#include <algorithm>
#include <vector>

static void around(int n, const double* u, double* v) {
#pragma parallel
  for (int i = 0; i < n; ++i) v[i] = u[(i + 1) % n] - 2 * u[i] + u[(i - 1 + n) % n];
}

static void chosen(int n, const double* u, double* v) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int left = i == 0 ? n - 1 : i - 1;
    const int right = i == n - 1 ? 0 : i + 1;
    v[i] = u[left] - 2 * u[i] + u[right];
  }
}

static void clamped(int n, const double* u, double* v) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    v[i] = u[std::max(i - 1, 0)] + u[std::min(i + 1, n - 1)] + u[std::clamp(i - 2, 0, n - 1)] + u[i > 0 ? i - 1 : 0];
}

static void torus(int nx, int ny, const double* u, double* v) {
#pragma parallel
  for (int i = 0; i < nx; ++i)
#pragma parallel
    for (int j = 0; j < ny; ++j) {
      const int im = (i - 1 + nx) % nx, ip = (i + 1) % nx, jm = (j - 1 + ny) % ny, jp = (j + 1) % ny;
      v[i * ny + j] = u[im * ny + j] + u[ip * ny + j] + u[i * ny + jm] + u[i * ny + jp];
    }
}

static void life(int nx, int ny, const unsigned char* u, unsigned char* v) {
#pragma parallel
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j) {
      int count = 0;
      for (int di = -1; di <= 1; ++di)
        for (int dj = -1; dj <= 1; ++dj)
          if (di || dj) count += u[((i + di + nx) % nx) * ny + (j + dj + ny) % ny];
      v[i * ny + j] = count == 3 || (count == 2 && u[i * ny + j]);
    }
}

static void unsignedSizes(const std::vector<double>& u, std::vector<double>& v) {
  const std::size_t n = u.size();
#pragma parallel
  for (std::size_t i = 0; i < n; ++i) v[i] = u[(i + 1) % n] + u[(i + n - 1) % n];
}

// Some elements keep their values, which the device has to bring back.
static void everyOther(int n, int m, double* v) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) v[2 * i % m] = i;
}

static void rotated(int n, int s, const double* u, double* v) {
#pragma parallel
  for (int i = 0; i < n; ++i) v[(i + s) % n] = u[i];
}

int main() {
  const double none = 0;
  around(0, &none, nullptr);
  for (const int n : {1, 2, 3, 30}) {
    std::vector<double> u(n), v(n, -1);
    fill(u.data(), u.size(), 1);
    around(n, u.data(), v.data());
    print("around", v.data(), v.size());
    chosen(n, u.data(), v.data());
    print("chosen", v.data(), v.size());
    clamped(n, u.data(), v.data());
    print("clamped", v.data(), v.size());
    unsignedSizes(u, v);
    print("unsigned", v.data(), v.size());
    everyOther(n / 4, n, v.data());
    print("everyOther", v.data(), v.size());
    rotated(n, 5, u.data(), v.data());
    print("rotated", v.data(), v.size());
    const int m = n + 2;
    std::vector<double> a(n * m), b(n * m);
    fill(a.data(), a.size(), 2);
    torus(n, m, a.data(), b.data());
    print("torus", b.data(), b.size());
    std::vector<unsigned char> cells(n * m), next(n * m);
    for (int k = 0; k < n * m; ++k) cells[k] = k * 7 % 3 == 0;
    life(n, m, cells.data(), next.data());
    print("life", next.data(), next.size());
  }
}

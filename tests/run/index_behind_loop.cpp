// An index that an inner loop moves on, and that is used behind it, also where the loop does not run at all.
// expect-warning: [appyl-extent]
#include "print.h"

#include <vector>

static void close(int nx, int ny, int nz, const float* in, float* out) {
  const int plane = nx * ny;
#pragma parallel
  for (int j = 0; j < ny; ++j)
#pragma parallel
    for (int i = 0; i < nx; ++i) {
      int c = i + j * nx;
      for (int k = 1; k < nz; ++k, c += plane) out[c] = 0.25f * in[c];
      out[c] = 7;
    }
}

static void back(int n, int m, int from, const float* in, float* out) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int c = i;
    for (int k = from; k >= 2; --k) {
      out[c] += in[c];
      c += n;
    }
    if (c < m) out[c] -= in[i];
  }
}

static void rows(int n, int nz, int p, float* out) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int c = 0;
    for (int k = 1; k < nz; ++k) c += 2;
    out[i * p + c] = 2;
    out[i * p + 1] = 3;
  }
}

int main() {
  for (const int nz : {-2, 0, 1, 2, 7})
    for (const int nx : {1, 5, 20}) {
      const int ny = 6, all = nx * ny * 8;
      std::vector<float> in(all), out(all);
      for (int k = 0; k < all; ++k) in[k] = static_cast<float>(k % 37);
      close(nx, ny, nz, in.data(), out.data());
      print("close", out.data(), out.size());
      back(nx, all, nz, in.data(), out.data());
      print("back", out.data(), out.size());
      if (2 * nz < nx) rows(ny, nz, nx, out.data());
      print("rows", out.data(), out.size());
    }
}

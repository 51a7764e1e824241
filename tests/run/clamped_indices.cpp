// Indices that branches keep inside an array: clamped, mirrored and periodic edges. The arrays are just as long as what
// is touched, so that a copy of more is found.
// run: 3
// run: 4
// run: 1000
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

static void clamped(int n, const float* x, float* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int r = -2; r <= 2; ++r) {
      int at = i + r;
      if (at < 0) at = 0;
      if (at > n - 1) at = n - 1;
      sum += x[at];
    }
    y[i] = sum;
  }
}

static void mirrored(int n, const float* x, float* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int r = -2; r <= 2; ++r) {
      int at = i + r;
      if (at < 0) at = -at;
      if (at >= n) at = 2 * (n - 1) - at;
      sum += x[at];
    }
    y[i] = sum;
  }
}

static void periodic(int n, const float* x, float* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int r = -2; r <= 2; ++r) {
      int at = i + r;
      if (at < 0)
        at += n;
      else if (at >= n)
        at -= n;
      sum += x[at];
    }
    y[i] = sum;
  }
}

static void reassigned(int n, const float* x, float* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int r = -2; r <= 2; ++r) {
      int at = i + r;
      at = at < 0 ? 0 : at >= n ? n - 1 : at;
      sum += x[at] * (r + 3);
    }
    y[i] = sum;
  }
}

static void onPlane(int h, int w, const float* x, float* y) {
#pragma parallel
  for (int i = 0; i < h; ++i)
#pragma parallel
    for (int j = 0; j < w; ++j) {
      float sum = 0;
      for (int r = -1; r <= 1; ++r)
        for (int q = -1; q <= 1; ++q) {
          int row = i + r, column = j + q;
          if (row < 0) row = 0;
          if (row >= h) row = h - 1;
          if (column < 0) column = 0;
          if (column >= w) column = w - 1;
          sum += x[row * w + column];
        }
      y[i * w + j] = sum;
    }
}

int main(int count, char** words) {
  const int n = count > 1 ? std::atoi(words[1]) : 3;
  const std::unique_ptr<float[]> x(new float[n]), y(new float[n]);
  for (int i = 0; i < n; ++i) x[i] = float(i % 37);
  double sums[4] = {};
  void (*const filters[])(int, const float*, float*) = {clamped, mirrored, periodic, reassigned};
  for (int f = 0; f < 4; ++f) {
    filters[f](n, x.get(), y.get());
    for (int i = 0; i < n; ++i) sums[f] += double(y[i]) * (i % 5 + 1);
  }
  std::printf("%.1f %.1f %.1f %.1f\n", sums[0], sums[1], sums[2], sums[3]);
  const int h = n % 13 + 1, w = n % 7 + 2;
  std::vector<float> plane(h * w), result(h * w);
  for (int k = 0; k < h * w; ++k) plane[k] = float(k % 11);
  onPlane(h, w, plane.data(), result.data());
  double sum = 0;
  for (int k = 0; k < h * w; ++k) sum += double(result[k]) * (k % 3 + 1);
  std::printf("%.1f\n", sum);
}

// Conditions on a multiple of a counter end what is copied for a pointer where they do: `s*y - pad` of an image that is
// taken apart with a stride and a margin. Vectors have no element more than what the conditions let through.
#include "print.h"
#include <algorithm>
#include <vector>

static void constantStride(int n, int pad, const float* in, float* out) {
#pragma parallel
  for (int y = 0; y < n; ++y) {
    const int iy = 2 * y - pad;
    if (iy >= 0 && iy < n) out[iy] = in[y];
  }
}
static void strideOfRunTime(int n, int pad, int s, const float* in, float* out) {
#pragma parallel
  for (int y = 0; y < n; ++y) {
    const int iy = s * y - pad;
    if (iy < 0 || iy >= n) continue;
    out[iy] = in[y];
  }
}
static void everySth(int n, int s, const float* in, float* out) {
#pragma parallel
  for (int y = 0; y < n; ++y)
    if (y * s < n) out[y * s] = in[y];
}
static void paddedBlocks(int n, int s, const float* in, float* out) {
#pragma parallel
  for (int b = 0; b < (n + s - 1) / s; ++b)
    for (int k = 0; k < s; ++k) {
      const int i = b * s + k;
      if (i < n) out[i] = in[i];
    }
}
// Rows of an image, by a stride and a margin in both directions.
static void convolution(int h, int w, int pad, int s, const float* in, const float* kernel, float* out, int oh, int ow) {
#pragma parallel
  for (int y = 0; y < oh; ++y)
#pragma parallel
    for (int x = 0; x < ow; ++x) {
      float sum = 0;
      for (int p = 0; p < 3; ++p)
        for (int q = 0; q < 3; ++q) {
          const int iy = y * s + p - pad, ix = x * s + q - pad;
          if (iy >= 0 && iy < h && ix >= 0 && ix < w) sum += in[iy * w + ix] * kernel[p * 3 + q];
        }
      out[y * ow + x] = sum;
    }
}
static void downwards(int n, int s, const float* in, float* out) {
#pragma parallel
  for (int y = 0; y < n; ++y) {
    const int at = n - 1 - s * y;
    if (at >= 0) out[at] = in[y];
  }
}

int main() {
  for (const int n : {1, 2, 7, 16, 33})
    for (const int pad : {0, 1, 3})
      for (const int s : {1, 2, 5}) {
        const auto values = [](int count) {
          std::vector<float> made(count);
          for (int k = 0; k < count; ++k) made[k] = static_cast<float>(k * 7 % 11);
          return made;
        };
        std::vector<float> in = values(n), out(n);
        constantStride(n, pad, in.data(), out.data());
        print("out", out.data(), out.size());
        strideOfRunTime(n, pad, s, in.data(), out.data());
        print("out", out.data(), out.size());
        everySth(n, s, in.data(), out.data());
        print("out", out.data(), out.size());
        paddedBlocks(n, s, in.data(), out.data());
        print("out", out.data(), out.size());
        downwards(n, s, in.data(), out.data());
        print("out", out.data(), out.size());
        const int h = n, w = n + 1, oh = std::max(0, (h + 2 * pad - 3) / s + 1), ow = std::max(0, (w + 2 * pad - 3) / s + 1);
        const std::vector<float> image = values(h * w), kernel = values(9);
        std::vector<float> result(static_cast<std::size_t>(oh) * ow);
        convolution(h, w, pad, s, image.data(), kernel.data(), result.data(), oh, ow);
        print("result", result.data(), result.size());
      }
}

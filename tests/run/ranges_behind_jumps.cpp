// What a condition in front of a jump keeps from being accessed is not copied to a device: the arrays end there.
#include <cstdio>
#include <vector>

void shifted(int n, const int* a, int* b, int s) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int j = i - s;
    if (j < 0) {
      b[i] = 0;
      continue;
    }
    b[i] = a[j];
  }
}

void taps(int n, const float* in, float* out, int r) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int k = -r; k <= r; ++k) {
      const int j = i + k;
      if (j < 0) continue;
      if (j >= n) break;
      s += in[j];
    }
    out[i] = s;
  }
}

void box(int w, int h, const float* in, float* out) {
#pragma parallel
  for (int y = 0; y < h; ++y)
#pragma parallel
    for (int x = 0; x < w; ++x) {
      float s = 0;
      for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx) {
          const unsigned yy = y + dy, xx = x + dx;
          if (yy >= (unsigned)h || xx >= (unsigned)w) continue;
          s += in[yy * w + xx];
        }
      out[y * w + x] = s;
    }
}

void below(unsigned n, const int* a, int* b, unsigned s) {
#pragma parallel
  for (unsigned i = 0; i < n; ++i) {
    const unsigned j = i - s;
    if (j < n) b[j] = a[i];
  }
}

// What the branch changes in front of the jump, its condition was asked before.
void changed(int n, const int* a, int* b) {
#pragma parallel shape(a[n])
  for (int i = 0; i < n; ++i) {
    int j = i - 3;
    if (j < 0) {
      j = n;
      b[i] = j;
      continue;
    }
    b[i] = a[j];
  }
}

int main() {
  for (const int n : {0, 1, 2, 50})
    for (const int s : {0, 1, 7, 60}) {
      std::vector<int> a(n), b(n), c(n), d(n);
      for (int k = 0; k < n; ++k) a[k] = k * k % 19 + 1;
      shifted(n, a.data(), b.data(), s);
      below(n, a.data(), c.data(), s);
      changed(n, a.data(), d.data());
      std::vector<float> in(n), out(n), image(n * s), blurred(n * s);
      for (int k = 0; k < n; ++k) in[k] = static_cast<float>(a[k]);
      for (int k = 0; k < n * s; ++k) image[k] = static_cast<float>(k % 23);
      taps(n, in.data(), out.data(), s);
      box(n, s, image.data(), blurred.data());
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += k * (b[k] + 3 * c[k] + 5 * d[k] + 7.0 * out[k]);
      for (int k = 0; k < n * s; ++k) sum += blurred[k] * (k % 11);
      std::printf("%.9g\n", sum);
    }
}

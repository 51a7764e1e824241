// `unsigned(x) < unsigned(n)`, one comparison for 0 <= x < n: what lies outside is not accessed, nor copied to a
// device.
#include <cstdio>
#include <vector>

void shifted(const float* in, float* out, int w, int h, int dx, int dy) {
#pragma parallel
  for (int y = 0; y < h; ++y)
#pragma parallel
    for (int x = 0; x < w; ++x) {
      const int from = x - dx, row = y - dy;
      float value = -1;
      if ((unsigned)from < (unsigned)w && static_cast<unsigned>(row) < static_cast<unsigned>(h))
        value = in[row * w + from];
      out[y * w + x] = value;
    }
}

void blurred(const std::vector<float>& in, std::vector<float>& out, int n, int radius) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = -radius; k <= radius; ++k) {
      if (static_cast<std::size_t>(i + k) >= in.size()) continue;
      sum += in[i + k];
    }
    out[i] = sum;
  }
}

// The first and the last one stay: what is written lies inside.
void inner(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (!(unsigned(n - 2) > unsigned(i - 1))) continue;
    a[i - 1 + 1] = 2 * a[i] + static_cast<float>(i);
  }
}

// Below 0 and from n on: two ends of one array, apart from the middle.
void ends(float* a, int n) {
#pragma parallel
  for (int i = 0; i < 2 * n; ++i) {
    const int at = i - n / 2;
    if (unsigned(at) < unsigned(n))
      a[i] += a[i + 2 * n];
    else
      a[i] = 3;
  }
}

static void print(const std::vector<float>& a) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * static_cast<double>(k % 17 + 1);
  std::printf("%.9g\n", sum);
}

int main() {
  for (const int w : {0, 1, 2, 37})
    for (const int h : {0, 1, 29}) {
      std::vector<float> in(w * h), out(w * h);
      for (int k = 0; k < w * h; ++k) in[k] = static_cast<float>(k % 23);
      for (const int d : {-40, -3, 0, 2, 50}) {
        shifted(in.data(), out.data(), w, h, d, d / 2);
        print(out);
        blurred(in, out, w * h, d < 0 ? 2 : d);
        print(out);
      }
      std::vector<float> a(4 * w, 1.5f);
      inner(a.data(), w);
      ends(a.data(), w);
      print(a);
    }
}

// Flat arrays with a halo: rows are a constant longer than what the loops go over, and sums like `w + 2` stand in the
// subscripts. What is proved needs no assumption about sizes, so that none is checked when the program runs.
#include "print.h"
#include <vector>

static void stencil(const double* a, double* b, int h, int w) {
#pragma parallel block(8)
  for (int i = 1; i <= h; ++i)
#pragma parallel block(16)
    for (int j = 1; j <= w; ++j)
      b[i * (w + 2) + j] = a[(i - 1) * (w + 2) + j] + a[(i + 1) * (w + 2) + j] + a[i * (w + 2) + j - 1] * 3;
}

static void volume(const float* a, float* b, long d, long h, long w) {
#pragma parallel
  for (long z = 0; z < d; ++z)
#pragma parallel
    for (long y = 0; y < h; ++y)
#pragma parallel
      for (long x = 0; x < w; ++x)
        b[(z * (h + 4) + y) * (w + 4) + x] = a[((z + 1) * (h + 4) + y + 2) * (w + 4) + x + 3] - x;
}

static void shrunk(std::vector<int>& a, const std::vector<int>& b, unsigned n) {
#pragma parallel
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < n - 1; ++j) a[i * (n - 1) + j] = b[i * (n + 1) + j] * 2;
}

static void diagonal(double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i * n + i] = 1 + a[i * n + i] / 2;
}

static void product(const float* a, const float* b, float* c, int m, int n, int k) {
#pragma parallel block(16)
  for (int i = 0; i < m; ++i)
#pragma parallel block(32)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
#pragma block(8)
      for (int p = 0; p < k; ++p) sum += a[i * (k + 1) + p] * b[p * (n + 3) + j];
      c[i * (n + 3) + j] = sum;
    }
}

int main() {
  for (const int w : {0, 1, 5, 33}) {
    const int h = w / 2 + 1;
    std::vector<double> a((w + 2) * (h + 2)), b(a.size(), -1), square(w * w, 3);
    for (std::size_t k = 0; k < a.size(); ++k) a[k] = static_cast<double>(k * 7 % 31);
    stencil(a.data(), b.data(), h, w);
    print("stencil", b.data(), b.size());
    std::vector<float> v(3 * (h + 4) * (w + 4) * 2), u(v.size());
    for (std::size_t k = 0; k < v.size(); ++k) v[k] = static_cast<float>(k * 5 % 17);
    volume(v.data(), u.data(), 2, h, w);
    print("volume", u.data(), u.size());
    std::vector<int> x((w + 1) * (w + 1) + 2), y((w + 1) * (w + 2));
    for (std::size_t k = 0; k < y.size(); ++k) y[k] = static_cast<int>(k);
    shrunk(x, y, static_cast<unsigned>(w + 1));
    print("shrunk", x.data(), x.size());
    diagonal(square.data(), w);
    print("diagonal", square.data(), square.size());
    std::vector<float> p(h * (w + 1) + 1), q(w * (w + 3) + 1), r(h * (w + 3) + 1);
    for (std::size_t k = 0; k < p.size(); ++k) p[k] = static_cast<float>(k % 5);
    for (std::size_t k = 0; k < q.size(); ++k) q[k] = static_cast<float>(k % 7);
    product(p.data(), q.data(), r.data(), h, w, w);
    print("product", r.data(), r.size());
  }
}

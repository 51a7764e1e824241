// Programs that keep tiles in shared memory: windows, reversed subscripts, structs, filters, reductions.
// run: 0 0 0
// run: 1 1 1
// run: 17 33 5
// run: 64 64 64
// run: 70 129 50
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>
static std::vector<double> fill(std::size_t n, int s) {
  std::vector<double> v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = ((i * 7 + s) % 13) - 6.0;
  return v;
}
static void show(const char* t, const double* v, std::size_t n) {
  double s = 0;
  for (std::size_t i = 0; i < n; ++i) s += v[i] * (1 + i % 17);
  std::printf("%s %.12g\n", t, s);
}
struct Body {
  float m;
  double p[3];
};
int main(int argc, char** argv) {
  const int m = argc > 1 ? std::atoi(argv[1]) : 5, n = std::atoi(argv[2]), k = std::atoi(argv[3]);
  const auto a = fill(m * k, 1), b = fill(n * k + k, 2), x = fill(m + n + k + 64, 3);
  const double* A = a.data();
  const double* B = b.data();
  {  // C-style accumulator outside, B transposed, stages 1
    std::vector<double> c(m * n);
    double* C = c.data();
    double sum;
    int p;
#pragma parallel block(32)
    for (int i = 0; i < m; ++i)
#pragma parallel block(32)
      for (int j = 0; j < n; ++j) {
        sum = 0;
#pragma block(8) stages(1)
        for (p = 0; p < k; ++p) sum += A[i * k + p] * B[j * k + p];
        C[i * n + j] = sum;
      }
    show("abt", C, c.size());
  }
  {  // 1-D window with continue, several accumulators, stages 3
    std::vector<double> y(m + n);
    const int t = m + n;
#pragma parallel block(48)
    for (int i = 0; i < t; ++i) {
      double s = 0, w = 1;
      const double scale = 0.5 * i;
#pragma block(4) stages(3)
      for (int q = 0; q < k; ++q) {
        w += 0.5 * x[i + q + 1] - x[q + 1];
        if (q % 3 == 1) continue;
        s += x[i + q] * scale + x[i + q + 2];
        w += x[q];
      }
      y[i] = s + w;
    }
    show("window", y.data(), y.size());
  }
  {  // structs, range from 1, <=, size_t
    std::vector<Body> bodies(m);
    for (int i = 0; i < m; ++i) {
      bodies[i].m = i % 5;
      for (int d = 0; d < 3; ++d) bodies[i].p[d] = (i * (d + 1)) % 7;
    }
    std::vector<double> e(m + 1);
#pragma parallel block(64)
    for (std::size_t i = 1; i <= bodies.size(); ++i) {
      double s = 0;
#pragma block(32)
      for (std::size_t j = 0; j < bodies.size(); ++j) {
        const double dx = bodies[j].p[0] - bodies[i - 1].p[0], dy = bodies[j].p[1] - bodies[i - 1].p[1];
        s += bodies[j].m / (1 + dx * dx + dy * dy);
      }
      e[i] = s;
    }
    show("bodies", e.data(), e.size());
  }
  {  // descending grid loop, reversed subscript, guard after
    std::vector<double> y(m + 1);
#pragma parallel block(16)
    for (int i = m; i >= 0; i -= 1) {
      double s = 0;
#pragma block(8)
      for (int q = 0; q < k; ++q) s += x[i - q + k] * x[q];
      if (i % 2)
        y[i] = s;
      else
        y[i] = -s;
    }
    show("reversed", y.data(), y.size());
  }
  {  // 2-D filter with constant inner loops
    const int w = n + 4;
    const auto image = fill((m + 4) * w * 3, 5);
    const double* im = image.data();
    std::vector<double> out(m * n);
    double filter[3][5][5];
    for (auto& f : filter)
      for (auto& r : f)
        for (double& v : r) v = 0.25;
    double* o = out.data();
#pragma parallel block(16)
    for (int r = 0; r < m; ++r)
#pragma parallel block(32)
      for (int c = 0; c < n; ++c) {
        double s = 0;
#pragma block(1)
        for (int z = 0; z < 3; ++z)
          for (int dr = 0; dr < 5; ++dr)
            for (int dc = 0; dc < 5; ++dc) s += filter[z][dr][dc] * im[(z * (m + 4) + r + dr) * w + c + dc];
        o[r * n + c] = s;
      }
    show("filter", o, out.size());
  }
  {  // grid reduction with staging
    double total = 0;
    const int t = m;
#pragma parallel block(32) reduction(+ : total)
    for (int i = 0; i < t; ++i) {
      double s = 0;
#pragma block(16)
      for (int j = 0; j < n; ++j) s += x[j] * (x[i] + x[j + 1]);
      total += s;
    }
    std::printf("total %.12g\n", total);
  }
}

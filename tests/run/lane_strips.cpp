// Neighbouring iterations whose inner loops walk down columns: sums of columns, sparse rows times dense ones, numbers
// that live between the loops. Or whose inner loops compute each step from the one before.
// run: 300
// run: 0
// run: 1
// run: 64
// run: 1025
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
void columns(const float* a, float* b, int m, int n) {
#pragma parallel block(64)
  for (int j = 0; j < n; ++j) {
    float s = 0;
    for (int i = 0; i < m; ++i) s += a[i * n + j];
    b[j] = s / 3;
  }
}
void transposed(const std::vector<double>& a, const std::vector<double>& x, std::vector<double>& y, std::size_t m, std::size_t n) {
#pragma parallel
  for (std::size_t j = 0; j < n; ++j) {
    const double start = y[j] * 0.5;
    double s;
    double t = 1, least = start;
    s = start;
    for (std::size_t i = 0; i < m; ++i) {
      const double v = a[i * n + j] * x[i];
      if (v > 0.25) s += v;
      t = t * 0.5 + v;
      if (v < least) least = v;
    }
    y[j] = s;
    for (int i = 3; i < 40; i += 2) s -= a[(i % m) * n + j];
    y[j] += s * t + least;
  }
}
void untilEnough(const float* a, float* b, int m, int n) {
#pragma parallel shape(a[m * n])
  for (int j = 0; j < n; ++j) {
    float s = 0;
    for (int i = 0; i < m; ++i) {
      s += a[i * n + j];
      if (s > 20) break;
    }
    for (int i = 0; i < m; ++i) {
      s += a[i * n + j];
      if (s > 30) ++i;
    }
    b[j] = s;
  }
}
void least(const double* a, double* b, int* at, int m, int n) {
#pragma parallel block(32)
  for (int j = 0; j < n; ++j) {
    double best = a[j];
    int place = 0;
    for (int i = 1; i < m; ++i)
      if (a[i * n + j] < best) {
        best = a[i * n + j];
        place = i;
      }
    b[j] = best, at[j] = place;
  }
}
void quotients(const double* a, const double* b, double* c, int m, int n) {
#pragma parallel block(4)
  for (int i = 0; i < m; ++i)
#pragma parallel block(32)
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int k = 0; k < m; ++k) s += a[i * m + k] / (b[k * n + j] + 30);
      c[i * n + j] = s;
    }
}
void spmm(int rows, int n, const int* start, const int* cols, const double* vals, const double* b, double* c) {
#pragma parallel shape(vals[start[rows]], cols[start[rows]], b[rows * n])
  for (int i = 0; i < rows; ++i)
#pragma parallel block(128)
    for (int j = 0; j < n; ++j)
      for (int p = start[i]; p < start[i + 1]; ++p) c[i * n + j] += vals[p] * b[cols[p] * n + j];
}
void batch(int z, int m, int n, const float (*a)[7][300], float* mean) {
#pragma parallel
  for (int k = 0; k < z; ++k)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      float s = 0.f;
      for (int i = 0; i < 7; ++i) s += a[k][i][j];
      for (int i = 0; i < m; ++i) s += a[k][i][j];
      mean[k * n + j] = s;
    }
}
void filter(const float* x, const float* weights, float* y, int n, int taps) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = 0; k < taps; ++k) sum += weights[k] * x[i + k];
    y[i] = sum;
  }
}
// of an iteration, from one statement to the next
void mixed(const double* x, double* y, int n, int m) {
  double part, square;
#pragma parallel private(part, square)
  for (int i = 0; i < n; ++i) {
    double last = x[i];
    double worst = -1;
    for (int k = 0; k < m; ++k) {
      part = x[k] - x[i + k];
      square = part * part;
      last = last * 0.5 + square;
      if (square > worst) worst = square;
    }
    for (int k = m - 1; k >= 0; --k) last -= x[k + i];
    y[i] = last + worst;
  }
}
// Each iteration's own number, at a stride
void pairs(const double (*position)[3], double (*force)[3], int n) {
  double dx, dy;
#pragma parallel block(32) private(dx, dy)
  for (int i = 0; i < n; i++) {
    double fx = 0, fy = 0;
    for (int j = 0; j < n; j++) {
      dx = position[j][0] - position[i][0];
      dy = position[j][1] - position[i][1];
      const double pull = position[j][2] / (dx * dx + dy * dy + 0.5);
      fx += pull * dx;
      fy += pull * dy;
    }
    force[i][0] = fx;
    force[i][1] = fy;
  }
}
void channels(const float* x, const float* w, float* y, int n, int count) {
#pragma parallel
  for (int o = 0; o < 3; ++o)
#pragma parallel
    for (int i = 0; i < n; ++i) {
      float sum = y[o * n + i];
      for (int c = 0; c < count; ++c)
        for (int k = 0; k < 3; ++k) sum = sum / 2 + w[(o * count + c) * 3 + k] * x[c * (n + 2) + i + k];
      y[o * n + i] = sum;
    }
}
// What it reads in a step is what the step before has left.
void recurrence(const double* x, double* y, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double a = 1, b = x[i];
    for (int k = 0; k < m; ++k) {
      const double next = a * x[k] + b;
      a = b, b = next * 0.25;
    }
    y[i] = a + b;
  }
}
double previous;  // of all
void outside(const double* x, double* y, int n, int m) {
  double at = 3;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    at = 0;
    for (int k = 0; k < m; ++k) at += x[i + k];
    y[i] = at;
  }
  previous = at;  // the last iteration's
}
void chains(int n) {
  const int m = 37;
  std::vector<float> x(3 * (n + 40)), w(400), y(3 * n + 1);
  std::vector<double> d(3 * (n + 40)), e(3 * n + 3);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = std::sin(1.0f * k), d[k] = std::cos(0.3 * k);
  for (std::size_t k = 0; k < w.size(); ++k) w[k] = std::sin(0.7f * k);
  const auto show = [&](const char* name) {
    std::printf("%s", name);
    for (float& each : y) std::printf(" %a", each), each = 2;
    for (double& each : e) std::printf(" %a", each), each = 2;
    std::printf("\n");
  };
  show("start");
  filter(x.data(), w.data(), y.data(), n, m), show("filter");
  filter(x.data(), w.data(), y.data(), n, 1), show("one");
  filter(x.data(), w.data(), y.data(), n, 0), show("none");
  mixed(d.data(), e.data(), n, m), show("mixed");
  pairs(reinterpret_cast<const double(*)[3]>(d.data()), reinterpret_cast<double(*)[3]>(e.data()), n), show("pairs");
  channels(x.data(), w.data(), y.data(), n, std::min(m, 2)), show("channels");
  recurrence(d.data(), e.data(), n, m), show("recurrence");
  outside(d.data(), e.data(), n, m), show("outside");
  std::printf("%a\n", previous);
}
int main(int argc, char** argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 300, m = 7;
  std::vector<float> a(m * n + 1), b(n);
  std::vector<double> d(m * n + 1), x(m), y(n), c(m * n), x2(m * m, 0.75);
  for (int i = 0; i < m * n; ++i) a[i] = (i * 37 % 101) / 7.f, d[i] = (i * 31 % 97) / 9.0 - 4;
  for (int i = 0; i < m; ++i) x[i] = i * 0.25;
  for (int i = 0; i < n; ++i) y[i] = i;
  columns(a.data(), b.data(), m, n);
  for (int i = 0; i < n; ++i) printf("%a ", b[i]);
  if (m > 0) {
    std::vector<int> at(n);
    least(d.data(), y.data(), at.data(), m, n);
    for (int i = 0; i < n; ++i) printf("%d %a ", at[i], y[i]);
  }
  untilEnough(a.data(), b.data(), m, n);
  for (int i = 0; i < n; ++i) printf("%a ", b[i]);
  transposed(d, x, y, m, n);
  for (int i = 0; i < n; ++i) printf("%a ", y[i]);
  std::vector<int> start(m + 1), cols;
  std::vector<double> vals;
  for (int i = 0; i < m; ++i) { start[i] = cols.size(); for (int k = 0; k < i * 3 % 5; ++k) cols.push_back((i + k * 2) % m), vals.push_back(k * 0.5 - 1); }
  start[m] = cols.size();
  spmm(m, n, start.data(), cols.data(), vals.data(), d.data(), c.data());
  for (int i = 0; i < n * m; ++i) printf("%a ", c[i]);
  quotients(x2.data(), d.data(), c.data(), m, n);
  for (int i = 0; i < n * m; ++i) printf("%a ", c[i]);
  static float aa[4][7][300]; std::vector<float> mean(4 * 300);
  for (int i = 0; i < 4 * 7 * 300; ++i) (&aa[0][0][0])[i] = i * 17 % 23;
  batch(4, n % 8, 300, aa, mean.data());
  for (int i = 0; i < n && i < 1200; ++i) printf("%a ", mean[i]);
  std::printf("\n");
  chains(n);
}

// Threads that take several iterations at a time: counters of all types, ranges that end anywhere in a block, one
// to three dimensions, transpositions, other names of one array, loops that write what others read.
// run:
// flags: -std=c++20
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <span>
#include <vector>

template <class T>
static std::vector<T> numbers(long count, int range = 100) {
  std::vector<T> result(static_cast<std::size_t>(count));
  for (long i = 0; i < count; ++i) result[i] = static_cast<T>(i * 37 % range);
  return result;
}

template <class T>
static double digest(const std::vector<T>& values) {
  double sum = 0;
  for (std::size_t k = 0; k < values.size(); ++k) sum += static_cast<double>(values[k]) * static_cast<double>(k % 13 + 1);
  return sum;
}

template <class Counter, class T>
static void scale(const T* x, T* y, Counter n) {
#pragma parallel
  for (Counter i = 0; i < n; ++i) y[i] = static_cast<T>(2 * x[i] + y[i]);
}

static void ints(const float* x, float* y, int n) {
#pragma parallel
#pragma block(64)
  for (int i = 0; i < n; ++i) {
    const float twice = 2 * x[i];
    y[i] += twice;
  }
}
static void unsigneds(const unsigned char* x, unsigned char* y, unsigned n) {
#pragma parallel
  for (unsigned i = 0; i < n; ++i) y[i] = static_cast<unsigned char>(x[i] + 3 * y[i]);
}
static void shorts(const short* x, short* y, short n) {
#pragma parallel
  for (short i = 3; i < n; ++i) y[i] = static_cast<short>(x[i - 3] - y[i]);
}
static void sizes(std::span<const double> x, std::vector<double>& y) {
  const std::size_t last = x.size() < 2 ? 1 : x.size() - 1;
#pragma parallel
  for (std::size_t i = 1; i < last; ++i) y[i] = x[i - 1] + x[i + 1];
}
static void inSteps(const float* x, float* y, int first, int n, int step) {
#pragma parallel
  for (int i = n - 1; i >= first; i -= 3) y[i] = x[i] + 1;
#pragma parallel
  for (int i = first; i < n; i += step) y[i] += x[i];
}

static void relax(const std::vector<double>& now, std::vector<double>& next, int rows, int columns) {
#pragma parallel
  for (int i = 1; i < rows - 1; ++i)
#pragma parallel
    for (int j = 1; j < columns - 1; ++j)
      next[i * columns + j] = 0.25 * (now[(i - 1) * columns + j] + now[(i + 1) * columns + j] +
                                      now[i * columns + j - 1] + now[i * columns + j + 1]);
}
static void average(const float* u, float* v, long nz, long ny, long nx) {
#pragma parallel
  for (long z = 1; z < nz - 1; ++z)
#pragma parallel
    for (long y = 0; y < ny; ++y)
#pragma parallel
      for (long x = 0; x < nx; ++x) {
        float sum = 0;
        for (int d = -1; d <= 1; ++d) sum += u[((z + d) * ny + y) * nx + x];
        v[(z * ny + y) * nx + x] = sum;
      }
}
template <class T>
static void transpose(const T* a, T* b, int rows, int columns) {
#pragma parallel
  for (int i = 0; i < rows; ++i)
#pragma parallel
    for (int j = 0; j < columns; ++j) b[j * rows + i] = a[i * columns + j];
}

static double largest(const std::vector<double>& x, int& at) {
  double best = -std::numeric_limits<double>::infinity();
#pragma parallel reduction(max : best)
  for (int i = 0; i < static_cast<int>(x.size()); ++i)
    if (x[i] > best) {
      best = x[i];
      at = i;
    }
  return best;
}
static int total(const std::vector<int>& x) {
  int sum = 0, t;
#pragma parallel reduction(+ : sum)
  for (std::size_t i = 0; i < x.size(); ++i) {
    t = x[i];
    if (t % 2 == 0) sum += t;
  }
  return sum;
}

// The same memory by other names: what is stored may be what is loaded.
static void doubled(std::vector<int>& a, int n) {
  std::vector<int>& b = a;
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = a[i] * 2;
}
static void fromBehind(int* a, int n) {
  const int* behind = a + n;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = behind[i] + 1;
}
static void fromOthers(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[2 * i] = a[2 * i + 1] + 1;
}

// The caller's names may be one array, too: what is loaded again is what was stored.
static void addThrice(const int* x, int* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) y[i] += x[i];
}

// Stores in a loop of the thread's own.
static void nearest(const std::vector<float>& points, const std::vector<float>& centers, std::vector<int>& labels) {
  const int clusters = static_cast<int>(centers.size());
#pragma parallel
  for (std::size_t i = 0; i < points.size(); ++i) {
    float least = std::numeric_limits<float>::infinity();
    for (int c = 0; c < clusters; ++c)
      if (std::fabs(points[i] - centers[c]) < least) {
        least = std::fabs(points[i] - centers[c]);
        labels[i] = c;
      }
  }
}

int main() {
  for (const int n : {0, 1, 2, 63, 64, 65, 255, 256, 257, 1023, 1024, 1025, 1500}) {
    auto x = numbers<float>(n), y = numbers<float>(n, 7);
    scale(x.data(), y.data(), n);
    scale(x.data(), y.data(), static_cast<std::size_t>(n));
    scale(x.data(), y.data(), static_cast<unsigned short>(n));
    ints(x.data(), y.data(), n);
    inSteps(x.data(), y.data(), 2, n, 5);
    auto bytes = numbers<unsigned char>(n), others = numbers<unsigned char>(n, 9);
    unsigneds(bytes.data(), others.data(), static_cast<unsigned>(n));
    auto s = numbers<short>(n), t = numbers<short>(n, 11);
    shorts(s.data(), t.data(), static_cast<short>(n));
    const auto d = numbers<double>(n);
    auto e = numbers<double>(n, 5);
    sizes(d, e);
    auto whole = numbers<int>(2 * n + 1);
    doubled(whole, n), fromBehind(whole.data(), n), fromOthers(whole.data(), n);
    addThrice(whole.data(), whole.data(), n);
    std::vector<int> labels(n);
    nearest(x, numbers<float>(5, 90), labels);
    int at = -1;
    const double best = largest(d, at);
    std::printf("%d: %.1f %.1f %.1f %.1f %.1f %.1f %d %.1f %d\n", n, digest(y), digest(others), digest(t), digest(e),
                digest(whole), digest(labels), at, n ? best : 0, total(whole));
  }
  for (const auto& [rows, columns] : {std::pair{0, 5}, {1, 1}, {3, 3}, {5, 70}, {33, 31}, {64, 130}, {67, 65}}) {
    auto now = numbers<double>(rows * columns), next = now;
    relax(now, next, rows, columns);
    std::vector<double> turned(next.size());
    transpose(next.data(), turned.data(), rows, columns);
    auto f = numbers<float>(rows * columns), g = f;
    transpose(f.data(), g.data(), rows, columns);
    auto u = numbers<float>(rows * columns * 6), v = u;
    average(u.data(), v.data(), rows, columns, 6);
    average(u.data(), v.data(), 6, rows, columns);
    std::printf("%d %d: %.3f %.3f %.1f %.1f\n", rows, columns, digest(next), digest(turned), digest(g), digest(v));
  }
}

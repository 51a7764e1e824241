// What the threads of a program keep, share and wait for: arrays of which each thread keeps its part, arrays
// that other threads read, memory that one loop writes and the next reads, at the same place and elsewhere.
// run: 0 0
// run: 1 1
// run: 7 33
// run: 13 300
// run: 40 128
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>
template <class T>
std::vector<T> fill(std::size_t n, int s) {
  std::vector<T> v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = static_cast<T>(static_cast<int>((i * 7 + s) % 13) - 6);
  return v;
}
template <class V>
void show(const char* t, const V& v) {
  long s = 0;
  for (std::size_t i = 0; i < v.size(); ++i) s += static_cast<long>(v[i]) * static_cast<long>(1 + i % 17);
  std::printf("%s %ld\n", t, s);
}

// Each thread keeps its own elements; the last loop ends earlier.
void kept(int n, int m, const int* a, int* r) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int t[50];
    int u[50] = {};
#pragma parallel
    for (int j = 0; j < 50; ++j) t[j] = a[i * m + j] + j;
    int most = std::numeric_limits<int>::lowest();
#pragma parallel reduction(max : most)
    for (int j = 0; j < 50; ++j) {
      if (t[j] % 3 == 0) continue;
      most = std::max(most, t[j] - u[j]);
    }
#pragma parallel
    for (int j = 0; j < std::min(50, m); ++j) r[i * 50 + j] = t[j] * most;
  }
}
// The same, but one access is conditional or of another element: the array is shared.
void shared(int n, int m, const int* a, int* r) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int t[40], u[40], w[40];
#pragma parallel
    for (int j = 0; j < 40; ++j) {
      t[j] = a[i * m + j] + j;
      u[j] = t[j] + 1;
      w[j] = 0;
    }
#pragma parallel
    for (int j = 0; j < 60; ++j)
      if (j < 40) w[j] += u[39 - j] + t[(j * 7) % 40];
    for (int step = 0; step < m % 5; ++step) {
#pragma parallel
      for (int j = 1; j < 40; ++j) u[j] = w[j - 1] + step;
      if (step == 1) continue;
#pragma parallel
      for (int j = 0; j < 40; ++j) w[j] = u[39 - j] - t[j];
    }
#pragma parallel
    for (int j = 0; j < 40; ++j) r[i * 40 + j] = w[j] + u[j];
  }
}
// Global memory: written and read at one place, at its neighbour's, and a time step later.
void global(int n, int m, int* a, int* b, int* c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
#pragma parallel
    for (int j = 0; j < m; ++j) a[i * m + j] += j;
#pragma parallel
    for (int j = 0; j < m; ++j) b[i * m + j] = a[i * m + j] * 2;
#pragma parallel
    for (int j = 0; j < m; ++j) c[i * m + j] = b[i * m + m - 1 - j];
#pragma parallel
    for (int j = 1; j < m; ++j) b[i * m + j] = c[i * m + j] + i;
    if (c[i * m] % 2 == i % 2) continue;
    for (int step = 0; step < 3; ++step) {
#pragma parallel
      for (int j = 0; j < m - 1; ++j) a[i * m + j] = c[i * m + j + 1] + step;
#pragma parallel
      for (int j = 0; j < m - 1; ++j) c[i * m + j] = a[i * m + j] + b[i * m + j];
    }
  }
}
// Two dimensions in the threads' registers and across threads.
void planes(int n, const int* a, int* r) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int t[9][40];
    int u[9][40];
#pragma parallel
    for (int y = 0; y < 9; ++y)
#pragma parallel
      for (int x = 0; x < 40; ++x) t[y][x] = a[i] + y * 40 + x;
#pragma parallel
    for (int y = 0; y < 9; ++y)
#pragma parallel
      for (int x = 0; x < 40; ++x) u[y][x] = t[y][x] * 3 + y;
#pragma parallel
    for (int y = 0; y < 9; ++y)
#pragma parallel
      for (int x = 0; x < 40; ++x) r[i * 360 + y * 40 + x] = t[y][x] + u[8 - y][39 - x];
  }
}
// Warps: one thread writes, all read; elements, histograms, small types; programs that end early.
void warps(int n, int m, const int* a, int* r, long* total, int* hist) {
  long sum = *total;
#pragma parallel reduction(+ : sum, hist)
  for (int i = 0; i < n; ++i) {
    if (i % 6 == 5) continue;
    r[i] = i;
    bool all = true;
    short best = -100;
    unsigned char bits = 0;
#pragma parallel reduction(&& : all) reduction(max : best) reduction(| : bits)
    for (int j = 0; j < 20; ++j) {
      all = all && a[i * m + j] < 6;
      best = std::max(best, static_cast<short>(a[i * m + j] * j));
      bits |= static_cast<unsigned char>(1 << (a[i * m + j] + 6) % 8);
    }
#pragma parallel reduction(+ : r[i])
    for (int j = 0; j < 33; ++j) {
      r[i] += j * best;
      hist[(j + i) % 8] += 1;
    }
    int t[33];
#pragma parallel
    for (int j = 0; j < 33; ++j) t[j] = r[i] + j;
    r[i] = all;
    sum += bits;
#pragma parallel
    for (int j = 0; j < 33; ++j) r[n + i * 33 + j] = t[32 - j] + r[i];
  }
  *total = sum;
}
template <int width, class T>
void rows(int n, const T* x, T* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    T t[width], u[width + 1];
#pragma parallel
    for (int j = 0; j < width; ++j) t[j] = x[i * width + j];
#pragma parallel
    for (int j = 0; j <= width; ++j) u[j] = static_cast<T>(j);
    T sum = 0;
#pragma parallel reduction(+ : sum)
    for (int j = 0; j < width; ++j) sum += t[j] * u[width - j];
#pragma parallel
    for (int j = 0; j < width; ++j) y[i * width + j] = static_cast<T>(t[j] + sum);
  }
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 5, m = std::atoi(argv[2]);
  const auto a = fill<int>(n * m + 400, 1);
  std::vector<int> r(n * 360 + 1), s(r);
  kept(n, m, a.data(), r.data());
  show("kept", r);
  shared(n, m, a.data(), r.data());
  show("shared", r);
  auto x = fill<int>(n * m + 1, 2), y = fill<int>(n * m + 1, 3), z = fill<int>(n * m + 1, 4);
  global(n, m, x.data(), y.data(), z.data());
  show("global", x), show("global", y), show("global", z);
  planes(n, a.data(), r.data());
  show("planes", r);
  long total = 5;
  std::vector<int> hist(8);
  warps(n, m, a.data(), s.data(), &total, hist.data());
  show("warps", s), show("hist", hist);
  std::printf("%ld\n", total);
  const auto f = fill<float>(n * 150, 5);
  std::vector<float> g(n * 150);
  rows<150>(n, f.data(), g.data());
  show("rows", g);
  const auto c = fill<short>(n * 64, 5);
  std::vector<short> d(n * 64);
  rows<64>(n, c.data(), d.data());
  show("rows", d);
}

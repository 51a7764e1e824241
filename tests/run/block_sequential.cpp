// block on sequential loops: inside a parallel nest, around one, and with no parallel loop at all.
#include "print.h"
#include <vector>

static void rowSums(const float* a, float* s, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float sum = 0;
#pragma block(16)
    for (int j = 0; j < m; ++j) sum += a[i * m + j];
    s[i] = sum;
  }
}

static void downwards(const int* a, int* last, int n, int m) {
#pragma parallel block(8)
  for (int i = 0; i < n; ++i) {
    int at = -1;
#pragma block(7)
    for (int j = m - 1; j >= 0; --j)
      if (a[i * m + j] > 40) at = j;
    last[i] = at;
  }
}

static void runTimeSize(const int* a, long* s, int n, int m, [[maybe_unused]] int size) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    long sum = i;
#pragma block(size)
    for (int j = 0; j < m; j += 2) sum = sum * 3 + a[i * m + j];
    s[i] = sum;
  }
}

// No parallel loop around or inside: the order of the iterations must stay.
static void alone(int* a, int n) {
#pragma block(32)
  for (int i = 0; i < n; ++i) a[i] = a[i] * 2 + 1;
}

static void recurrence(int* a, int n) {
#pragma block
  for (int i = 1; i < n; ++i) a[i] = (a[i - 1] * 5 + a[i]) % 1000;
}

static void timeLoop(std::vector<double>& u, std::vector<double>& v, int steps) {
  const int n = static_cast<int>(u.size());
#pragma block(4)
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i) v[i] = 0.25 * u[i - 1] + 0.5 * u[i] + 0.25 * u[i + 1];
#pragma parallel
    for (int i = 1; i < n - 1; ++i) u[i] = v[i];
  }
}

int main() {
  for (int n : {1, 5, 33})
    for (int m : {0, 1, 15, 16, 17, 100}) {
      std::vector<float> f(n * m), s(n);
      std::vector<int> a(n * m), last(n);
      std::vector<long> sums(n);
      fill(f.data(), f.size(), 3);
      fill(a.data(), a.size(), 4);
      rowSums(f.data(), s.data(), n, m);
      print("sums", s.data(), s.size());
      downwards(a.data(), last.data(), n, m);
      print("last", last.data(), last.size());
      if (m <= 17)
        for (int size : {1, 4, 200, 0, -3}) runTimeSize(a.data(), sums.data(), n, m, size);
      print("run time", sums.data(), sums.size());
      alone(a.data(), n * m);
      print("alone", a.data(), a.size());
      recurrence(a.data(), n * m);
      print("recurrence", a.data(), a.size());
    }
  for (int n : {3, 10, 200}) {
    std::vector<double> u(n), v(n);
    fillFraction(u.data(), n, 5);
    timeLoop(u, v, 11);
    print("time", u.data(), n);
  }
}

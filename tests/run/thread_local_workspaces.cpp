// What every iteration writes before it reads it is each thread's own where it is `thread_local`.
#include <cstdio>
#include <vector>
thread_local double work[8];
thread_local int count;
thread_local float last;

static void rows(int n, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 8; ++k) work[k] = i + k;
    count = i % 5;
    y[i] = work[7] - work[0] + i + count;
  }
}
static void lines(int n, double* y) {
  static thread_local int row[16];
#pragma parallel block(4)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 16; ++k) row[k] = i;
    last = 0;
    for (int k = 0; k < 16; ++k) last += row[k];
    y[i] += last;
  }
}

int main() {
  std::vector<double> y(300);
  rows(300, y.data());
  lines(300, y.data());
  double s = 0;
  for (int i = 0; i < 300; ++i) s += y[i] * (i % 7);
  std::printf("%.12g\n", s);
}

// Rows that are chosen from outside: where they are the same one, the loop runs as it was written.
#include "print.h"
#include <utility>
#include <vector>

static void flat(float* u, int n, int now, int next) {
#pragma parallel
  for (int i = 1; i < n; ++i) u[next * n + i] = u[now * n + i - 1] + 1;
}

static void twoDimensional(float u[2][100], int n, unsigned char now, long next) {
#pragma parallel
  for (int i = 1; i < n; ++i) u[next][i] = u[now][i - 1] + 1;
}

static void belowOther(double* a, int m, int r, int s) {
#pragma parallel
  for (int j = 0; j < m; ++j) a[(r + 1) * m + j] = a[s * m + m - 1 - j];
}

#ifndef ON_DEVICE
struct Field {
  std::vector<float> u[2];
  int now = 0, next = 1;
  void step(int n) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i) u[next][i] = u[now][i - 1] + u[now][i + 1];
    std::swap(now, next);
  }
};
#endif

int main() {
  float a[200], b[2][100];
  for (int i = 0; i < 200; ++i) a[i] = i, b[i / 100][i % 100] = i;
  for (int now : {0, 1}) {
    flat(a, 100, now, 1);
    twoDimensional(b, 100, now, 1);
  }
  print("flat", a, 200);
  print("two", b[1], 100);
  double d[60];
  for (int i = 0; i < 60; ++i) d[i] = i;
  for (int s : {2, 1}) belowOther(d, 20, 0, s);
  print("below", d, 60);
#ifndef ON_DEVICE
  Field field;
  for (auto& u : field.u) u.assign(50, 1.0f);
  for (int t = 0; t < 3; ++t) field.step(50);
  print("field", field.u[0].data(), field.u[0].size());
#endif
}

// Variables that are declared in front of a loop and get their value later mean what they would with an initialiser.
// expect-warning: [appyl-extent]
#include "print.h"

#include <vector>

static void parts(int n, const float* in, float* out) {
  float *q, *k;
  q = out;
  k = out + n;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    q[i] = in[2 * i];
    k[i] = in[2 * i + 1];
  }
}

static void rows(int n, int reach, long* slot) {
  int width, unused;
  width = 4 * reach + 1;
#pragma parallel
  for (int row = 0; row < n; ++row) {
    int at = row * width;
    slot[at] = row;
    for (int r = 1; r <= reach; r++, at += 4)
      for (int k = 1; k <= 4; ++k) slot[at + k] = row + r * k;
  }
  unused = 1;
  slot[0] += unused;
}

// In each step of a loop around; the value changes from step to step.
static void steps(int n, int count, std::vector<double>& x) {
  for (int t = 0; t < count; ++t) {
    int first;
    double weight;
    first = t % 3;
    weight = 0.5 * t;
#pragma parallel
    for (int i = first; i < n; ++i) x[i] += weight;
  }
}

template <class T>
static void half(int n, const T* in, T* out) {
  const T* from;
  int m;
  m = n / 2;
  from = in + m;
#pragma parallel
  for (int i = 0; i < m; ++i) out[i] = from[i];
}

int main() {
  for (int n : sizes) {
    std::vector<float> in(2 * n), out(2 * n);
    std::vector<long> slot(13 * n + 1);
    std::vector<double> x(n), y(n);
    fillFraction(in.data(), 2 * n, 1), fillFraction(x.data(), n, 2);
    parts(n, in.data(), out.data());
    rows(n, 3, slot.data());
    steps(n, 4, x);
    half(n, x.data(), y.data());
    print("parts", out.data(), 2 * n);
    print("rows", slot.data(), 13 * n + 1);
    print("steps", x.data(), n);
    print("half", y.data(), n);
  }
}

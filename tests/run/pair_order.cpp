// Of equal values the first one's place, in the order of the whole nest.
#include "print.h"
#include <vector>

static int first(int n, const float* x) {
  float best = 1e30f;
  int at = -1;
#pragma parallel reduction(min : best)
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j)
      if (x[i * n + j] < best) {
        best = x[i * n + j];
        at = i * 1000 + j;
      }
  return at;
}

static int last(int n, const float* x) {
  float best = -1e30f;
  int at = -1;
#pragma parallel block(4) reduction(max : best)
  for (int i = 0; i < n; ++i)
#pragma parallel block(16)
    for (int j = n - 1; j >= 0; --j)
      if (x[j * n + i] >= best) {
        best = x[j * n + i];
        at = i * 1000 + j;
      }
  return at;
}

int main() {
  for (int n : {1, 8, 31, 33, 100}) {
    std::vector<float> x(n * n);
    for (int i = 0; i < n * n; ++i) x[i] = i * 3 % 5;
    const int places[] = {first(n, x.data()), last(n, x.data())};
    print("places", places, 2);
  }
}

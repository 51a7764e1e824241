// Arrays of an iteration's own of 320 KB and of 1 MB.
#include <cstdio>

constexpr int n = 6;

int main() {
  double y[n], z[n];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double work[40000];
    for (int k = 0; k < 40000; ++k) work[k] = i + k % 3;
    y[i] = work[i] + work[39999];
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double work[131072];
    for (int k = 0; k < 131072; ++k) work[k] = i * 2 + k % 5;
    z[i] = work[i] + work[131071];
  }
  for (int i = 0; i < n; ++i) std::printf("%g %g\n", y[i], z[i]);
}

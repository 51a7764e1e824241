// What ends the program, under a condition that means failure, meets no other iteration: nothing is said of it.
#include "print.h"
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void withWords(int n, const double* size, double* inverse) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (size[i] <= 0) {
      std::fprintf(stderr, "bad size %g\n", size[i]);
      std::exit(1);
    }
    inverse[i] = 1 / size[i];
  }
}

static void bare(int n, const double* size, double* root, int* wrong) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (size[i] > 0) {
      root[i] = 2 * size[i];
    } else if (size[i] < -5) {
      wrong[0] = i;  // which nobody sees
      std::abort();
    } else
      std::exit(2);
  }
}

static double summed(int n, int m, const double* a) {
  double sum = 0;
#pragma parallel reduction(+:sum)
  for (int i = 0; i < n; ++i) {
    double row = 0;
    for (int k = 0; k < m; ++k) {
      if (a[i * m + k] < 0) {
        const int at = i * m + k;
        std::printf("negative at %d\n", at);
        std::exit(EXIT_FAILURE);
      }
      row += a[i * m + k];
    }
    sum += row;
  }
  return sum;
}

int main() {
  for (const int n : sizes) {
    std::vector<double> size(4 * n + 1), inverse(n), root(n);
    std::vector<int> wrong(1);
    for (int i = 0; i <= 4 * n; ++i) size[i] = i % 8 + 1;
    withWords(n, size.data(), inverse.data());
    bare(n, size.data(), root.data(), wrong.data());
    print("inverse", inverse.data(), inverse.size());
    print("root", root.data(), root.size());
    const double sum = summed(n, 4, size.data());
    print("sum", &sum, 1);
  }
}

// What loops inside of an iteration move is taken to be as much as their sizes say; where a run has a size below zero,
// of which they make no turns, the loop runs sequentially.
#include "print.h"
#include <vector>

static void counted(int* a, int n, int m) {
#pragma parallel shape(a[200])
  for (int i = 0; i < n; ++i) {
    int k = 0;
    for (int j = 0; j < m; ++j) k++;
    a[100 + k + 2 * i + 1 - m] = a[100 + 2 * i] + 3;
  }
}
static void nested(int* a, int n, int m) {
#pragma parallel shape(a[200])
  for (int i = 0; i < n; ++i) {
    int k = 0;
    for (int r = 0; r < 3; ++r)
      for (int j = 0; j < m; ++j) k++;
    a[100 + k + 2 * i + 1 - 3 * m] = a[100 + 2 * i] + 3;
  }
}
static void condition(int* a, int n, int m) {
#pragma parallel shape(a[200])
  for (int i = 0; i < n; ++i) {
    int k = 0, j = 0;
    while (j < m) {
      ++j;
      ++k;
    }
    a[100 + k + 2 * i + 1 - m] = a[100 + 2 * i] + 3;
  }
}
static void pointer(int* a, int n, int m) {
#pragma parallel shape(a[200])
  for (int i = 0; i < n; ++i) {
    int* q = a + 100;
    for (int j = 0; j < m; ++j) q++;
    q[2 * i + 1 - m] = a[100 + 2 * i] + 3;
  }
}

int main() {
  for (int m : {-7, -3, -1, 0, 1, 4}) {
    std::vector<int> a(200);
    fill(a.data(), a.size(), 1);
    counted(a.data(), 20, m);
    nested(a.data(), 20, m);
    condition(a.data(), 20, m);
    pointer(a.data(), 20, m);
    print("a", a.data(), a.size());
  }
}

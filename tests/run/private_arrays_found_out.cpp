// Scratch arrays declared outside that each iteration fills before it reads them: that is found out.
#include "print.h"
#include <algorithm>
#include <array>
#include <vector>

static void declaredOutside(const float* a, float* b, int n) {
  float window[3];
#pragma parallel block(16)
  for (int i = 1; i < n - 1; ++i) {
    for (int k = 0; k < 3; ++k) window[k] = a[i + k - 1];
    b[i] = std::max(std::min(window[0], window[1]), std::min(std::max(window[0], window[1]), window[2]));
  }
}

static void standardArray(const int* a, int* b, int n) {
  std::array<int, 5> window;
#pragma parallel shape(a[n])
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 5; ++k) window[k] = a[(i + k) % n];
    int s = 0;
    for (int x : window) s += x;
    b[i] = s;
  }
}

static void fromTheEnd(const int* a, int* b, int n) {
  int window[4];
#pragma parallel
  for (int i = 0; i < n - 3; ++i) {
    for (int k = 0; k < 4; ++k) window[3 - k] = a[i + k];
    b[i] = window[0] - 2 * window[3];
  }
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n), b(n);
    fill(a.data(), n, 1);
    standardArray(a.data(), b.data(), n);
    print("std::array", b.data(), n);
    fromTheEnd(a.data(), b.data(), n);
    print("from the end", b.data(), n);
    std::vector<float> f(n), g(n);
    fill(f.data(), n, 2);
    declaredOutside(f.data(), g.data(), n);
    print("outside", g.data(), n);
  }
}

// Control flow inside bodies: switch, while, do, inner breaks and continues, conditional operators, goto within.
#include "print.h"
#include <vector>

static void switches(const int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    switch (a[i] & 3) {
      case 0:
        b[i] = a[i];
        break;
      case 1:
        b[i] = -a[i];
        [[fallthrough]];
      case 2:
        b[i] += 5;
        break;
      default:
        b[i] = i;
    }
  }
}

// Collatz: a while loop of unknown length, with break.
static void whiles(int* b, int n) {
#pragma parallel block(16)
  for (int i = 0; i < n; ++i) {
    long x = i + 1;
    int steps = 0;
    while (x != 1) {
      x = x % 2 == 0 ? x / 2 : 3 * x + 1;
      if (++steps >= 60) break;
    }
    b[i] = steps;
  }
}

static void doWhile(const int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int digits = 0, x = a[i];
    do {
      x /= 3;
      ++digits;
    } while (x != 0);
    b[i] = digits;
  }
}

static void continues(const int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (a[i] < 0) continue;
    b[i] = a[i];
    if (a[i] > 30) continue;
    b[i] += 1000;
  }
#pragma parallel block(8)
  for (int i = n - 1; i >= 0; --i) {
    if (i % 3 == 0) continue;
    b[i] ^= 1;
  }
}

static void innerLoops(const int* a, int* b, int n, int m) {
#pragma parallel block(4)
  for (int i = 0; i < n; ++i) {
    b[i] = -1;
    for (int j = 0; j < m; ++j) {
      if (a[i * m + j] == 0) continue;
      if (a[i * m + j] > 35) {
        b[i] = j;
        break;
      }
    }
  }
}

static void continueInNest(int* b, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (i % 4 == 1) continue;
#pragma parallel
    for (int j = 0; j < m; ++j) {
      if (j % 3 == 2) continue;
      b[i * m + j] += i + j;
    }
  }
}

static void jumps(const int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int tries = 0;
  again:
    ++tries;
    if (a[i] > 0 && tries < a[i] % 7) goto again;
    b[i] = tries;
  }
}

static void shortCircuit(const int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = i > 0 && a[i - 1] > a[i] ? 1 : (i + 1 < n && a[i + 1] > a[i]) || a[i] == 0 ? 2 : 3;
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n), b(n);
    fill(a.data(), n, 1);
    switches(a.data(), b.data(), n);
    print("switch", b.data(), n);
    whiles(b.data(), n);
    print("while", b.data(), n);
    doWhile(a.data(), b.data(), n);
    print("do", b.data(), n);
    continues(a.data(), b.data(), n);
    print("continue", b.data(), n);
    innerLoops(a.data(), b.data(), n / 10, 10);
    continueInNest(b.data(), n / 10, 10);
    print("inner", b.data(), n);
    jumps(a.data(), b.data(), n);
    print("goto", b.data(), n);
    shortCircuit(a.data(), b.data(), n);
    print("conditional", b.data(), n);
  }
}

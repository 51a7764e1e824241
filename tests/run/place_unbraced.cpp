// Annotated loops where the grammar allows one statement only: replacing it by several must not change the program.
// warnings: -Wno-dangling-else
#include "print.h"
#include <vector>

static void branches(int* a, int n, int mode) {
  if (mode == 0)
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] += 1;
  else if (mode == 1)
#pragma parallel block(16)
    for (int i = 0; i < n; ++i) a[i] += 2;
  else
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] += 3;
}

// The else belongs to the outer if only because the loop is one statement.
static void danglingElse(int* a, int n, int mode) {
  if (mode > 0)
    if (mode > 1)
#pragma parallel
      for (int i = 0; i < n; ++i)
        if (a[i] > 0) a[i] -= 1;
        else a[i] += 10;
    else
      a[0] += 5;
}

static long reductionInBranch(const int* a, int n, bool run) {
  long s = 1;
  if (run)
#pragma parallel block reduction(+ : s)
    for (int i = 0; i < n; ++i) s += a[i];
  return s;
}

static int counterInBranch(int* a, int n, bool run) {
  int i = -3;
  if (run)
#pragma parallel
    for (i = 0; i < n; ++i) a[i] ^= 1;
  return i;
}

static void loopBodies(int* a, int n) {
  for (int k = 0; k < 3; ++k)
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] += k;
  int k = 2;
  while (k-- > 0)
#pragma parallel block(8)
    for (int i = 0; i < n; ++i) a[i] *= 2;
  do
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] -= k;
  while (++k < 2);
  for (int x : {1, 2})
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] += x * i;
}

static void switchCases(int* a, int n, int mode) {
  switch (mode) {
    case 0:
#pragma parallel
      for (int i = 0; i < n; ++i) a[i] += 7;
      break;
    case 1: {
#pragma parallel
      for (int i = 0; i < n; ++i) a[i] -= 7;
      break;
    }
    default:
#pragma parallel block
      for (int i = 0; i < n; ++i) a[i] = -a[i];
  }
}

static void labels(int* a, int n) {
  int rounds = 0;
again:
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += 1;
  if (++rounds < 3) goto again;
}

static void afterLabelOnOneLine(int* a, int n, bool skip) {
  if (skip) goto done;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] *= 3;
done:
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += 2;
}

static void guarded(int* a, int n) try {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] ^= 8;
} catch (...) {
}

int main() {
  for (int n : sizes) {
    if (n == 0) continue;
    std::vector<int> a(n);
    fill(a.data(), n, 1);
    for (int mode : {0, 1, 2}) {
      branches(a.data(), n, mode);
      danglingElse(a.data(), n, mode);
      switchCases(a.data(), n, mode);
      std::printf("%ld\n", reductionInBranch(a.data(), n, mode == 1));
      std::printf("%d\n", counterInBranch(a.data(), n, mode == 1));
      print("branches", a.data(), n);
    }
    loopBodies(a.data(), n);
    print("bodies", a.data(), n);
    labels(a.data(), n);
    afterLabelOnOneLine(a.data(), n, n % 2 == 0);
    guarded(a.data(), n);
    print("labels", a.data(), n);
  }
}

// Code from macros: bodies, expressions, bounds, whole loops.
// not-checked: macros
#include "print.h"
#include <vector>

#define SQUARE(x) ((x) * (x))
#define AT(a, i, j) (a)[(i) * m + (j)]
#define UPDATE(i) \
  do {            \
    b[i] += 1;    \
    b[i] *= 2;    \
  } while (0)
#define LENGTH 100
#define FOR(i, n) for (int i = 0; i < (n); ++i)
#define BODY(i)        \
  {                    \
    const int t = a[i]; \
    b[i] = t + (i);    \
  }
#define LOOP_HEADER int i = 0; i < n; ++i
#define BEGIN(i, n) for (int i = 0; i < (n); ++i) {
#define END }

static void expressions(const int* a, int* b, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) AT(b, i, j) = SQUARE(AT(a, i, j)) + SQUARE(i - j);
}

static void statement(int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) UPDATE(i);
#pragma parallel block(16)
  for (int i = 0; i < n; ++i) {
    UPDATE(i);
  }
}

static void bound(int* b) {
#pragma parallel block
  for (int i = 0; i < LENGTH; ++i) b[i] = LENGTH - i;
}

static void wholeBody(const int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) BODY(i)
}

static void wholeHeader(int* b, int n) {
#pragma parallel
  for (LOOP_HEADER) b[i] ^= 0x33;
}

static void wholeLoop(int* b, int n) {
#pragma parallel
  FOR(i, n) b[i] += i;
#pragma parallel block(8)
  FOR(i, n) { b[i] -= 2 * i; }
}

static void cut(int* b, int n) {
#ifndef ON_DEVICE
#pragma parallel
#endif
  BEGIN(i, n)
  b[i] += 4;
  if (i % 2) b[i] = -b[i];
  END
}

// Arguments that a macro uses twice are updated once.
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define KEEP_LARGER(m, x) \
  if ((x) > (m)) (m) = (x)
#define ADD(s, x) ((s) = (s) + (x))

struct Extremes {
  int most, sum;
  void read(const int* a, int n) {
#pragma parallel reduction(max : most) reduction(+ : sum)
    for (int i = 0; i < n; ++i) {
      most = MAX(most, a[i]);
      ADD(sum, SQUARE(a[i]));
    }
  }
};

template <class T>
static T largest(const T* a, int n, T* ofResidues) {
  T most = 0, other = 0;
#pragma parallel reduction(max : most, other)
  for (int i = 0; i < n; ++i) {
    KEEP_LARGER(most, a[i]);
    other = MAX(other, SQUARE(a[i]));
  }
#pragma parallel reduction(max : ofResidues) shape(ofResidues[3])
  for (int i = 0; i < n; ++i) ofResidues[i % 3] = MAX(ofResidues[i % 3], a[i]);
  return most + other;
}

int main() {
  for (int n : {100, 128, 129}) {
    std::vector<int> a(n), b(n);
    fill(a.data(), n, 1);
    expressions(a.data(), b.data(), n / 4, 4);
    print("expressions", b.data(), n);
    statement(b.data(), n);
    bound(b.data());
    print("statement", b.data(), n);
    wholeBody(a.data(), b.data(), n);
    wholeHeader(b.data(), n);
    print("body", b.data(), n);
    wholeLoop(b.data(), n);
    cut(b.data(), n);
    print("loop", b.data(), n);
    Extremes extremes{0, 0};
    extremes.read(a.data(), n);
    int ofResidues[3] = {};
    std::printf("extremes %d %d %d\n", extremes.most, extremes.sum, largest(a.data(), n, ofResidues));
    print("residues", ofResidues, 3);
  }
}

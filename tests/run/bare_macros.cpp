// Macros whose text is an operator and its operands, without parentheses, wherever a loop has an expression: what
// is written around them must not come between.
// warnings: -Wno-unused-value
#include <cstdio>
#include <vector>
#define CHOICE w > 4 ? 64 : 32
#define TIGHT w>4?64:32
#define SUM n + w
#define LESS n - w
#define PRODUCT n * w
#define QUOTIENT n / w
#define BITS n | w
#define SHIFT n >> 1
#define COMPARED n > w
#define NEGATED -w
#define CASTED (long)n
#define OF(x) x + w
#define LAST w, n
#define BOTH n > 3 && w > 3
#define EITHER n < 3 || w < 4
#define APART n ^ w
#define MASKED n & 12
#define STORED at = w

#define SIZE n
#define FROM w
#define ARRAY y

// Macros that stand for a variable, beside the variable itself.
static void named(int n, int w, int* y) {
#pragma parallel
  for (int i = FROM; i < SIZE; ++i) y[i] += n + w;
#pragma parallel block(4)
  for (int i = 0; i < n; ++i) ARRAY[i] += SIZE + y[i] * FROM;
}
static void bounds(int n, int w, int* y) {
#pragma parallel
  for (int i = CHOICE; i < (CHOICE) + 90; ++i) y[i] += 1;
#pragma parallel block(8)
  for (int i = TIGHT; i <= (TIGHT) * 2; ++i) y[i] += 2;
#pragma parallel
  for (int i = LESS; i < SUM; ++i) y[i] += 3;
#pragma parallel block(4)
  for (int i = LESS; i <= SUM; i += 3) y[i] += 4;
#pragma parallel block(5)
  for (int i = SUM; i >= LESS; --i) y[i] += 5;
#pragma parallel
  for (int i = NEGATED; i < QUOTIENT; ++i) y[i + 100] += 6;
#pragma parallel block(3)
  for (int i = COMPARED; i != PRODUCT; ++i) y[i] += 7;
#pragma parallel block(16)
  for (long i = 0; i < CASTED; i += SHIFT) y[i] += 8;
#pragma parallel
  for (int i = BITS; i > OF(2); i -= OF(1)) y[i] += 9;
}
static void blocks(int n, int w, int* y) {
#pragma parallel block(SHIFT)
  for (int i = 0; i < SUM; ++i) y[i] += 1;
#pragma parallel block(CHOICE)
  for (int i = 0; i < 300; i += 2) y[i] += 2;
#pragma parallel block(COMPARED)
  for (int i = 0; i < 100; ++i) y[i] += 3;
}
static void subscripts(int n, int w, std::vector<int>& y) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < (CHOICE); ++j) y[i * (CHOICE) + j] += i + j;
#pragma parallel
  for (int i = 0; i < n; ++i) y[(CHOICE) * i] += y[OF(i) * 2] > 3 ? 1 : 2;
#pragma parallel
  for (int i = 0; i < 20; ++i) {
    const int at = 30 * i;
    y[at] = CHOICE;
    y[at + 1] += SUM * 2;
    if (COMPARED) y[at + 2] = -NEGATED;
  }
}
static long reduced(int n, int w, const int* y) {
  long s = 0;
  int most = -1, bits = 0;
#pragma parallel reduction(+ : s) reduction(max : most) reduction(| : bits)
  for (int i = 0; i < n; ++i) {
    s += CHOICE;
    s += y[i] * SUM;
    most = most > (OF(y[i])) ? most : OF(y[i]);
    bits |= BITS;
  }
  return s * 1000 + most * 10 + bits;
}
static void rare(int n, int w, int* y) {
#pragma parallel block(APART)
  for (int i = MASKED; i < (MASKED) * 4; ++i) y[i] += APART;
#pragma parallel
  for (int i = EITHER; i < (BOTH) + 40; i += 1 + (BOTH)) y[i] += (EITHER) * 5;
#pragma parallel block(2)
  for (int i = 0; i < (LAST); ++i) y[i] += ~(APART) & i;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int at = 0;
    y[i] += (LAST) + (STORED);
    if (BOTH) y[i] += at;
    y[i] += EITHER ? MASKED : APART;
  }
}
template <typename T>
static void shaped(T n, T w, T* y) {
#pragma parallel shape(y[SUM])
  for (T i = 0; i < SUM; ++i) y[i] = i * (QUOTIENT);
#pragma parallel shape(y[n][CHOICE])
  for (T i = 0; i < n; ++i) y[i * (CHOICE)] = CHOICE;
}

int main() {
  for (const int w : {3, 5}) {
    std::vector<int> y(8000, 1);
    named(40, w, y.data());
    bounds(40, w, y.data());
    blocks(40, w, y.data());
    subscripts(40, w, y);
    rare(40, w, y.data());
    std::printf("%ld\n", reduced(40, w, y.data()));
    shaped<long>(40, w, std::vector<long>(8000).data());
    shaped(40, w, y.data());
    long s = 0;
    for (const int v : y) s = (s * 31 + v) % 1000003;
    std::printf("%ld\n", s);
  }
}

// Arrays of a clause that code elsewhere reads when the loop is over: the caller by a reference, another function, the
// next call of the same function. And those that all others fill first, of which the last values are nobody's.
#include <array>
#include <cstdio>

static void given(int n, int* y, int (&w)[4]) {
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) w[k] = i * k;
    y[i] = w[3];
  }
}

static void ofLibrary(int n, int* y, std::array<int, 2>& w) {
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w[0] = i;
    w[1] = 3 * i;
    y[i] = w[0] + w[1];
  }
}

static int table[4];
static void fillsTable(int n, int* y) {
#pragma parallel private(table)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) table[k] = i + k;
    y[i] += table[3];
  }
}
static int readsTable() { return table[0] + table[3]; }

std::array<int, 2> seen;
static void fillsSeen(int n, int* y) {
#pragma parallel private(seen)
  for (int i = 0; i < n; ++i) {
    seen[0] = i;
    seen[1] = 5 * i;
    y[i] += seen[1];
  }
}

static int again(int n, int* y) {
  static int kept[2];
  const int before = kept[1];
#pragma parallel private(kept)
  for (int i = 0; i < n; ++i) {
    kept[0] = i;
    kept[1] = 7 * i;
    y[i] += kept[0] + kept[1];
  }
  return before;
}

static double work[64];
static void firstUser(int n, int m, double* y) {
#pragma parallel private(work)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < m; ++k) work[k] = i + k;
    for (int k = 0; k < m; ++k) y[i] += work[k];
  }
}
static void secondUser(int n, int m, double* y) {
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < m; ++k) work[k] = i * k;
    for (int k = 0; k < m; ++k) y[i] += work[k];
  }
}

int main() {
  int y[30] = {}, w[4] = {9, 9, 9, 9};
  std::array<int, 2> two = {1, 2};
  double z[30] = {};
  given(30, y, w);
  ofLibrary(30, y, two);
  fillsTable(30, y);
  fillsSeen(30, y);
  const int first = again(30, y), second = again(20, y);
  firstUser(30, 50, z);
  secondUser(30, 50, z);
  std::printf("%d %d %d %d %d\n", w[0], w[3], two[1], readsTable(), seen[1]);
  std::printf("%d %d %d %g\n", first, second, y[29], z[29]);
  given(0, y, w);
  std::printf("%d\n", w[3]);
}

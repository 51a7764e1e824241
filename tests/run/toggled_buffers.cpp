// Two buffers of which one is written while the other is read, told apart by a flag or a number.
#include "print.h"
#include <vector>

using Row = int[140];

static void byFlag(Row* rows, int n, int steps) {
  bool current = false;
  for (int t = 0; t < steps; ++t) {
#pragma parallel shape(rows[2])
    for (int i = 1; i < n - 1; ++i) rows[!current][i] = (rows[current][i - 1] + rows[current][i + 1]) % 1000 + t;
    current = !current;
  }
}

static void byNumber(Row* rows, int n, int steps) {
  int current = 0;
  for (int t = 0; t < steps; ++t) {
#pragma parallel shape(rows[2])
    for (int i = 1; i < n - 1; ++i) rows[!current][i] = (rows[current][i - 1] - rows[current][i + 1]) % 1000 + t;
    current = !current;
  }
}

static void oneStep(Row* rows, int n, bool current) {
#pragma parallel shape(rows[2])
  for (int i = 1; i < n - 1; ++i) rows[!current][i] = rows[current][i - 1] + rows[current][i + 1];
}

static void twoPlaces(int* a, int n, int odd) {
#pragma parallel shape(a[2 * n])
  for (int i = 0; i < n; ++i) {
    a[2 * i + !odd] = i;
    a[2 * i + !!odd] = -i;
  }
}

int main() {
  for (int n : {0, 1, 2, 37, 140}) {
    std::vector<int> a(280);
    fill(a.data(), a.size(), 1);
    Row* rows = reinterpret_cast<Row*>(a.data());
    byFlag(rows, n, 5);
    print("flag", a.data(), a.size());
    byNumber(rows, n, 4);
    print("number", a.data(), a.size());
    oneStep(rows, n, true);
    print("step", a.data(), a.size());
    twoPlaces(a.data(), n, 3);
    print("places", a.data(), a.size());
  }
}

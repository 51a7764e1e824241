// Arrays of which nobody says how long they are, and rows behind pointers: what a kernel cannot copy it uses where it lies.
// expect-warning: [appyl-extent]
// expect-warning: [appyl-unproved]
// run:
// run: 0
// run: 1
// run: 37
#include "print.h"
#include <cstdlib>
#include <vector>

static void gather(const float* at, const float* x, float* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = x[int(at[i])];
}

static void scatter(const float* at, const float* x, float* y, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) y[int(at[i])] += 2 * x[i];
}

// The array of unknown extent is the one whose known range an earlier kernel has changed, and a later one reads.
static void inTurns(const float* at, float* x, float* y, int n) {
  for (int step = 0; step < 3; ++step) {
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] = x[i] / 2 + step;
#pragma parallel unchecked
    for (int i = 0; i < n; ++i) y[int(at[i])] = x[int(at[n - 1 - i])] + y[int(at[i])];
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] += y[i];
  }
}

// A region holds more than the loops before it have named.
static void inRegion(const float* at, float* x, float* y, int n, [[maybe_unused]] int m) {
#pragma data(x[0:m], y[0:n])
  {
#pragma parallel
    for (int i = 0; i < n; ++i) y[i] = static_cast<float>(i % 5);
    gather(at, x, y, n);
    scatter(at, y, x, n);
#pragma parallel
    for (int i = 0; i < n; ++i) y[i] = y[i] + x[int(at[i])];
  }
}

static float rows(float** table, const int* width, const float* centre, float* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = 0; k < width[i]; ++k) sum += (table[i][k] - centre[k]) * (table[i][k] - centre[k]);
    out[i] = sum;
  }
#pragma parallel unchecked
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < width[i]; ++k) table[i][k] += static_cast<float>(i - k);
  float all = 0;
#pragma parallel reduction(+:all)
  for (int i = 0; i < n; ++i) all += table[i][width[i] - 1] + out[i];
  return all;
}

struct Row {
  int length;
  const int* values;
};

static void structs(const Row* row, int* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int k = 0; k < row[i].length; ++k) sum += row[i].values[k];
    out[i] = sum;
  }
}

static void chosen(const float* a, const float* b, float* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = (i % 3 ? a : b)[n - 1 - i];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 200, m = 2 * n + 3, width = 5;
  std::vector<int> sums(n), widths(n, width), storage(10 * n + 1);
  std::vector<float> at(n), x(m), y(m), centre(width), out(n), cells(width * n);
  for (int i = 0; i < m; ++i) x[i] = static_cast<float>(i % 17), y[i] = static_cast<float>(i % 3);
  for (int i = 0; i < n; ++i) at[i] = static_cast<float>(2 * (n - 1 - i) + 1);
  gather(at.data(), x.data(), y.data(), n);
  scatter(at.data(), y.data(), x.data(), n);
  inTurns(at.data(), x.data(), y.data(), n);
  inRegion(at.data(), x.data(), y.data(), n, m);
  print("x", x.data(), x.size()), print("y", y.data(), y.size());
  std::vector<float*> table(n);
  std::vector<Row> row(n);
  for (int i = 0; i < n; ++i) {
    table[i] = cells.data() + width * i;
    row[i] = {i % 10, storage.data() + 10 * i};
    for (int k = 0; k < width; ++k) table[i][k] = static_cast<float>((i + k) % 7), centre[k] = static_cast<float>(k);
    for (int k = 0; k < 10; ++k) storage[10 * i + k] = i * k % 11;
  }
  const float all = rows(table.data(), widths.data(), centre.data(), out.data(), n);
  print("all", &all, 1);
  structs(row.data(), sums.data(), n);
  print("cells", cells.data(), cells.size()), print("sums", sums.data(), sums.size());
  chosen(x.data(), y.data(), out.data(), n);
  print("out", out.data(), out.size());
}

// Iterations of parallel loops that write what others read or write, element by element.
#include <appyl/appyl.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <vector>

// Each is wrong by one token, which is 1 where it is planted and 0 otherwise.

static void flow(std::vector<int>& a, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i)
    a[i] = a[i - PLANTED] + 1;  // finds: a[1], written by iteration i = 1 of program (0), is read by another iteration; program (1), i = 2 [appyl-conflict]
}

static void anti(std::vector<int>& a, int n) {
#pragma parallel
  for (int i = 0; i < n - 1; ++i)
    a[i] = 2 * a[i + PLANTED];  // finds: a[1], read by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
}

// Within one block, too.
static void output(const std::vector<int>& x, std::vector<int>& y, int n) {
#pragma parallel block(32)
  for (int i = 0; i < n; ++i)
    y[i / (1 + PLANTED)] = x[i];  // finds: y[0], written by iteration i = 0 of program (0), is written by another iteration; program (0), i = 1 [appyl-conflict]
}

// Of elements that nobody can see before the program runs.
static void scattered(const std::vector<int>& to, std::vector<int>& y) {
#pragma parallel
  for (std::size_t i = 0; i < to.size(); ++i)
    y[to[i]] = 1;  // finds: y[5], written by iteration i = 5 of program (5), is written by another iteration; program (12), i = 12 [appyl-conflict]
}

static int shared;
static void scalar(const std::vector<int>& x, std::vector<int>& y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int own = 0;
    int& t = PLANTED ? shared : own;
    t = x[i];  // finds: t, written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
    y[i] = t + 1;
  }
}

// The inner loop is parallel, too: its iterations share what belongs to the outer one.
static void inner(const std::vector<int>& x, std::vector<int>& y, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int row[64];
    for (int j = 0; j < m; ++j) row[j] = 0;
#pragma parallel
    for (int j = 0; j < m; ++j)
      row[j * (1 - PLANTED)] = x[i * m + j];  // finds: row[0], written by iteration i = 0, j = 0 of program (0), is written by another iteration; program (0), i = 0, j = 1 [appyl-conflict]
    for (int j = 0; j < m; ++j) y[i * m + j] = row[j];
  }
}

// Rows of one iteration, but columns that overlap those of the next.
static void overlapping(std::vector<double>& y, int rows, int columns, int stride) {
#pragma parallel
  for (int i = 0; i < rows; ++i)
#pragma parallel
    for (int j = 0; j < columns; ++j)
      y[i * (stride - PLANTED * (stride - columns + 1)) + j] = i;  // finds: y[7], written by iteration i = 0, j = 7 of program (0, 7), is written by another iteration; program (1, 0), i = 1, j = 0 [appyl-conflict]
}

// An update outside of the reduction.
static void besides(const std::vector<int>& x, std::vector<int>& bins) {
#pragma parallel reduction(+:bins)
  for (std::size_t i = 0; i < x.size(); ++i) bins[x[i] % 4] += 1;
#pragma parallel
  for (std::size_t i = 0; i < x.size(); ++i)
    if (PLANTED || i == 0)
      bins[x[i] % 4] += 1;  // finds: bins[2], written by iteration i = 0 of program (0), is updated by another iteration; program (1), i = 1 [appyl-conflict]
}

// The reduction of the inner loop does not cover the outer one.
static void innerReduction(const std::vector<int>& x, std::vector<int>& sums, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int to = i * (1 - PLANTED);
#pragma parallel reduction(+:sums)
    for (int j = 0; j < m; ++j)
      sums[to] += x[i * m + j];  // finds: sums[0], written by iteration i = 0 of program (0), is updated by another iteration; program (1), i = 1, j = 0 [appyl-conflict]
  }
}

static void write(int* p, int v) {
  *p = v;  // finds: p[0], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
}
static void inAFunction(std::vector<int>& y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) write(&y[i * (1 - PLANTED)], i);
}

struct Cell {
  int left, right;
};
static void members(std::vector<Cell>& cells, int n) {
#pragma parallel
  for (int i = 0; i < n - 1; ++i) {
    cells[i].right = i;  // finds: cells[i].right, written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
    if (PLANTED)
      cells[i + 1].right = i;
    else
      cells[i + 1].left = i;
  }
}

// Duplicates among the targets of a tile; lanes are iterations of their own.
static void tiles(appyl::view<const int> to, appyl::view<const float> x, appyl::view<float> y) {
  using namespace appyl;
#pragma parallel
  for (int i = 0; i < to.extent(0); i += 8)
    y(to(slice(i, 8))) = x(slice(i, 8));  // finds: y[5], written by iteration i = 5 of program (0), is written by another iteration; program (1), i = 12 [appyl-conflict]
}

static void vouchedFor(std::vector<int>& y, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i)
    y[i * (1 - PLANTED)] = 7;  // remarks: y[0], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
}

// The proof takes it that rows do not overlap. Where they do, the loop runs as it was, and what iterations do to
// each other is told.
static void widened(double* a, int n, int m, int lda) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i * lda + j] = i;  // remarks: a[4], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1, j = 0 [appyl-conflict]
}

// What looks like a conflict and is none.
static void right(std::vector<int>& y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    y[i] = i;
#pragma parallel
  for (int i = 0; i < n; ++i)
    y[n - 1 - i] += 1;
  std::atomic<int> count = 0;
  int last = 0, smallest = 100, at = -1;
#pragma parallel reduction(min:smallest)
  for (int i = 0; i < n; ++i) {
    ++count;
    last = y[i];
    std::vector<int> own(3, i);
    own[1] += y[i];
    if (own[1] < smallest) {
      smallest = own[1];
      at = i;
    }
  }
  std::printf("%d %d %d %d\n", count.load(), last, smallest, at);
}

struct Parts {
  int first, second;
};
static void byPointerToMember(std::vector<Parts>& parts, int Parts::* member) {
#pragma parallel unchecked
  for (int i = 0; i < 4; ++i) {
    parts[i / (1 + PLANTED)].*member = i;  // remarks: parts[i / (1 + PLANTED)].*member, written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
    (&parts[4 + i / (1 + PLANTED)])->*member = i;  // remarks: (&parts[4 + i / (1 + PLANTED)])->*member, written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
  }
}

static void realParts(_Complex double* z) {
#pragma parallel
  for (int i = 0; i < 4; ++i)
    __real__ z[i / (1 + PLANTED)] = i;  // finds: __real__ z[i / (1 + PLANTED)], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
}

int main() {
  std::vector<Parts> parts(8);
  byPointerToMember(parts, &Parts::second);
  _Complex double numbers[4] = {};
  realParts(numbers);
  const int n = 40;
  std::vector<int> x(n), y(2 * n), to(n);
  for (int i = 0; i < n; ++i) x[i] = 2 + i / 2, to[i] = PLANTED && i == 12 ? 5 : i;
  flow(y, n);
  anti(y, n);
  output(x, y, n);
  scattered(to, y);
  scalar(x, y, n);
  inner(x, y, 5, 8);
  std::vector<double> z(100);
  overlapping(z, 5, 8, 9);
  std::vector<int> bins(4);
  besides(x, bins);
  innerReduction(x, y, 5, 8);
  inAFunction(y, n);
  std::vector<Cell> cells(n);
  members(cells, n);
  std::vector<float> u(n, 1), v(n);
  tiles(appyl::view<const int>(to), appyl::view<const float>(u), appyl::view<float>(v));
  vouchedFor(y, n);
  widened(z.data(), 8, 4 + PLANTED, 4);
  right(y, n);
}

// What is copied for a pointer ends where the last iteration does that touches it: behind it there may be nothing.
#include "print.h"
#include <algorithm>
#include <vector>

// The last step may lie anywhere in front of the end, and an empty loop's step may be anything.
static void steps(const double* a, double* b, int n, int step) {
#pragma parallel
  for (int i = 0; i < n; i += step) b[i] = a[i + 1];
}
static void innerSteps(const double* a, double* b, int rows, int n, int step) {
#pragma parallel
  for (int i = 0; i < rows; ++i) {
    b[i] = 0;
    for (int k = n - 1; k >= 0; k -= step) b[i] += a[n - 1 - k];
  }
}
static void constantEnds(const double* a, double* b, int rows, int step) {
#pragma parallel
  for (int i = 0; i < rows; ++i)
    for (int j = 3; j < 11; j += step) b[i] += a[i + j];
}
static void narrowCounter(const double* a, double* b, int n, long step) {
#pragma parallel
  for (signed char i = 0; i < 9; i += step)
#pragma parallel
    for (int j = 0; j < n; ++j) b[i * n + j] = a[i];
}
// Only the first step of k is in front of j.
static void metEnds(const double* a, double* b, int rows) {
#pragma parallel
  for (int i = 0; i < rows; ++i)
    for (unsigned j = 3; j < 7; j += 5)
      for (unsigned k = 0; k != j; k += 3) b[i] += a[k];
}
// The last j of the longest row.
static void stepsOfRows(const double* a, double* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i - 1; j += 4) b[i] += a[j];
}
// Where there is one row, w[0] is all there is.
static void emptyTogether(const double* w, double* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < n; ++j) b[i] += w[j] + w[j + 3];
}
// Blocks that have copies of what they reduce add up no elements that are not there.
static void reducesPart(double (&sums)[10], std::vector<double>& other, const double* a, int n, int m) {
#pragma parallel reduction(+ : sums, other)
  for (int i = 0; i < n; ++i) {
    sums[i % 3 + 2] += a[i];
    for (int j = 0; j < m; ++j) other[j] += a[i];
  }
}
// Data tell that no iteration touches `c`, which is null.
static void notThere(const double* a, double* b, double* c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (a[i] < -1e9) c[i] = 1;
    b[i] = a[i];
  }
}

// The last j has no k.
// Of each row as many elements as its number says, whichever loop counts the rows.
static void corners(double* a, double* b, double* c, double* d, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = i; j < n; ++j) a[j * n + i] = i;
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = n - 1; j > i - 1; --j) b[j * n + n - i - 1] = j;
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j <= i; ++j) c[i * n + j] = i + j;
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < n - i; ++j) d[(n - 1 - j) * n + n - 1 - i] = i - j;
}

static void triangle(const double* a, double* b, int rows, int n) {
#pragma parallel
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = j + 1; k < n; ++k) b[i] += a[j] + k;
}
// ... and neither have those from m - 2 on.
static void twoSizes(const double* a, const double* w, double* b, int rows, int n, int m) {
#pragma parallel
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = j + 2; k < m; ++k) b[i] += a[j] * w[k];
}
// Four deep: i has iterations of l only where i + 3 < n.
static void deep(const double* a, double* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      for (int k = j + 1; k < n; ++k)
        for (int l = k + 1; l < n; ++l) b[i] += a[j] * l;
}

// Long steps: the first iteration whose inner loop runs, or for which the condition holds, is one that they reach.
static void stairsDown(double* a, int n, int pitch) {
#pragma parallel
  for (long i = n - 1; i >= 0; i -= 5)
#pragma parallel
    for (int j = n - 1; j >= i + 1; j -= 5) a[i * pitch + j + i] = i + 2 * j;
}
static void stairsUp(double* a, int n, int pitch) {
#pragma parallel
  for (int i = 0; i < n; i += 3)
    for (int j = 0; j < i; j += 2) a[(i - 3) * pitch + j] = i + 2 * j;
}
static void stepsFrom(const double* a, double* b, int n, int step, int least, int first) {
#pragma parallel
  for (int i = 0; i < n; i += step)
    if (i >= least) b[i - first] = a[i - first];
}

// Neither size is known to be the smaller one.
static void condition(const double* a, double* b, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (i < m) b[i] = a[i + 1];
}
static void conditionBelow(const double* a, double* b, int n, int m) {
#pragma parallel
  for (int i = n - 1; i >= 0; --i)
    if (i >= m) b[i - m] = a[i - m];
}
static void conditionOfSteps(const double* a, double* b, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; i += 3)
    if (i + 2 <= m) b[i] = a[i] + 1;
}

// Not every element between the ends is written: the others keep their values.
static void everySecond(double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 2 * i; j < 2 * i + 1; ++j) x[j] = j;
}
static void threeOfFour(double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 4)
    for (int j = i; j < i + 3; ++j) x[j] = j;
}
static void threeOfFourByNumber(double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 4 * i; j < 4 * i + 3; ++j) x[j] = j;
}
static void fourOfFour(double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 4 * i; j < 4 * i + 4; ++j) x[j] = j;
}
static void packedRows(double* x, int n, int pitch) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) x[i * pitch + j] = i + j;
}

static void diagonals(double (*x)[8], double (*y)[8][8], double (*z)[8]) {
#pragma parallel
  for (int i = 0; i < 8; ++i) x[i][i] = i;
#pragma parallel
  for (int i = 0; i < 8; ++i)
#pragma parallel
    for (int j = 0; j < 8; ++j) y[i][j][j] = i * j;
#pragma parallel
  for (int i = 0; i < 8; ++i)
#pragma parallel
    for (int j = i; j < 8; ++j) z[j][i] = i - j;
}

struct Filled : std::vector<double> {
  explicit Filled(long n) : std::vector<double>(std::max(n, 0L)) { fillFraction(data(), size(), 3); }
};
static void show(const char* name, const Filled& x) { print(name, x.data(), x.size()); }

int main() {
  {
    Filled x(64), y(512), z(64);
    diagonals(reinterpret_cast<double(*)[8]>(x.data()), reinterpret_cast<double(*)[8][8]>(y.data()),
              reinterpret_cast<double(*)[8]>(z.data()));
    show("diagonal", x), show("diagonals", y), show("corner", z);
  }
  for (int n : {0, 1, 2, 3, 4, 5, 11}) {
    for (int step : {1, 2, 3, 20}) {
      const long last = n > 0 ? (n - 1) / step * step : -1;
      const Filled a(last + 2);
      Filled b(last + 1);
      steps(a.data(), b.data(), n, step);
      show("steps", b);
      Filled c(3);
      innerSteps(a.data(), c.data(), 3, n, step);
      show("inner steps", c);
      const Filled d(n > 0 ? n + 3 + 7 / step * step : 0);
      Filled e(n);
      constantEnds(d.data(), e.data(), n, step);
      show("constant ends", e);
    }
    const Filled a(n - 1);
    Filled b(5);
    {
      Filled first(n * n), second(n * n), third(n * n), fourth(n * n);
      corners(first.data(), second.data(), third.data(), fourth.data(), n);
      for (const Filled* each : {&first, &second, &third, &fourth}) show("corners", *each);
    }
    triangle(a.data(), b.data(), 5, n);
    show("triangle", b);
    for (int m : {0, 2, 3, 7, 40}) {
      const long both = std::min(n, m - 2);
      const Filled c(both), w(both > 0 ? m : 0);
      twoSizes(c.data(), w.data(), b.data(), 5, n, m);
      show("two sizes", b);
      const Filled d(std::min(n, m) > 0 ? std::min(n, m) + 1 : 0);
      Filled e(std::min(n, m));
      condition(d.data(), e.data(), n, m);
      show("condition", e);
      const Filled f(n - m);
      Filled g(n - m);
      conditionBelow(f.data(), g.data(), n, m);
      show("condition below", g);
      const int end = std::min(n - 1, m - 2);
      const Filled h(end >= 0 ? end / 3 * 3 + 1 : 0);
      Filled k(h.size());
      conditionOfSteps(h.data(), k.data(), n, m);
      show("condition of steps", k);
    }
    Filled down(n > 5 ? (n - 6) * (n + 1) + 2 * n - 6 : 0);
    stairsDown(down.data(), n, n + 1);
    show("stairs down", down);
    const int last = (n - 1) / 3 * 3;
    Filled up(last > 0 ? (last - 3) * n + (last - 1) / 2 * 2 + 1 : 0);
    stairsUp(up.data(), n, n);
    show("stairs up", up);
    for (int least : {1, 4, 9}) {
      const int step = 4, first = (least + step - 1) / step * step, end = (n - 1) / step * step;
      const Filled from(end >= first ? end - first + 1 : 0);
      Filled to(from.size());
      stepsFrom(from.data(), to.data(), n, step, least, first);
      show("steps from", to);
    }
    const Filled row(n > 1 ? (n - 2) / 4 * 4 + 1 : 0);
    Filled sumsOfRows(n);
    stepsOfRows(row.data(), sumsOfRows.data(), n);
    show("steps of rows", sumsOfRows);
    const Filled w(n > 1 ? n + 3 : 1);
    Filled sumsOfBoth(n);
    emptyTogether(w.data(), sumsOfBoth.data(), n);
    show("empty together", sumsOfBoth);
    double sums[10] = {1, 2, 3};
    std::vector<double> terms(n);
    for (int i = 0; i < n; ++i) terms[i] = i % 7 - 2;
    for (int m : {0, 5}) {
      std::vector<double> other(m, 1);
      reducesPart(sums, other, terms.data(), n, m);
      print("sums", sums, 10), print("other", other.data(), m);
    }
    const Filled j(n > 3 ? n - 2 : 0);
    Filled z(n > 3 ? n - 3 : 0);
    deep(j.data(), z.data(), n);
    show("deep", z);
    Filled x(2 * n - 1), y(4 * ((n + 3) / 4) - 1), u(4 * n - 1), v(4 * n), t(n > 1 ? (n - 1) * std::max(n, 7) + n - 1 : 0);
    everySecond(x.data(), n), threeOfFour(y.data(), n), threeOfFourByNumber(u.data(), n), fourOfFour(v.data(), n);
    packedRows(t.data(), n, std::max(n, 7));
    for (const Filled* each : {&x, &y, &u, &v, &t}) show("parts", *each);
  }
  for (long step : {1, 2, 4, 100}) {
    const Filled a(8 / step * step + 1);
    Filled b(a.size() * 3);
    narrowCounter(a.data(), b.data(), 3, step);
    show("narrow counter", b);
  }
  const Filled one(1), four(4);
  Filled c(4);
  metEnds(one.data(), c.data(), 4);
  show("met ends", c);
  notThere(four.data(), c.data(), nullptr, 4);
  show("not there", c);
  steps(nullptr, nullptr, 0, 0);
  Filled b(2);
  innerSteps(nullptr, b.data(), 2, 0, 0);
  show("no steps", b);
}

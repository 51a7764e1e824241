// Names and macros that look like something else: `size.2` of the tool's own numbering, a pointer behind a macro whose
// text is a name, `this` at the end of a name, a number with a point, `LL` in a name, a pointer to an element beside
// elements of it.
#include "print.h"
#include <vector>

struct Grid {
  int columns;
  int rows() const { return columns; }
};

#ifndef ON_DEVICE  // which cannot be handed what is hidden
static void twoHidden(float* x, int n, Grid one, Grid two) {
  Grid size = one;
  auto a = [&](int i) { return i * size.rows(); };
  {
    Grid size = two;
    auto b = [&](int i) { return i * size.rows(); };
    {
      int size = 1;
#pragma parallel unchecked shape(x[2 * n])
      for (int i = 0; i < n; ++i) x[a(i)] = x[b(i)] + size;
    }
  }
}
#endif

// Where there are no rows, there is no grid either.
#define COLUMNS grid->columns
static void behindMacro(float* a, const Grid* grid, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < COLUMNS; ++j) a[i * m + j] = j;
}

static void half(float* a, const Grid* grid, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < grid->columns / 2; ++j) a[i * m + j] += 2;
}

static void endsInThis(float* a, const Grid* self_this, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < self_this->columns; ++j) a[i * m + j] += 1;
}

static void threshold(float* y, const float* x, float t, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = x[i + (t > 0.5)];
}

static void cells(float* x, int n, int CELLS) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < CELLS; ++j) x[i * CELLS + j] -= i;
}

struct Point {
  float x, y;
};
struct Points {
  Point* p;
  void shift(int n) {
#pragma parallel
    for (int i = 1; i < n; ++i) p[i].y += p->x;
  }
};

int main() {
  for (int n : sizes) {
    std::vector<float> a(8 * n + 9), y(n);
    fill(a.data(), a.size(), 1);
    const Grid grid{6};
    const Grid* known = n ? &grid : nullptr;
    behindMacro(a.data(), known, n, 8);
    half(a.data(), known, n, 8);
    endsInThis(a.data(), known, n, 8);
    cells(a.data(), n, 7);
    print("rows", a.data(), a.size());
    threshold(y.data(), a.data(), 0.75f, n);
    print("threshold", y.data(), y.size());
#ifndef ON_DEVICE
    std::vector<float> apart(2 * n, 3);
    twoHidden(apart.data(), n, {2}, {2});
    print("apart", apart.data(), apart.size());
#endif
    std::vector<Point> points(n + 1, Point{1, 2});
    Points{points.data()}.shift(n);
    print("points", &points[0].x, 2 * points.size());
  }
}

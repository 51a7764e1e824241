// Objects of pointers and sizes that each iteration makes of its own row, and objects that live as long as a reference.
#include <cstdio>
#include <algorithm>
#include <vector>

struct Row {
  double* p;
  int n;
  double& operator[](int j) const { return p[j]; }
  void scale(double s) const {
    for (int j = 0; j < n; ++j) p[j] *= s;
  }
};

struct Column {
  constexpr Column(double* first, int step, int count) : p(first), step(step), count(count) {}
  double& at(int j) const { return p[j * step]; }
  double* p;
  int step, count;
};

struct Grid {
  double* cells;
  int m;
  Row row(int i) const { return {cells + i * m, m}; }
};

static void listed(double* a, int n, int m) {
#pragma parallel shape(a[n * m])
  for (int i = 0; i < n; ++i) {
    Row r{a + i * m, m};
    for (int j = 0; j < r.n; ++j) r.p[j] += j;
    const Row same = r;
    for (int j = 0; j < m; ++j) same[j] *= 2;
  }
}

static void byMethods(double* a, int n, int m) {
#pragma parallel shape(a[n * m])
  for (int i = 0; i < n; ++i) {
    Row r = {&a[i * m], m};
    r.scale(1.5);
  }
}

static void constructed(double* a, int n, int m) {
#pragma parallel shape(a[n * m])
  for (int j = 0; j < m; ++j) {
    Column c(a + j, m, n);
    for (int i = 1; i < c.count; ++i) c.at(i) += c.at(i - 1);
  }
}

static void returned(Grid& g, int n) {
#pragma parallel shape(g.cells[n * g.m])
  for (int i = 0; i < n; ++i) {
    Row r = g.row(i);
    for (int j = 0; j < g.m; ++j) r[j] -= i;
  }
}

struct Vector {
  double x, y;
};
static Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y}; }
static Vector operator*(const Vector& a, double s) { return {a.x * s, a.y * s}; }

static void extended(std::vector<Vector>& c, const std::vector<Vector>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const Vector& sum = a[i] + c[i] * 0.5;
    auto&& more = sum * 2;
    more.x += sum.y;
    c[i] = more;
  }
}

// What a pointer points to is no part of it.
static void asked(Grid& g, int n) {
#pragma parallel shape(g.cells[n])
  for (int i = 0; i < n; ++i)
    if (g.cells) g.cells[i] += 1;
}

int main() {
  for (int n : {7, 1, 0}) {
    const int m = 5;
    std::vector<double> a(n * m);
    for (int k = 0; k < n * m; ++k) a[k] = k % 9;
    listed(a.data(), n, m);
    byMethods(a.data(), n, m);
    constructed(a.data(), n, m);
    Grid g{a.data(), m};
    returned(g, n);
    asked(g, n);
    std::vector<Vector> c(n), b(n);
    for (int i = 0; i < n; ++i) b[i] = {i * 0.5, 3.0 - i}, c[i] = {1.0 * i, 2};
    extended(c, b, n);
    for (double x : a) std::printf("%g ", x);
    for (const Vector& v : c) std::printf("%g %g ", v.x, v.y);
    std::puts("");
  }
}

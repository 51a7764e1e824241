// Elements of private members, which pointers lead to, and members of base classes.
#include "print.h"
#include <vector>

struct Base {
  double m;
};
struct Derived : Base {
  double q;
};

static void inherited(std::vector<Derived>& d, int n, Derived* p) {
  const int count = static_cast<int>(d.size());
#pragma parallel
  for (int i = 0; i < count; ++i) {
    d[i].m *= 2;
    d[i].q += d[i].m;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) p[i].m = p[i].q + i;
}

class Grid {
  std::vector<double> cells_;
  double edge_[4] = {1, 2, 3, 4};

 public:
  explicit Grid(int n) : cells_(n, 1.5) {}
  double* data() { return cells_.data(); }
  const double* data() const { return cells_.data(); }
  double* edge() { return edge_; }
  int size() const { return static_cast<int>(cells_.size()); }
};

class Pool {
  Grid grid_;

 public:
  explicit Pool(int n) : grid_(n) {}
  Grid& grid() { return grid_; }
  double* row(int k) { return grid_.data() + k; }
};

static void pointers(Grid& a, const Grid& b, Pool* pool) {
  double* pa = a.data();
  const double* pb = b.data();
  double* pc = pool->grid().data();
  double* pe = a.edge();
  const int n = a.size();
#pragma parallel
  for (int i = 0; i < n; ++i) pa[i] += pb[i] * i + pe[i % 4];
#pragma parallel
  for (int i = 0; i < n; ++i) pc[i] = pa[i] - pb[i];
}

static void rows(Pool& pool, int n) {
  double* first = pool.row(1);
#pragma parallel
  for (int i = 0; i < n - 1; ++i) first[i] += i;
}

int main() {
  for (const int n : {0, 1, 20}) {
    std::vector<Derived> d(n), e(n);
    for (int i = 0; i < n; ++i) {
      d[i].m = e[i].m = i;
      d[i].q = e[i].q = 1;
    }
    inherited(d, n, e.data());
    Grid a(n), b(n);
    Pool pool(n);
    pointers(a, b, &pool);
    rows(pool, n);
    for (int i = 0; i < n; ++i) std::printf("%g %g %g\n", d[i].q, d[i].m, e[i].m);
    print("a", a.data(), n);
    print("pool", pool.grid().data(), n);
  }
}

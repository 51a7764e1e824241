// Members whose names variables and parameters of the function, the loop and the called functions have, too.
#include "print.h"
#include <vector>

struct Scale {
  int i = 77, v = 3;
  int by(int v) const { return this->v * v; }
  void run(int n, int* a) {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      const int v = i % 5;
      a[i] += this->i + this->v * v + by(v);
    }
  }
};

struct Matrix {
  int r, c;
  std::vector<double> d;
  double& at(int i, int j) { return d[i * c + j]; }
  void fill(int r) {
#pragma parallel
    for (int i = 0; i < this->r; ++i)
#pragma parallel
      for (int c = 0; c < this->c; ++c) at(i, c) = r * i + c;
  }
  double sum() const {
    double d = 0;
#pragma parallel reduction(+ : d)
    for (int r = 0; r < this->r; ++r)
      for (int c = 0; c < this->c; ++c) d += this->d[r * this->c + c];
    return d;
  }
  // Rows of another length than what is written of them.
  void write(int c) {
#pragma parallel
    for (int i = 0; i < r; ++i)
      for (int j = 0; j < this->c; ++j) d[i * c + j] = i + j;
  }
};

int main() {
  for (int n : {0, 1, 9, 130}) {
    std::vector<int> a(n + 1, 2);
    Scale().run(n, a.data());
    print("scale", a.data(), a.size());
    Matrix m{n, 4, std::vector<double>(n * 7)};
    m.fill(7);
    const double sum = m.sum();
    print("sum", &sum, 1);
    for (int c : {4, 7, 3})
      if (c * (n - 1) + 4 <= n * 7) {
        m.write(c);
        print("rows", m.d.data(), m.d.size());
      }
  }
}

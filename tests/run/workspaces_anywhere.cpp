// Workspaces that are members, globals, parts of structs, or vectors that are read afterwards: each iteration fills what it
// reads, in strides, halves and from both ends, and has its own.
#include <cstdio>
#include <vector>

class Solver {
 public:
  Solver(int n, int m) : n(n), m(m), u(n * m), work_(m + 3, 0.5) {
    for (int i = 0; i < n * m; ++i) u[i] = i % 11 * 0.25;
  }

  void member() {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < m; ++j) work_[j] = u[i * m + j] * 2;
      for (int j = 0; j < m; ++j) u[i * m + j] = work_[j] + work_[m - 1 - j];
    }
  }

  void twice(bool again) {
    if (again)
#pragma parallel
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < m; ++j) work_[j] = u[i * m + j] + i;
        for (int j = 0; j < m; ++j) u[i * m + j] = work_[m - 1 - j];
      }
    for (int step = 0; step < 2; ++step) {
      // Two in a table.
#pragma parallel
      for (int i = 0; i < n; ++i) {
        for (int k = 0; k < 2; ++k)
          for (int l = 0; l < 4; ++l) table[k][l] = (k + 1) * l + i;
        double sum = 0;
        for (int k = 0; k < 2; ++k)
          for (int l = 0; l < 4; ++l) sum += table[1 - k][3 - l] * (l + 1);
        for (int j = 0; j < m; ++j) u[i * m + j] += sum;
      }
    }
  }

  void asked() {
#pragma parallel private(line)
    for (int i = 0; i < n; ++i) {
      int used = 0;
      for (int j = 0; j < m && used < 8; ++j)
        if (u[i * m + j] > 1) line[used++] = u[i * m + j];
      double sum = 0;
      while (used > 0) sum += line[--used];
      if (m > 0) u[i * m] = sum;
    }
  }

  double sum() const {
    double total = 0;
    for (int i = 0; i < n * m; ++i) total += (i % 7 + 1) * u[i];
    for (const double each : work_) total += 3 * each;
    for (int l = 0; l < 4; ++l) total += table[0][l] - 2 * table[1][l];
    return total;
  }

 private:
  int n, m;
  std::vector<double> u, work_;
  double table[2][4] = {};
  double line[8] = {};
};

template <class T>
class Field {
 public:
  Field(int n, int m) : n(n), m(m), u(n * m, T(1)), work(m) {}
  void step() const {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < m; ++j) work[j] = u[i * m + j] + T(i);
      for (int j = 0; j < m; ++j) u[i * m + j] = work[m - 1 - j] * T(2);
    }
  }
  void pair() {
    if (m == 0) return;
#pragma parallel
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < 4; ++j) line[j] = u[i * m];
      u[i * m] = line[3];
    }
#pragma parallel
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < 4; ++j) line[j] = u[i * m] + T(j);
      u[i * m] += line[2];
    }
  }
  double sum() const {
    double total = 0;
    for (const T each : u) total += each;
    for (const T each : work) total += each;
    for (const T each : line) total += each;
    return total;
  }

 private:
  int n, m;
  mutable std::vector<T> u, work;
  T line[4] = {};
};

void halves(int n, int m, const double* x, double* y) {
  std::vector<double> buffer(m);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) buffer[j] = x[i * m + j];
    for (int j = 0; j < m; ++j) y[i * m + j] = buffer[j / 2] + buffer[j];
  }
}

void strides(int n, int m, const double* x, double* y) {
  std::vector<double> buffer(2 * m);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      buffer[2 * j] = x[i * m + j];
      buffer[2 * j + 1] = -x[i * m + j] * i;
    }
    double sum = 0;
    for (int j = 2 * m - 1; j >= 0; --j) sum += buffer[j] * j;
    for (int j = 0; j < m; ++j) y[i * m + j] += sum;
  }
}

double last(int n, int m, const double* x, double* y) {
  std::vector<double> buffer(m + 1, 7);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) buffer[j] = x[i * m + j] + i;
    for (int j = 0; j < m; ++j) y[i * m + j] += buffer[m - 1 - j];
  }
  double sum = 0;
  for (const double each : buffer) sum += each;
  return sum;
}

static double shared[16];
void global(int n, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 16; ++j) shared[j] = x[i] * j;
    double sum = 0;
    for (int j = 0; j < 16; ++j) sum += shared[15 - j] * j;
    y[i] += sum;
  }
}

struct Work {
  double scale;
  double a[8], b[8];
};
void structs(int n, const double* x, double* y) {
  Work work;
  work.scale = 1.5;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 8; ++k) {
      work.a[k] = x[i] + k;
      work.b[k] = work.a[k] * 2;
    }
    double sum = 0;
    for (int k = 0; k < 8; ++k) sum += work.a[7 - k] * work.b[k] * work.scale;
    y[i] += sum;
  }
}

static void fill(double* w, const double* x, int m) {
  for (int j = 0; j < m; ++j) w[j] = x[j] * x[j];
}
static double sumOf(const double* w, int m) {
  double sum = 0;
  for (int j = 0; j < m; ++j) sum += w[j];
  return sum;
}
void inCalled(int n, int m, const double* x, double* y) {
  std::vector<double> work(m);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    fill(work.data(), x + i * m, m);
    double most = 0;
    for (const double each : work) most = each > most ? each : most;
    y[i] += sumOf(work.data(), m) + most;
  }
}

void ofInnerLoops(int n, int m, const double* x, double* y) {
  std::vector<double> work(m), sums(m + 1);
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int l = 0; l < 2; ++l) {
      for (int j = 0; j < m; ++j) work[j] = x[i * m + j] * l;
      sums[0] = 0;
      for (int j = 0; j < m; ++j) sums[j + 1] = sums[j] + work[m - 1 - j];
      y[i * 2 + l] += sums[m];
    }
}

int main() {
  for (const int n : {0, 1, 6, 50}) {
    const int m = n / 2 + 2;
    Solver solver(n, m);
    solver.member();
    const double first = solver.sum();
    solver.twice(n % 2 == 0);
    const double second = solver.sum();
    solver.asked();
    Field<double> field(n, m);
    field.step();
    field.pair();
    Field<float> other(n, 2);
    other.pair();
    other.step();
    const double fields = field.sum() + other.sum();
    std::vector<double> x(n * m + n), y(n * m + n);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i % 13) * 0.5;
    halves(n, m, x.data(), y.data());
    strides(n, m, x.data(), y.data());
    const double kept = last(n, m, x.data(), y.data());
    global(n, x.data(), y.data());
    structs(n, x.data(), y.data());
    inCalled(n, m, x.data(), y.data());
    ofInnerLoops(n, m, x.data(), y.data());
    double sum = 0;
    for (std::size_t i = 0; i < y.size(); ++i) sum += static_cast<double>(i % 5 + 1) * y[i];
    std::printf("%d: %.12g %.12g %.12g %.12g %.12g %.12g\n", n, first, second, solver.sum(), kept, sum, fields);
  }
}

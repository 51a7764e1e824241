#include <memory>
#include <utility>
#include <vector>

// What lies in an object itself is not shared with what that object points at, nor with a copy; and a table
// leads to what it was pointed at only.
struct Mesh {
  int n;
  double* x;
};
struct Solver {
  Mesh* mesh;
  std::vector<double> u;
  explicit Solver(Mesh* m) : mesh(m), u(m->n) {}
};
struct Two {
  std::vector<double*> rows;
  std::vector<double> u, v;
};
void two_solvers(Mesh& m, int n) {
  Solver s(&m), t(&m);
#pragma parallel
  for (int i = 1; i < n; ++i) {
    s.u[i] = t.u[i - 1];
  }
}
void copied(Two& a, int n) {
  Two b = a;
#pragma parallel
  for (int i = 1; i < n; ++i) {
    a.u[i] = b.u[i - 1];
  }
}
void tables(double* a, double* b, double* c, int n) {
  const double* in[2] = {a, b};
#pragma parallel
  for (int i = 1; i < n; ++i) {
    c[i] = in[0][i - 1] + in[1][i];
  }
}
void vtables(double* a, double* b, double* c, int n) {
  std::vector<const double*> in = {a, b};
#pragma parallel
  for (int i = 1; i < n; ++i) {
    double s = 0;
    for (const double* q : in) s += q[i - 1];
    c[i] = s;
  }
}
void rows(const std::vector<double>& m, int n, int k, double* o) {
  std::vector<const double*> row(n);
  for (int i = 0; i < n; ++i) row[i] = m.data() + i * k;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    o[i] += row[1][0];
  }
}
void fields(double* a, double* b, double* c, int n) {
  struct In {
    const double* a;
    const double* b;
    double* c;
  } f{a, b, c};
#pragma parallel
  for (int i = 1; i < n; ++i) {
    f.c[i] = f.a[i - 1] + f.b[i];
  }
}
struct Owner {
  std::unique_ptr<double[]> x;
  std::unique_ptr<double[]> y;
  int n;
  Owner(int n) : x(new double[n]), y(new double[n]), n(n) {}
  void step() {
#pragma parallel
    for (int i = 1; i < n; ++i) {
      x[i] = y[i - 1];
    }
  }
};
void owners(int n) {
  Owner a(n), b(n);
  a.step();
#pragma parallel
  for (int i = 1; i < n; ++i) {
    a.x[i] = b.x[i - 1] + a.y[i - 1];
  }
}
void nested_vec(std::vector<std::vector<double>>& a, int n) {
  std::vector<std::vector<double>> b = a;
#pragma parallel
  for (int i = 1; i < n; ++i) {
    a[i][0] = b[i - 1][0];
  }
}

// flags: -std=c++20
// Conjugate gradients with a Jacobi preconditioner, matrix in compressed sparse rows.
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

typedef double real_t;
typedef int index_t;

struct CsrMatrix {
  index_t rows = 0;
  std::vector<index_t> row_ptr;
  std::vector<index_t> col_idx;
  std::vector<real_t> values;

  std::size_t nonzeros() const { return values.size(); }

  // y = A x
  void multiply(const std::vector<real_t>& x, std::vector<real_t>& y) const {
#pragma parallel
    for (index_t row = 0; row < rows; ++row) {
      real_t sum = 0.0;
      for (index_t k = row_ptr[row]; k < row_ptr[row + 1]; ++k) sum += values[k] * x[col_idx[k]];
      y[row] = sum;
    }
  }

  void diagonal(real_t* d) const {
#pragma parallel
    for (index_t row = 0; row < rows; ++row) {
      d[row] = 1.0;
      for (index_t k = row_ptr[row]; k < row_ptr[row + 1]; ++k)
        if (col_idx[k] == row) {
          d[row] = values[k];
          break;
        }
    }
  }
};

// Five-point Laplacian with a variable coefficient on an nx by ny grid.
static CsrMatrix assemble(int nx, int ny) {
  CsrMatrix a;
  a.rows = nx * ny;
  a.row_ptr.assign(a.rows + 1, 0);

  std::vector<index_t> count(a.rows);
#pragma parallel
  for (int i = 0; i < nx; ++i)
#pragma parallel
    for (int j = 0; j < ny; ++j) {
      int c = 1;
      if (i > 0) ++c;
      if (i < nx - 1) ++c;
      if (j > 0) ++c;
      if (j < ny - 1) ++c;
      count[i * ny + j] = c;
    }
  for (index_t r = 0; r < a.rows; ++r) a.row_ptr[r + 1] = a.row_ptr[r] + count[r];
  a.col_idx.resize(a.row_ptr[a.rows]);
  a.values.resize(a.row_ptr[a.rows]);

  // The rows of a.row_ptr do not overlap, which is known here only.
#pragma parallel unchecked
  for (int r = 0; r < a.rows; ++r) {
    const int i = r / ny, j = r % ny;
    index_t at = a.row_ptr[r];
    const real_t kappa = 1.0 + 0.5 * std::sin(0.1 * i) * std::cos(0.2 * j);
    if (i > 0) { a.col_idx[at] = r - ny; a.values[at++] = -1.0; }
    if (j > 0) { a.col_idx[at] = r - 1; a.values[at++] = -1.0; }
    a.col_idx[at] = r;
    a.values[at++] = 4.0 + kappa;
    if (j < ny - 1) { a.col_idx[at] = r + 1; a.values[at++] = -1.0; }
    if (i < nx - 1) { a.col_idx[at] = r + ny; a.values[at++] = -1.0; }
  }
  return a;
}

static real_t dot(const std::vector<real_t>& x, const std::vector<real_t>& y) {
  real_t s = 0.0;
#pragma parallel reduction(+:s)
  for (std::size_t i = 0; i < x.size(); ++i) s += x[i] * y[i];
  return s;
}

// y += a x
static void axpy(real_t a, const std::vector<real_t>& x, std::vector<real_t>& y) {
#pragma parallel
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += a * x[i];
}

class ConjugateGradient {
 public:
  ConjugateGradient(const CsrMatrix& a, int max_iterations, real_t tolerance)
      : a_(a), max_(max_iterations), tol_(tolerance), r_(a.rows), z_(a.rows), p_(a.rows), q_(a.rows), inv_(a.rows) {
    a_.diagonal(inv_.data());
#pragma parallel
    for (index_t i = 0; i < a_.rows; ++i) inv_[i] = 1.0 / inv_[i];
  }

  int solve(const std::vector<real_t>& b, std::vector<real_t>& x) {
    a_.multiply(x, q_);
#pragma parallel
    for (index_t i = 0; i < a_.rows; ++i) {
      r_[i] = b[i] - q_[i];
      z_[i] = inv_[i] * r_[i];
      p_[i] = z_[i];
    }
    real_t rho = dot(r_, z_);
    const real_t stop = tol_ * std::sqrt(dot(b, b));
    int it = 0;
    while (it < max_ && std::sqrt(dot(r_, r_)) > stop) {
      a_.multiply(p_, q_);
      const real_t alpha = rho / dot(p_, q_);
      axpy(alpha, p_, x);
      axpy(-alpha, q_, r_);
      precondition();
      const real_t rho_new = dot(r_, z_);
      const real_t beta = rho_new / rho;
      rho = rho_new;
#pragma parallel
      for (index_t i = 0; i < a_.rows; ++i) p_[i] = z_[i] + beta * p_[i];
      ++it;
    }
    return it;
  }

  real_t residual() const { return std::sqrt(dot(r_, r_)); }

 private:
  void precondition() {
#pragma parallel
    for (index_t i = 0; i < a_.rows; ++i) z_[i] = inv_[i] * r_[i];
  }

  const CsrMatrix& a_;
  int max_;
  real_t tol_;
  std::vector<real_t> r_, z_, p_, q_, inv_;
};

int main(int argc, char** argv) {
  const int nx = argc > 1 ? std::atoi(argv[1]) : 60;
  const int ny = argc > 2 ? std::atoi(argv[2]) : 50;
  const CsrMatrix a = assemble(nx, ny);
  std::vector<real_t> b(a.rows), x(a.rows, 0.0);
#pragma parallel
  for (index_t i = 0; i < a.rows; ++i) b[i] = std::sin(0.01 * i) + 1.0;

  ConjugateGradient cg(a, 25, 1e-14);
  const int iterations = cg.solve(b, x);

  real_t sum = 0, largest = 0;
#pragma parallel reduction(+:sum) reduction(max:largest)
  for (index_t i = 0; i < a.rows; ++i) {
    sum += x[i];
    largest = std::fmax(largest, std::fabs(x[i]));
  }
  std::printf("nonzeros %zu\n", a.nonzeros());
  std::printf("iterations %d\n", iterations);
  std::printf("sum %.10e\n", sum);
  std::printf("max %.10e\n", largest);
  return 0;
}

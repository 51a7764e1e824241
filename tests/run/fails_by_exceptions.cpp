// Exceptions that mean failure, `if (bad) throw std::domain_error(...)`, in loops and in what they call: a
// program that does not fail gives the sequential results on each target.
// blocks without a check: 1
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

struct BadValue : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void roots(int n, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0) throw std::domain_error("negative");
    y[i] = std::sqrt(x[i]);
  }
}

static double root(double value, int i) {
  if (value < 0) throw BadValue("negative at " + std::to_string(i));
  return std::sqrt(value);
}

void rootsByCall(int n, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = root(x[i], i) + 1;
}

static double byKind(int kind, double value) {
  switch (kind) {
    case 0: return value;
    case 1: return -value;
    case 2: return value * value;
    default: throw std::invalid_argument("no such kind");
  }
}

void kinds(int n, const int* kind, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double row[3];
    for (int k = 0; k < 3; ++k) {
      if (kind[i] > 2) throw std::out_of_range("kind");
      row[k] = byKind(kind[i], x[i] + k);
    }
    y[i] = row[0] + row[1] * row[2];
  }
}

static void fail(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::exit(3);
}

static double scaled(double value, int i, int n) {
  if (i >= n) {
    std::fprintf(stderr, "%d of %d\n", i, n);
    std::abort();
  }
  if (std::isnan(value)) fail("not a number");
  return value / n;
}

double mean(int n, const double* x) {
  double sum = 0;
#pragma parallel reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += scaled(x[i], i, n);
  return sum;
}

class Field {
 public:
  explicit Field(int n) : n_(n), values_(n) {
    for (int i = 0; i < n; ++i) values_[i] = 0.25 * i;
  }
  double at(int i) const {
    if (i < 0 || i >= n_) throw std::out_of_range("Field::at");
    return values_[i];
  }
  int size() const { return n_; }

 private:
  int n_;
  std::vector<double> values_;
};

void differences(const Field& field, double* y) {
  const int n = field.size();
#pragma parallel
  for (int i = 1; i < n; ++i) y[i] = field.at(i) - field.at(i - 1);
}

int main() {
  for (const int n : {0, 1, 5, 1000}) {
    std::vector<double> x(n), y(n), z(n), w(n), d(n);
    std::vector<int> kind(n);
    for (int i = 0; i < n; ++i) x[i] = i * 0.5, kind[i] = i % 3;
    roots(n, x.data(), y.data());
    rootsByCall(n, x.data(), z.data());
    kinds(n, kind.data(), x.data(), w.data());
    differences(Field(n), d.data());
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += y[i] + 2 * z[i] + 3 * w[i] + d[i];
    std::printf("%d: %.10g %.10g\n", n, sum, n > 0 ? mean(n, x.data()) : 0.0);
  }
}

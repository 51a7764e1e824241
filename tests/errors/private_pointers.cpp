// A clause copies a pointer or a view, not what it leads to.
#include <memory>
#include <span>
#include <vector>

void pointer(int n, const double* a, double* b, double* w) {
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) w[k] = a[i + k];  // error: [appyl-race] iterations i = 0 and i = 1 both write w[0]
    b[i] = w[0] * w[1] - w[2];
  }
}

void parameter(int n, const double* a, double* b, double w[3]) {
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w[0] = a[i];  // error: [appyl-race] iterations i = 0 and i = 1 both write w[0]
    b[i] = w[0];
  }
}

void allocated(int n, const double* a, double* b) {
  double* w = new double[3];
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w[0] = a[i];  // error: [appyl-race] iterations i = 0 and i = 1 both write w[0]
    b[i] = w[0];
  }
  delete[] w;
}

void view(int n, const double* a, double* b, std::span<double> w) {
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w[0] = a[i];  // error: [appyl-race] iterations i = 0 and i = 1 both write w[0]
    b[i] = w[0];
  }
}

void owner(int n, const double* a, double* b) {
  auto w = std::make_unique<double[]>(3);
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {  // error: [appyl-unsupported] a type that cannot be copied
    w[0] = a[i];
    b[i] = w[0];
  }
}

struct Work {
  double* buffer;
  double own[3];
};
void member(int n, const double* a, double* b, Work w) {
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w.buffer[0] = a[i];  // error: [appyl-race] iterations i = 0 and i = 1 both write w.buffer[0]
    b[i] = w.buffer[0];
  }
}

void rows(int n, const double* a, double* b, double* u, double* v) {
  double* w[2] = {u, v};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w[0][0] = a[i];  // warning: [appyl-unproved]
    b[i] = w[0][0];
  }
}

void alias(int n, const double* a, double* b) {
  std::vector<double> w(3);
  const double* p = w.data();
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w[0] = a[i];
    b[i] = p[0];  // warning: [appyl-unproved] 'w' is private, and may be reached by another name
  }
}

// --- copied ----------------------------------------------------------------------------------------------------------

void ownMember(int n, const double* a, double* b, Work w) {
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) w.own[k] = a[i + k];
    b[i] = w.own[0] - w.own[2];
  }
}

class Vector {
  double* d;
  int n;

 public:
  explicit Vector(int n) : d(new double[n]), n(n) {}
  Vector(const Vector& other) : Vector(other.n) {}
  ~Vector() { delete[] d; }
  double& operator[](int k) { return d[k]; }
};
void copies(int n, const double* a, double* b) {
  Vector w(3);
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w[0] = a[i];
    b[i] = w[0];
  }
}

struct Bits {
  unsigned low : 4, high : 4;
};
void bitFields(int n, const unsigned* a, unsigned* b) {
  Bits w;
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w.low = a[i];
    w.high = a[i + 1];
    b[i] = w.low ^ w.high;
  }
}

// Temporaries wherever a variable can live: what outlives the loop has the last iteration's value.
#include "print.h"
#include <complex>
#include <vector>

static int globalTemporary = -1;

static void global(const int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    globalTemporary = a[i] * 3;
    b[i] = globalTemporary + 1;
  }
}

static void reference(const int* a, int* b, int n, int& t) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i] + i;
    b[i] += t;
  }
}

static int localStatic(const int* a, int* b, int n) {
  static int t = -5;
#pragma parallel block(16)
  for (int i = 0; i < n; ++i) {
    t = a[i] ^ i;
    b[i] -= t;
  }
  return t;
}

static int captured(const int* a, int* b, int n) {
  int t = 8;
  [&] {
#pragma parallel
    for (int i = n - 1; i >= 0; --i) {
      t = a[i];
      b[i] += t * t;
    }
  }();
  return t;
}

static double complexTemporary(const double* a, double* b, int n) {
  std::complex<double> z;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    z = std::complex<double>(a[i], 1.0);
    z *= z;
    b[i] = z.real() + z.imag();
  }
  return z.real();
}

static int parameter(const int* a, int* b, int n, int t) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i];
    b[i] += t;
  }
  return t;
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n), b(n);
    fill(a.data(), n, 1);
    globalTemporary = -1;
    global(a.data(), b.data(), n);
    int t = -2;
    reference(a.data(), b.data(), n, t);
    std::printf("%d %d\n", globalTemporary, t);
    std::printf("%d\n", localStatic(a.data(), b.data(), n));
    std::printf("%d\n", captured(a.data(), b.data(), n));
    std::printf("%d\n", parameter(a.data(), b.data(), n, 6));
    print("b", b.data(), n);
    std::vector<double> d(n), e(n);
    fillFraction(d.data(), n, 2);
    std::printf("%a\n", complexTemporary(d.data(), e.data(), n));
    print("complex", e.data(), n);
  }
}

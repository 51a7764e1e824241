// Products of which a factor is a triangle, with several loops over the terms, and sums of several products: those
// of symmetric matrices, and updates of rank 2k. What lies beyond the diagonal is no number, and is not read.
// warnings: -Wno-c++20-extensions
#include "print.h"
#include <cmath>
#include <vector>

struct Sizes {
  int m, n;
};
static const Sizes some[] = {{0, 3}, {3, 0}, {1, 1}, {2, 5}, {9, 48}, {31, 70}, {100, 33},
#ifndef ON_DEVICE  // one core takes long for it
                             {300, 97}
#endif
};

using Doubles = std::vector<double>;

static Doubles values(int count, unsigned seed) {
  Doubles result(static_cast<std::size_t>(count));
  fill(result.data(), result.size(), seed);
  return result;
}

static Doubles triangle(int n, bool isLower, unsigned seed, int shift = 0) {
  Doubles result = values(n * n, seed);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (isLower ? j > i + shift : j < i - shift) result[static_cast<std::size_t>(i * n + j)] = NAN;
  return result;
}

static void lower(int m, int n, const double* l, const double* b, double* c) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k <= i; ++k) sum += l[i * m + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

static void strictlyLower(int m, int n, double alpha, const double* l, const double* b, double* c) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      double sum = c[i * n + j];
      for (int k = 0; k < i; ++k) sum -= alpha * l[i * m + k] * b[k * n + j];
      c[i * n + j] = sum * 2 + i - j;
    }
}

// The first row has no terms, and keeps its elements.
static void untouched(int m, int n, const double* l, const double* b, double* c) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < i; ++k) c[i * n + j] += l[i * m + k] * b[k * n + j];
}

// From the second row on, a term more than up to the diagonal.
static void beyond(int m, int n, const double* l, const double* b, double* c) {
#pragma parallel
  for (int i = 2; i < m - 1; ++i)
#pragma parallel
    for (int j = 1; j < n; ++j)
      for (int k = 1; k <= i + 1; ++k) c[i * n + j] += l[i * m + k] * b[k * n + j];
}

static void upper(int m, int n, const double* u, const double* b, double* c) {
#pragma parallel
  for (int i = 0; i < m; ++i)
    for (int k = i; k < m; ++k)
#pragma parallel
      for (int j = 0; j < n; ++j) c[i * n + j] += u[i * m + k] * b[k * n + j];
}

// c' = b' u', by columns; two terms behind the diagonal on.
static void upperByColumns(int m, int n, const double* u, const double* b, double* c) {
#pragma parallel
  for (int j = 0; j < n; ++j)
#pragma parallel
    for (int i = 0; i < m; ++i) {
      double sum = 1;
      for (int k = i + 2; k < m; ++k) sum += u[k * m + i] * b[j * m + k];
      c[j * m + i] = sum;
    }
}

static void onTheRight(int n, int m, const double* b, const double* l, double* c) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) {
      double sum = 0;
      for (int k = j; k < m; ++k) sum += b[i * m + k] * l[k * m + j];
      c[i * m + j] = sum;
    }
}

// The product of a triangle and its transpose, of which one half is computed.
static void square(int m, const double* l, double* c) {
#pragma parallel
  for (int i = 0; i < m; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = 0;
      for (int k = 0; k <= j; ++k) sum += l[i * m + k] * l[j * m + k];
      c[i * m + j] = sum;
    }
}

static void symmetric(int m, int n, bool wanted, double alpha, const double* a, const double* b, double* c) {
  if (wanted)
#pragma parallel
    for (int i = 0; i < m; ++i)
#pragma parallel
      for (int j = 0; j < n; ++j) {
        double sum = 0;
        for (int k = 0; k < i; ++k) sum += a[i * m + k] * b[k * n + j];
        for (int k = i; k < m; ++k) sum += a[k * m + i] * b[k * n + j];
        c[i * n + j] = alpha * sum;
      }
}

static void rankTwo(int n, int m, double alpha, double beta, const double* a, const double* b, double* c) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      c[i * n + j] *= beta;
      for (int k = 0; k < m; ++k)
        c[i * n + j] += a[j * m + k] * alpha * b[i * m + k] + b[j * m + k] * alpha * a[i * m + k];
    }
}

// What is stored asks for the element before: one sum after the other would have lost it.
static void mixed(int n, int m, const double* a, const double* b, double* c) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < m; ++k) sum += a[i * m + k] * b[j * m + k] - b[i * m + k] * a[j * m + k];
      c[i * n + j] = 3 * c[i * n + j] + sum;
    }
}

template <class T>
static void complexProduct(int m, int n, int k, const T* re, const T* im, const T* wr, const T* wi, T* out) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      T sum{};
      for (int p = 0; p < k; ++p) sum += re[i * k + p] * wr[p * n + j] - im[i * k + p] * wi[p * n + j];
      out[i * n + j] = sum;
    }
}

static void together(int m, int n, int p, int q, const double* a, const double* b, double* c) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < p; ++k)
        for (int l = 0; l < q; ++l) sum += a[(i * p + k) * q + l] * b[(k * q + l) * n + j];
      c[i * n + j] = sum;
    }
}

template <int P, int Q>
static void apart(int m, int n, int r, const double (*a)[Q], const double* b, double (*c)[100]) {
#pragma parallel
  for (int j = 0; j < n; ++j)
#pragma parallel
    for (int i = 0; i < m; ++i)
      for (int k = 1; k < P; ++k)
        for (int l = 0; l < Q; ++l)
          for (int s = 0; s < r; ++s) c[i][j] += a[(k * m + i) * r + s][l] * b[((j * Q + l) * P + k) * r + s];
}

int main() {
  for (const auto& [m, n] : some) {
    const Doubles b = values(m * n, 2), initial = values(m * n, 3), square0 = values(m * m, 4);
    const auto run = [&](const char* name, const auto& function) {
      Doubles c = initial;
      function(c.data());
      print(name, c.data(), c.size());
    };
    run("lower", [&](double* c) { lower(m, n, triangle(m, true, 1).data(), b.data(), c); });
    run("strictly lower", [&](double* c) { strictlyLower(m, n, 3, triangle(m, true, 1, -1).data(), b.data(), c); });
    run("untouched", [&](double* c) { untouched(m, n, triangle(m, true, 1, -1).data(), b.data(), c); });
    run("beyond", [&](double* c) { beyond(m, n, triangle(m, true, 1, 1).data(), b.data(), c); });
    run("upper", [&](double* c) { upper(m, n, triangle(m, false, 1).data(), b.data(), c); });
    run("upper by columns", [&](double* c) { upperByColumns(m, n, triangle(m, true, 1, -2).data(), b.data(), c); });
    run("on the right", [&](double* c) { onTheRight(n, m, b.data(), triangle(m, true, 1).data(), c); });
    Doubles c = square0;
    square(m, triangle(m, true, 1).data(), c.data());
    print("square", c.data(), c.size());
    for (const bool wanted : {false, true})
      run("symmetric", [&](double* c) { symmetric(m, n, wanted, 2, triangle(m, true, 1).data(), b.data(), c); });
    c = square0;
    rankTwo(m, n, 2, 3, b.data(), initial.data(), c.data());
    mixed(m, n, b.data(), initial.data(), c.data());
    print("rank two", c.data(), c.size());
    const Doubles w = values(2 * n * 40, 5);
    c = values(m * 40, 6);
    complexProduct(m, 40, n, b.data(), initial.data(), w.data(), w.data() + n * 40, c.data());
    print("complex", c.data(), c.size());
    for (const int q : {0, 1, 5, 40}) {
      c = values(m * n, 7);
      together(m, n, 6, q, values(m * 6 * q, 8).data(), values(6 * q * n, 9).data(), c.data());
      const Doubles rows = values(4 * m * q * 3 + 1, 8), other = values(n * 12 * q, 9);
      Doubles wide = values(m * 100 + 1, 7);
      apart<4, 3>(m, n, q, reinterpret_cast<const double(*)[3]>(rows.data()), other.data(),
                  reinterpret_cast<double(*)[100]>(wide.data()));
      print("several loops", c.data(), c.size());
      print("several loops apart", wide.data(), wide.size());
    }
  }
}

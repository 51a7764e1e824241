// Small local arrays of indices that keep their first values, and pointers to members of elements.
// blocks without a check: 4
#include <cstdint>
#include <cstdio>
#include <vector>

void shifted(int n, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int64_t offsets[] = {i, n - 1 - i};
    auto* p = y + offsets[0];
    const auto* q = x + offsets[1];
    *p = *q * 2;
  }
}

void transposed(int n, int m, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int at[2] = {i, j};
      y[at[0] * m + at[1]] = x[at[1] * n + at[0]];
    }
}

void byStrides(int n, int m, const double* x, double* y) {
  const int stride[2] = {m, 1};
  int own[3] = {0, n};
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) y[i * stride[0] + j * stride[1]] = x[j * own[1] + i + own[2]];
}

// An element that changes has no value that could be taken from the list.
void changing(int n, const double* x, double* y) {
#pragma parallel shape(x[n + 3])
  for (int i = 0; i < n; ++i) {
    int at[2] = {0, 1};
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      sum += x[at[0]] * at[1];
      ++at[0];
      at[1] += at[0];
    }
    y[i] = sum + x[i];
  }
}

struct Number {
  unsigned digits[10];
};
struct Point {
  Number x, y, z;
};

static void square(unsigned* r, const unsigned* a) {
  for (int k = 0; k < 10; ++k) r[k] = a[k] * a[9 - k] + 1;
}
static void squareOf(Number* r, const Number* a) {
  Number copy = *a;
  square(r->digits, copy.digits);
}
static void doubled(Point* r, const Point* a) {
  Number t;
  squareOf(&t, &a->x);
  squareOf(&r->x, &t);
  squareOf(&r->y, &a->y);
  r->z = a->z;
}

void points(int n, const int* from, const Point* in, Point* out) {
#pragma parallel
  for (int k = 0; k < n; ++k) doubled(&out[k], &in[k]);
#pragma parallel shape(in[n])
  for (int k = 0; k < n; ++k) {
    const Number* y = &in[from[k]].y;
    squareOf(&out[k].z, y);
    Number* own = &out[k].x;
    own->digits[3] += y->digits[2];
    (*own).digits[4] = 7;
  }
}

int main() {
  for (const int n : {0, 1, 7, 100}) {
    const int m = n / 2 + 1;
    std::vector<double> x(n * m + n + 3), y(n), a(n * m), b(n * m), c(n);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 0.5 * static_cast<double>(i % 101);
    shifted(n, x.data(), y.data());
    transposed(n, m, x.data(), a.data());
    byStrides(n, m, x.data(), b.data());
    changing(n, x.data(), c.data());
    std::vector<Point> in(n), out(n);
    std::vector<int> from(n);
    for (int i = 0; i < n; ++i) {
      from[i] = (i * 3) % n;
      for (unsigned k = 0; k < 10; ++k)
        in[i].x.digits[k] = k + i, in[i].y.digits[k] = 3 * k + i, in[i].z.digits[k] = 5 + k;
    }
    points(n, from.data(), in.data(), out.data());
    double sum = 0, parts = 0;
    for (int i = 0; i < n; ++i) sum += (i + 1) * y[i] + c[i];
    for (int i = 0; i < n * m; ++i) sum += (i % 13) * (a[i] + 3 * b[i]);
    for (int i = 0; i < n; ++i)
      for (unsigned k = 0; k < 10; ++k)
        parts += k * (out[i].x.digits[k] % 1000) + out[i].y.digits[k] % 1000 + 2 * (out[i].z.digits[k] % 1000);
    std::printf("%d: %.10g %.10g\n", n, sum, parts);
  }
}

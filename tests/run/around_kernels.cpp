// Kernels in front of functions with attributes and linkages, that call themselves, and of functions which are defined
// further down; counters of functions that they call, and such whose type is that of a variable.
#include <cstdio>
#include <cstdlib>
#include <vector>

[[maybe_unused]]
static void attribute(int n, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = i;
}
#define NOINLINE __attribute__((noinline))
NOINLINE
static void macro(int n, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] += i;
}
extern "C"
void around_kernels_linkage(int n, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] += 2 * i;
}

static int types(int n, const double* y) {
  int s = 0;
#pragma parallel reduction(+ : s)
  for (decltype(n) i = 0; i < n; ++i) s += y[i] > 3;
#pragma parallel reduction(+ : s)
  for (__typeof__(n) i = 3; i < n; i += 2) s += y[i] > 3;
#pragma parallel reduction(+ : s)
  for (unsigned char c = 0; c != 252; c += 3) s += 2;
  return s;
}

static int fibonacci(int n) {
  if (n < 2) return n;
  int s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 1; i <= 2; ++i) s += fibonacci(n - i);
  return s;
}

template <class T>
static T later(T x);
static int even(int n);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int first(const int* a, int k) {
  int i, s = 0;
  for (i = 0; i < k; ++i) s += a[i];
  return s;
}
static void calls(int n, int* a, const int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = even(i) + later(i) + first(b + i, 3);
}
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
template <class T>
static T later(T x) {
  return x * 10;
}

class Image {
  int* cells;

 public:
  int rows, columns;
  Image(int* c, int n, int m) : cells(c), rows(n), columns(m) {}
  int* data() const { return cells; }
};
class Filled : public Image {
 public:
  using Image::Image;
  int fill() {
    const int n = rows - 1, m = columns;
    int* b = data() + m;
    int s = 0;
#pragma parallel reduction(+ : s)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) {
        b[i * m + j] = i + j;
        s += b[i * m + j];
      }
    return s;
  }
};

template <typename T>
static T* make(std::size_t n) {
  return static_cast<T*>(std::malloc(sizeof(T) * n));
}
static void copy(int n, const double* a, double* b) {
  double* spare = make<double>(n);
  float* more = make<float>(n);
#pragma parallel
  for (int i = 0; i < n; ++i) spare[i] = a[i];
#pragma parallel
  for (int i = 0; i < n; ++i) more[i] = float(i);
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = spare[i] + more[i];
  std::free(spare);
  std::free(more);
}

int main() {
  double y[20] = {}, z[20];
  int a[20] = {}, b[30];
  for (int i = 0; i < 30; ++i) b[i] = i * i;
  attribute(20, y);
  macro(20, y);
  around_kernels_linkage(20, y);
  calls(20, a, b);
  copy(20, y, z);
  std::vector<int> v(12 * 9);
  const int filled = Filled(v.data(), 12, 9).fill();
  std::printf("%g %g %d %d\n", y[3], y[19], types(20, y), fibonacci(7));
  std::printf("%d %d %g %d %d\n", a[3], a[19], z[19], filled, v[107]);
}

// `shape` before a function: for each loop in its body.
#include <cstdio>
#include <vector>
#pragma shape(a[count], table[64])
#pragma appyl shape(b[0 : count])
static void gather(int n, int count, const double* a, const int* table, double* b) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) b[table[i % 64] % count] = a[table[i % 64] % count] * 2;
  for (int k = 0; k < 2; ++k) {
#pragma parallel
    for (int i = 0; i < n % 7; ++i) b[i] += a[table[i]] - k;
  }
}
struct S {
  int rows;
#pragma shape(index[rows])
  double total(const int* index, const double* x, int n) const {
    double s = 0;
#pragma parallel reduction(+ : s) shape(x[40 * rows])
    for (int i = 0; i < n; ++i) s += x[index[i % rows]];
    return s;
  }
};
#pragma shape(p[n])
template <class T>
T sum(const T* p, const int* q, int n);
template <class T>
T twice(T x) {
  return 2 * x;
}
int main() {
  std::vector<double> a(100), b(100);
  std::vector<int> t(64);
  for (int i = 0; i < 100; ++i) a[i] = i * 0.5;
  for (int i = 0; i < 64; ++i) t[i] = (i * 37) % 100;
  gather(50, 100, a.data(), t.data(), b.data());
  double s = 0;
  for (double x : b) s += x;
  const S g{10};
  std::printf("%g %g %g\n", s, g.total(t.data(), std::vector<double>(400, 1.5).data(), 33), twice(2.0));
}

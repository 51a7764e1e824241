// In templates: elements that are only read, by references and pointers that could write them.
#include <vector>
#include <cstdio>
template <class T>
void byReference(std::vector<T>& x, std::vector<T>& y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { T& v = x[i]; y[i] += v; }
}
template <class T>
void byPointer(std::vector<T>& x, std::vector<T>& y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { T* p = &x[i]; y[i] += *p; }
}
template <class T>
void byRow(std::vector<T>& x, std::vector<T>& y, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) { T* row = x.data() + i * m; for (int j = 0; j < m; ++j) y[i] += row[j]; }
}
template <class T>
T get(T& v) { return v; }
template <class T>
void byCall(std::vector<T>& x, std::vector<T>& y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { y[i] += get(x[i]); }
}
template <class T>
void byAuto(std::vector<T>& x, std::vector<T>& y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { auto& v = x[i]; y[i] += v; }
}
template <class T>
void byPtr(T* x, T* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { T& v = x[i]; y[i] += v; }
}
int main() {
  std::vector<double> a(10, 1), b(10, 2);
  byReference(a, b, 10); byPointer(a, b, 10); byRow(a, b, 5, 2); byCall(a, b, 10); byAuto(a, b, 10); byPtr(a.data(), b.data(), 10);
  std::printf("%g\n", b[3]);
}

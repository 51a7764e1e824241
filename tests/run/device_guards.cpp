// Conditions around accesses that keep them inside: what is copied must end where they do. Reversed, transposed, clamped
// and data-dependent subscripts.
// expect-warning: [appyl-unproved]
#include "print.h"
#include <vector>
#include <algorithm>
static void guards(const int* a, int* b, int n, int k) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int s = 0;
    if (i >= k) s += a[i - k];
    if (i + k < n) s += a[i + k];
    s += i != 0 ? a[i - 1] : 0;
    if (i == n - 1) s += a[0];
    if (i % 2 == 0 && i + 1 < n) s += a[i + 1];
    if (!(i < 2)) s -= a[i - 2];
    b[i] = s;
  }
}
static void reversed(const int* a, int* b, int n) {
#pragma parallel
  for (int i = n - 1; i >= 0; i -= 2) b[n - 1 - i] = a[i];
}
static void transposed(const float* a, float* b, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = m - 1; j >= 0; --j) b[j * n + (n - 1 - i)] = a[i * m + j];
}
static void squares(int* a, int n) {
#pragma parallel shape(a[n * n + 1])
  for (int i = 0; i < n; ++i) a[i * i] = i;
}
static void packed(double* a, int n) {
#pragma parallel unchecked shape(a[n * (n + 1) / 2])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) a[i * (i + 1) / 2 + j] = i - 0.5 * j;
}
static int at(const int* a, int i, int n) { return i < 0 ? a[0] : i >= n ? a[n - 1] : a[i]; }
static void clamped(const int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = at(a, i - 3, n) + at(a, i + 3, n);
}
static void window(const int* a, int* b, int n, int r) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int j = std::max(0, i - r); j <= std::min(n - 1, i + r); ++j) s += a[j];
    b[i] = s;
  }
}
static void whileLoop(const int* a, int* b, int n) {
#pragma parallel shape(a[n])
  for (int i = 0; i < n; ++i) {
    int j = i;
    while (j > 0 && a[j] != 7) --j;
    b[i] = j;
  }
}
static void blocks(int* a, int n) {
#pragma parallel
  for (int b = 0; b < n; b += 16)
    for (int i = b; i < std::min(b + 16, n); ++i) a[i] += b;
}
static void twoD(int (*g)[7], int n) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i)
#pragma parallel
    for (int j = 1; j < 6; ++j) g[i][j] = i * j;
}
static void oneColumn(int (*g)[7], int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) g[i][3] = -i;
}
int main() {
  for (int n : {0, 1, 2, 5, 17, 64, 129}) {
    std::vector<int> a(n), b(n); fill(a.data(), n, 1);
    for (int k : {0, 1, 3, 500}) { guards(a.data(), b.data(), n, k); print("g", b.data(), n); window(a.data(), b.data(), n, k); print("w", b.data(), n); }
    reversed(a.data(), b.data(), n); print("r", b.data(), n);
    std::vector<float> x(n * 5), y(n * 5); fillFraction(x.data(), x.size(), 2); transposed(x.data(), y.data(), n, 5); print("t", y.data(), y.size());
    std::vector<int> q(n * n + 1); squares(q.data(), n); print("q", q.data(), q.size());
    std::vector<double> p(n * (n + 1) / 2); packed(p.data(), n); print("p", p.data(), p.size());
    clamped(a.data(), b.data(), n); print("c", b.data(), n); whileLoop(a.data(), b.data(), n); print("l", b.data(), n);
    blocks(a.data(), n); print("b", a.data(), n);
    std::vector<int> g(7 * n, 5); twoD(reinterpret_cast<int(*)[7]>(g.data()), n); oneColumn(reinterpret_cast<int(*)[7]>(g.data()), n); print("G", g.data(), g.size());
  }
}

// Two parts of one block of memory whose shapes overlap: each index is compared with what is said of its own array.
#include <cstdio>
#include <vector>

static void place(int n, double* y, const int* p, const double* x) {
#pragma parallel unchecked shape(y[1000], x[1000])
  for (int i = 0; i < n; ++i) y[p[i]] = x[i] + 1;
}
static void beyond(int n, double* y, const int* p, const double* x) {
#pragma parallel unchecked shape(y[600], x[1000])
  for (int i = 0; i < n; ++i)
    y[p[i]] = x[i];  // finds: y[600] is outside [0, 600); program (100), i = 100 [appyl-out-of-bounds]
}
int main() {
  std::vector<int> p(500);
  for (int k = 0; k < 500; ++k) p[k] = 500 + k;
  std::vector<double> a(3000, 0.0);
  place(500, a.data() + 500, p.data(), a.data());
  beyond(100 + PLANTED, a.data() + 500, p.data(), a.data());
  std::printf("%g\n", a[1499]);
}

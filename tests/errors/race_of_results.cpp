// A race of the loop's own result: a private copy would throw the result away, so that no note proposes it.
// never-prints: private(
#include <vector>

double into(int n, const std::vector<double>& b) {
  std::vector<double> a(n);
#pragma parallel
  for (int i = 0; i < n; ++i) a[(i * 2) % n] = b[i] * i;  // warning: [appyl-unproved]
  double h = 0;
  for (int i = 0; i < n; ++i) h += a[i];
  return h;
}
double sized(const std::vector<double>& b) {
  std::vector<double> a(300);
#pragma parallel
  for (int i = 0; i < 300; ++i) a[(i * 2) % 300] = b[i] * i;  // error: [appyl-race]
  double h = 0;
  for (int i = 0; i < 300; ++i) h += a[i];
  return h;
}

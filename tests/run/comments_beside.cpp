// Long comments of the program beside what is generated, and pragmas of macros in front of inner loops.
// warnings: -Wno-unknown-pragmas
#include <cstdio>
#include <vector>

static void commented(int n, double* a) {
  int m = n;  // a comment behind code, which is longer than the limit that the style has, so that the formatter would like to break it
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = m;  // behind the loop, which is longer than the limit that the style has, so that the formatter would like to break it
  // A comment whose line is much longer than the style's limit, and which the formatter would like to break, which it must not do.
#pragma parallel block(32)
  // Between the directive and the loop, much longer than the style's limit, and which the formatter would like to break.
  for (int i = 0; i < n; ++i)
    // Above the body, much longer than the style's limit, and which the formatter would like to break, which it must not do.
    a[i] += 3;
  /* A block whose line is much longer than the style's limit, and which the formatter would like to break, which it must not do. */
#pragma parallel
  for (int i = 0; i < n; ++i) {  // At the brace, much longer than the style's limit, and which the formatter would like to break.
    a[i] += 3;
  }
}

#define IVDEP _Pragma("GCC ivdep")
#define UNROLL(n) _Pragma("GCC unroll 4")
#define NOTHING
static void hinted(int n, const std::vector<double>& a, std::vector<double>& b) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    UNROLL(4) for (int j = 0; j < n; j++) b[i * n + j] = a[j * n + i];
    NOTHING
    for (int j = 0; j < n; j++) b[i * n + j] += a[j];
    IVDEP
    for (int j = 0; j < n; j++) b[i * n + j] += a[j];
    _Pragma("GCC ivdep")
    for (int j = 0; j < n; j++) b[i * n + j] += a[j];
  }
}

int main() {
  double a[40] = {};
  commented(40, a);
  std::vector<double> b(144), c(144);
  for (int i = 0; i < 144; ++i) b[i] = i;
  hinted(12, b, c);
  std::printf("%g %g %g\n", a[3], c[1], c[142]);
}

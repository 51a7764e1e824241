// Local constants in which a loop begins.
#include <cstdio>
#include <initializer_list>
void f(int n, int first, double* x) {
#pragma parallel
  for (int i = first; i < n; ++i) x[i] *= 2;
}
template <int O>
void g(int n, double* x) {
  constexpr int P = O + 1;
#pragma parallel
  for (int i = P; i < n; ++i) x[i] += 1;
}
void h(int n, double* x) {
  constexpr int O = 2;
#pragma parallel
  for (int i = n - 1; i >= O; --i)
#pragma parallel
    for (int j = O; j < 5; ++j) x[i * 5 + j] -= 3;
}
void k(int n, double* x) {
  constexpr int O = 2;
#pragma parallel block(8)
  for (int i = O; i < n; i += 3) x[i] *= 2;
}
int main() {
  for (int n : {0, 1, 2, 3, 40}) {
    double x[300];
    for (int i = 0; i < 300; ++i) x[i] = i;
    f(n, 2, x), g<1>(n, x), h(n, x), k(n, x);
    double s = 0;
    for (int i = 0; i < 300; ++i) s += x[i] * (i % 7);
    std::printf("%.9g\n", s);
  }
}

// Types and functions with the names of those that CUDA has in each file: the program means its own.
// alone: its names are those of global ones
#include <cstdio>
struct int3 {
  int a, b, c;
};
struct dim3 {
  int w;
};
inline int __clz(int x) {
  int n = 0;
  for (unsigned v = x; n < 32 && !(v & 0x80000000u); ++n) v <<= 1;
  return n;
}
static int leading(int x) { return __clz(x); }
static int __popc(unsigned v) {
  int n = 0;
  for (; v; v &= v - 1) ++n;
  return n;
}
static float rsqrtf(float x) { return 2 * x; }
static inline int max(int a, int b) { return a > b ? a : b; }
static int3 make_int3(int a, int b, int c) { return {a, b, c}; }
static void f(int n, const int* a, int3* p, dim3* d, float* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    p[i] = make_int3(__popc(a[i]), max(a[i], 7), leading(a[i]));
    d[i].w = i;
    y[i] = rsqrtf(a[i]);
  }
}
int main() {
  int a[20];
  int3 p[20];
  dim3 d[20];
  float y[20];
  for (int i = 0; i < 20; ++i) a[i] = i * 3;
  f(20, a, p, d, y);
  dim3 q{3};
  std::printf("%d %d %d %d %g %d %d\n", p[7].a, p[1].b, p[9].c, d[3].w, y[5], max(q.w, __popc(255)), leading(3));
}

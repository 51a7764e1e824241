// options: --target=cuda --legality=off
// Functions of C's library that compilers know by name are the host's all the same.
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static jmp_buf back;

int jumps(int n, const double* a, double* b) {
  if (setjmp(back)) return 1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (a[i] < 0) longjmp(back, 1);  // error: [appyl-host-call] 'longjmp' is a function of the host's library
    b[i] = a[i];
  }
  return 0;
}

void tells(int n, const double* a, double* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (a[i] < 0) std::fprintf(stderr, "negative\n");  // error: [appyl-host-call] input and output are the host's
    b[i] = a[i];
  }
}

void compares(int n, const char* names, int* same) {
#pragma parallel
  for (int i = 0; i < n; ++i) same[i] = std::strcmp(names + 8 * i, "x");  // error: [appyl-host-call] 'strcmp'
}

void prints(int n, const double* a, double* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (a[i] < 0) std::printf("negative\n");
    b[i] = std::sqrt(a[i]) + __builtin_popcount(i);
  }
}

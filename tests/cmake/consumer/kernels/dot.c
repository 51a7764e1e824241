// C that no C++ compiler accepts.
#include <only_c.h>
#include <assert.h>
#include <stdlib.h>

static_assert(__STDC_VERSION__ >= 201112L, "the target asks for C11");

long dot(int n, const int *x) {
  int *class = malloc(n * sizeof *class);
  long sum = ONLY_C;
#pragma parallel
  for (int i = 0; i < n; ++i) class[i] = x[i] % 3;
#pragma parallel reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += (long)x[i] * class[i];
  free(class);
  return sum;
}

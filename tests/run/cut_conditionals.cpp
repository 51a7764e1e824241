// Conditionals across the heads and bodies of loops, and in functions that they call: what is written has all of one or
// nothing of it.
#include <cstdio>
static int pick(int n, const int* a
#ifdef WITH_LIMIT
                , int limit
#endif
) {
  int s = 0;
  for (int i = 0; i < n; ++i)
#ifndef EVERY
    if (a[i] > 2)
#endif
      s += a[i]
#ifdef TWICE
        * 2
#else
        * 3
#endif
        ;
  return s;
}
static void unbraced(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#ifndef OTHERWISE
    a[i] = i;
#else
    a[0] = i;
#endif
#if defined(DEVICE_ONLY)
  for (int i = 0; i < n; ++i) a[i] = 3;
#elif !defined(NOTHING)
#pragma parallel
  for (int i = 0; i < n; ++i)
#ifdef SMALL
    a[i] += 1;
#else
    a[i] += 2;
#endif
#else
  a[3] = 4;
#endif
}

static void f(int n, const int* a, int* out) {
#pragma parallel
  for (int j = 0; j < n; ++j) {
#if defined(A)
    out[j] = 1;
#elif !defined(B)
    if (a[j] > 1)
#ifdef C
      out[j] = 2;
    else
#else
      out[j] = pick(3, a + j);
    else
#endif
      out[j] = -pick(2, a + j);
#else
    out[j] = 3;
#endif
  }
#ifdef D
#pragma parallel
  for (int j = 0; j < n; j += 2)
#else
#pragma parallel /* a comment
  of two lines */
  for (int j = 0; j < n; ++j)
#endif /* two
    lines */
#if 1
  {
#else
  {{
#endif
    out[j] += 5;
  }
}
int main() {
  int a[30], out[20];
  for (int i = 0; i < 30; ++i) a[i] = i % 5;
  f(20, a, out);
  unbraced(10, a);
  std::printf("%d %d %d %d\n", out[0], out[2], out[19], a[9]);
}

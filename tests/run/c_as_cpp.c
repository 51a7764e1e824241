// A C program that is C++ on the device: what the two read in different ways, on the host and in kernels.
// warnings: -w
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAKE(n) malloc((n) * sizeof(double))
#define FILL(p, n)               \
  do {                           \
    p = malloc((n) * sizeof *p); \
  } while (0)
#define NIL ((void*)0)

enum color { RED, GREEN, BLUE, COLORS };
typedef struct node node;
struct node {
  struct node* next;
  int class;
  enum { SMALL, LARGE } size;
  struct inner {
    double z;
  } in;
};
static struct inner other;
typedef struct vec* vec;
struct vec {
  double x, y;
};
static int T[9];
static struct vec table[] = {[1] = {.y = 2, .x = 1}, [0] = {3, 4}, [3] = {.y = 5}};
static const int ranges[10] = {[2 ... 4] = 7, 1, [9] = -1};
static const unsigned char bytes[] = {200, 'a', '\xff', -1};
static const char* const* names = (const char* const[]){"one", "two"};
static enum color kind;
static enum color kind;
int total;
int total;

typedef int (*compare)(const void*, const void*);
static int up(const void* a, const void* b) {
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}
static double old(n, a)
int n;
double* a;
{
  register int i;
  double s = 0;
  for (i = 0; i < n; i++) s += a[i];
  return s;
}
static double sum(int n, const double a[static 1]) {
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
static void scale(int n, double a[restrict n], double f) {
  for (int i = 0; i < n; i++) a[i] *= f;
}
static char* name(enum color c) {
  switch (c) {
    case RED: return "red";
    case GREEN: {
      char* s = "green";
      return s;
    }
    default: return c > 2 ? "many" : "blue";
  }
}
static int tags(void) {
  struct T {
    double a, b;
  };
  struct T t = {1, 2};
  return (int)(sizeof(T) + t.a + 10 * sizeof(true) + 100 * sizeof(t.a > 1 ? false : true) + abs(-2.7));
}
static enum color next(enum color c) {
  c++;
  if (c == COLORS) c = 0;
  c |= 1;
  return c;
}
static int work(int n) {
  double* p = NULL;
  if (n < 0) goto fail;
  int k = 5;
  p = calloc(k, sizeof *p);
  if (!p) goto fail;
  p[0] = k;
  k = (int)p[0];
  free(p);
  return k;
fail:
  free(p);
  return -1;
}
static int pick(int n) {
  switch (n) {
    case 1:; int m = 4; return m;
    case 2: m = 6; return m + 1;
  }
  return 0;
}
static int length(const int* p) { return p[0] + p[1]; }

int main(void) {
  int n = 100, new = 3;
  double *x = malloc(n * sizeof *x), *y, *z = NIL;
  float* f = malloc(n * sizeof *f);
  y = MAKE(n);
  FILL(z, n);
  node* list = malloc(sizeof(node));
  *list = (node){.class = 4, .size = LARGE};
  struct node zero = {0};
  vec v = malloc(sizeof *v);
  memset(v, 0, sizeof *v);
  for (int i = 0; i < n; i++) {
    x[i] = (i * 37) % 11;
    f[i] = x[i] / 3;
    z[i] = 0;
  }
#pragma parallel
  for (int i = 0; i < n; i++) y[i] = x[i] + new + sqrt(f[i]) / sizeof 'a';
  qsort(y, n, sizeof *y, up);
  compare c = &up;
  bool ok = c(y, y + 1) <= 0;
  printf("%.15g %.15g %d\n", pow(f[4], 3) + fabs(f[5]) / 3 + exp(f[7]), log(f[3]), abs(-3.7));
  printf("%d %zu %zu %zu %zu\n", ok, sizeof(ok), sizeof('a'), sizeof(n < 3 || ok), sizeof(0, T));
  printf("%" PRId64 "|%s\n", (int64_t)n, name(next(BLUE)));
  for (enum color k = RED; k < COLORS; k++) printf("%s ", name(k));
  kind = (new + 1) % 3;
  enum color low = RED;
  printf("%d %u %g\n", kind, (low - 1) / 2, GREEN * 1.5);
  volatile int sink = 0;
  sink++;
  sink += 3;
  char* q = strchr("hello", 'l');
  const char* text = "abc";
  char* d = strchr(text, 'b');
  void* raw = x;
  raw = raw + 8;
  double* second = raw;
  printf("%g %g %d %d %d %d %s %s %g\n", old(n, y), sum(n, y), tags(), work(3), work(-1), pick(2), q, d,
         *second);
  scale(n, y, 2);
  struct inner a = {n};
  other = a;
  int* compound = (int[]){1, 2, 3};
  printf("%d %d %d %g %g %d %d %d %d %d\n", list->class, list->size == LARGE, zero.class, table[1].y,
         table[3].y, ranges[3], ranges[5], bytes[3], (int)other.z, sink);
  printf("%d %g %s %d\n", compound[1] + total, y[5], names[1], length((int[2]){new, 4}));
  free(list);
  free(v);
  free(f);
  free(x);
  free(y);
  free(z);
  return 0;
}

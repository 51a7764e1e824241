// LU decomposition in C: a matrix A is overwritten by two triangular ones whose product it is, and then A x =
// b is solved. Matrices are flat, with rows of n elements. In step k the rows below k are independent; the
// loop over k is sequential, and the bounds of the loops inside depend on it. The matrix is dominated by its
// diagonal, so no pivoting is needed. C sources stay C when they are translated for a CPU; for a GPU they
// become C++, so that what this file has from the host's libraries is written in the words that both share.
//
// run: --check 0
// run: --check 1
// run: --check 7
// run: --check 65
// run: --check 128
// run: --check 129
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void decompose(int n, double* a) {
  // Each thread runs this loop; they share the iterations of those inside.
  #pragma omp parallel
  for (int k = 0; k < n; k++) {
    // decompose_kernel0: a grid of ceildiv(n - k - 1, 16) programs, blocks of 16 of i.
    // Reads a (1 x 1); writes a (16 x 1).
    // Proved independent.
    #pragma omp for schedule(static)
    for (long long i_block = k + 1; i_block < n; i_block += 16) {
      const int i_end = (int)(i_block + 16 < n ? i_block + 16 : n);
      for (int i = (int)i_block; i < i_end; ++i) {
        a[i * n + k] /= a[k * n + k];
        const double a_kept = a[i * n + k];
        #pragma omp simd
        for (int j = k + 1; j < n; j++) a[i * n + j] -= a_kept * a[k * n + j];
      }
    }
  }
}

static void decomposeSequential(int n, double* a) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; j++) a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
}

// The largest component of A x - b, where A is the matrix before the decomposition.
static double residual(int n, const double* a, const double x[], const double b[]) {
  double largest = 0;
  // residual_kernel0: a grid of n programs, one for each i.
  // Reads b (1), a (1 x 1), x (1); reduces largest by max.
  // Proved independent.
  #pragma omp parallel
  {
    double largest_own = largest;
    #pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      double sum = -b[i];
      for (int j = 0; j < n; j++) sum += a[i * n + j] * x[j];
      largest_own = fmax(largest_own, fabs(sum));
    }
    #pragma omp critical
    {
      largest = fmax(largest, largest_own);
    }
  }
  return largest;
}

static void solve(int n, const double* lu, const double b[], double x[]) {
  for (int i = 0; i < n; i++) {
    x[i] = b[i];
    for (int j = 0; j < i; j++) x[i] -= lu[i * n + j] * x[j];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) x[i] -= lu[i * n + j] * x[j];
    x[i] /= lu[i * n + i];
  }
}

static double randomNumber(void) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double)(state >> 11) * 0x1p-53;
}

static double now(void) {
  struct timespec time;
  timespec_get(&time, TIME_UTC);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static bool agree(size_t n, const double* expected, const double* actual) {
  for (size_t i = 0; i < n; i++)
    if (!(fabs(expected[i] - actual[i]) <= 1e-12 * fmax(1, fabs(expected[i])))) return false;
  return true;
}

int main(int argc, char** argv) {
  enum { runs = 5 };
  const bool check = argc > 1 && strcmp(argv[1], "--check") == 0,
             timed = argc > 1 && strcmp(argv[1], "--time") == 0;
  const int sizeAt = check || timed ? 2 : 1;
  char nothing[] = "";
  char* end = nothing;
  const int n = sizeAt < argc ? (int)strtol(argv[sizeAt], &end, 10) : 900;
  if (argc > sizeAt + 1 || *end != '\0' || n < 0) {
    fprintf(stderr, "usage: %s [--check | --time] [n]\n", argv[0]);
    return 2;
  }

  const size_t elements = (size_t)n * (size_t)n, bytes = (elements + 1) * sizeof(double);
  double *start = (double*)malloc(bytes), *expected = (double*)malloc(bytes),
         *actual = (double*)malloc(bytes);
  double *x = (double*)malloc(bytes), *b = (double*)malloc(bytes);
  if (!start || !expected || !actual || !x || !b) return 2;
  for (size_t i = 0; i < elements; i++) start[i] = randomNumber() + (i % ((size_t)n + 1) == 0 ? n : 0);
  for (int i = 0; i < n; i++) b[i] = randomNumber();

  double sequentialTimes[runs + 1], times[runs + 1];
  const int last = check ? 0 : runs;
  for (int run = 0; run <= last; run++) {
    memcpy(expected, start, elements * sizeof(double));
    memcpy(actual, start, elements * sizeof(double));
    const double first = now();
    if (!timed) decomposeSequential(n, expected);
    const double second = now();
    decompose(n, actual);
    sequentialTimes[run] = second - first;
    times[run] = now() - second;
  }
  qsort(sequentialTimes + 1, (size_t)last, sizeof(double), ascending);
  qsort(times + 1, (size_t)last, sizeof(double), ascending);
  if (timed) {
    printf("%.6e\n", times[1 + runs / 2]);
  } else {
    solve(n, actual, b, x);
    const double error = residual(n, start, x, b);
    const bool ok = agree(elements, expected, actual) && error <= 1e-12;
    double sum = 0;
    for (size_t i = 0; i < elements; i++) sum += actual[i];
    printf("%-16s  n = %d", "lu", n);
    if (check)
      printf("  %.17g", sum);
    else
      printf("   sequential %.1f ms   annotated %.1f ms   speed-up %.2f", 1e3 * sequentialTimes[1 + runs / 2],
             1e3 * times[1 + runs / 2], sequentialTimes[1 + runs / 2] / times[1 + runs / 2]);
    printf("   check %s\n", ok ? "ok" : "FAILED");
    if (!ok) return 1;
  }
  free(start), free(expected), free(actual), free(x), free(b);
  return 0;
}

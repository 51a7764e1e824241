// options: --target=cuda
// A kernel stands in front of its function, where a macro may be something else, or nothing.
#define ROWS 3
#define AT(i, j) ((i) * m + (j))

void again(int n, const float* a, float* b) {
#define OFF 1
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = a[i + OFF];  // error: [appyl-unsupported] the macro 'OFF' is something else
#undef OFF
#define OFF 2
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] += a[i + OFF];  // error: [appyl-unsupported] the macro 'OFF' is something else
#undef OFF
}

void inBody(int n, int m, float* a) {
#define IDX(i, j) AT(i, j)
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[IDX(i, j)] *= 2;  // error: [appyl-unsupported] the macro 'IDX' is something else
}

void inFront(int n, int m, float* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[AT(i, j)] *= ROWS;
}

void onTheHost(int n, float* a) {
#define STEPS 4
  for (int t = 0; t < STEPS; ++t) {
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] += 1;
  }
}

void asked(int n, float* a) {
#define FAST
#pragma parallel
  for (int i = 0; i < n; ++i) {
#ifdef FAST  // error: [appyl-unsupported] the macro 'FAST' is something else
    a[i] = 1;
#else
    a[i] = 2;
#endif
  }
}

struct Field {
#define HALO 2
  float* a;
  void step(int n) {
#pragma parallel
    for (int i = HALO; i < n; ++i) a[i] = 0;  // error: [appyl-unsupported] the macro 'HALO' is something else
  }
};

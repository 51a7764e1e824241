// Who asks twice for the buffer of a function gets the same one twice.
#include <cstdlib>
#include <vector>

static double* resized(int n) {
  static std::vector<double> buffer;
  buffer.resize(n);
  return buffer.data();
}
void container(int n) {
  double *a = resized(n), *b = resized(n);
#pragma parallel
  for (int i = 1; i < n; ++i) a[i] = b[i - 1];  // warning: [appyl-unproved] 'a' and 'b' may be the same memory
}

static double* array() {
  static double buffer[100];
  return buffer;
}
void twice() {
  double* a = array();
  const double* b = array();
#pragma parallel
  for (int i = 1; i < 100; ++i) a[i] = b[i - 1];  // warning: [appyl-unproved] 'a' and 'b' may be the same memory
}

static double* byPointer(int n) {
  static double buffer[100];
  double* p = buffer + n % 2;
  return p;
}
void pointers(int n) {
  double *a = byPointer(n), *b = byPointer(n + 1);
#pragma parallel
  for (int i = 1; i < n; ++i) a[i] = b[i - 1];  // warning: [appyl-unproved] 'a' and 'b' may be the same memory
}

static std::vector<double> shared;
static double* ofGlobal(int n) {
  shared.resize(n);
  return shared.data();
}
void global(int n) {
  double* a = ofGlobal(n);
#pragma parallel
  for (int i = 1; i < n; ++i) a[i] = shared[i - 1];  // warning: [appyl-unproved] 'a' and 'shared' may be the same memory
}

double* somebodys();
void unseen(int n) {
  double *a = somebodys(), *b = somebodys();
#pragma parallel
  for (int i = 1; i < n; ++i) a[i] = b[i - 1];  // warning: [appyl-unproved] 'a' and 'b' may be the same memory
}

// --- memory of their own ---------------------------------------------------------------------------------------------

static double* counted(int n) {
  static long total = 0;
  total += n;
  return new double[n];
}
void fresh(int n) {
  double *a = counted(n), *b = counted(n);
#pragma parallel
  for (int i = 1; i < n; ++i) a[i] = b[i - 1];
}

double* made(int n);
void bySomebody(int n) {
  double *a = made(n), *b = made(n);
#pragma parallel
  for (int i = 1; i < n; ++i) a[i] = b[i - 1];
}

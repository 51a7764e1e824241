// Functions of the C library that keep state between calls, or may leave what they are given as it was; functions of
// others that only promise not to write.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

void random(int n, long* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = mrand48();  // warning: [appyl-unproved] 'mrand48' does input or output or keeps state
}

void output(int n, const char* text) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (write(1, text + i, 1) < 0) continue;  // warning: [appyl-unproved] 'write' does input or output or keeps state
}

void parsed(int n, const char* const* words, double* out) {
  double v = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::sscanf(words[i], "%lf", &v);  // warning: [appyl-unproved] 'v' is reached in a way that is not followed
    out[i] = v;
  }
}

void inPart(int n, const unsigned char* bytes, const int* length, unsigned* out) {
  unsigned u = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::memcpy(&u, bytes + 4 * i, length[i]);  // warning: [appyl-unproved] 'u' is reached in a way that is not followed
    out[i] = u;
  }
}

void whole(int n, const float* x, unsigned* out) {
  unsigned u;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::memcpy(&u, &x[i], sizeof u);
    out[i] = u;
  }
}

static int counted;
void builtin(int n, const int* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) __atomic_fetch_add(&counted, x[i], __ATOMIC_RELAXED);  // warning: [appyl-unproved] the order of the iterations decides what an atomic builtin gives of 'counted'
}

int sync(int n, const int* x) {
  int count = 0;
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (x[i] > 0) __sync_fetch_and_add(&count, 1);  // warning: [appyl-unproved] what an atomic builtin gives of 'count'
  return count;
}

// Their own functions may have the same names.
struct Table {
  double* rows;
  void write(int i, double x) { rows[i] = x; }
  double read(int i) const { return rows[i]; }
};
static double time(double x) { return x * x; }
void methods(int n, Table from, Table to) {
#pragma parallel
  for (int i = 0; i < n; ++i) to.write(i, time(from.read(i)));
}

static double field[1000];
__attribute__((pure)) double sample(int i);
void pure(int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) field[i] = sample(i);  // warning: [appyl-unproved] 'sample' may read 'field', which the loop writes
}

void elsewhere(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = sample(i);
}

class Grid {
  double cells[100];
  double around(int i) const __attribute__((pure));
  double weight(int i) const __attribute__((const));

 public:
  void smooth() {
#pragma parallel
    for (int i = 0; i < 100; ++i) cells[i] = around(i);  // warning: [appyl-unproved] 'around' may read 'this->cells'
  }
  void weigh() {
#pragma parallel
    for (int i = 0; i < 100; ++i) cells[i] = weight(i);
  }
};

// options: -Rappyl
// Distinct names do not overlap, but what the function itself makes one name of another is seen, wherever it
// does so.
#include <utility>

void moves(int n, int steps, float* a, float* b) {
  float *cur = a, *next = b;
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n; ++i) next[i] = cur[i - 1] + 1;  // warning: [appyl-unproved] 'b' and 'cur' may be the same memory
    cur = next;
  }
}

void assigned(int n, float* a, float* b) {
  a = b;
#pragma parallel
  for (int i = 1; i < n; ++i) b[i] = a[i - 1];  // warning: [appyl-unproved] 'b' and 'a' may be the same memory
}

void perhaps(int n, float* a, bool f) {
  float* b = nullptr;
  if (f) b = a + 1;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = b[i];  // warning: [appyl-unproved] 'a' and 'b' may be the same memory
}

void oneOfTwo(int n, float* a, float* b, int k) {
  float* t = nullptr;
  switch (k) {
    case 0: t = a; break;
    default: t = b;
  }
#pragma parallel
  for (int i = 1; i < n; ++i) t[i] = b[i - 1];  // warning: [appyl-unproved] 't' and 'b' may be the same memory
}

struct Fields {
  float *x, *y;
};
void members(int n, float* a) {
  Fields f;
  f.x = a;
  f.y = a + 1;
#pragma parallel
  for (int i = 0; i < n; ++i) f.x[i] = f.y[i];  // warning: [appyl-unproved] 'f.x' and 'f.y' may be the same memory
}
void list(int n, float* u) {
  Fields f{u, u};
#pragma parallel
  for (int i = 1; i < n; ++i) f.x[i] = f.y[i - 1];  // warning: [appyl-unproved] 'f.x' and 'f.y' may be the same memory
}

class Simulation {
  float *buffer, *u, *v;
  int n;

 public:
  void step() {
    u = buffer;
    v = buffer + 1;
#pragma parallel
    for (int i = 0; i < n; ++i) u[i] = v[i];  // warning: [appyl-unproved] 'this->u' and 'this->v' may be the same memory
  }
};

void bound(int n, float* a) {
  auto [p, q] = std::pair{a, a + 1};
#pragma parallel
  for (int i = 0; i < n; ++i) p[i] = q[i];  // warning: [appyl-unproved] may be the same memory
}

void swappedIn(int n, float* a, float* c) {
  float* b = a;
  std::swap(b, c);
#pragma parallel
  for (int i = 1; i < n; ++i) c[i] = a[i - 1];  // warning: [appyl-unproved] 'c' and 'a' may be the same memory
}

void choose(float** p, float* a);
void chosen(int n, float* a) {
  float* b = nullptr;
  choose(&b, a);
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = b[i + 1];  // warning: [appyl-unproved] 'a' and 'b' may be the same memory
}

// What is swapped stays apart.
void swaps(int n, int steps, float* a, float* b) {
  float *cur = a, *next = b;
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n; ++i) next[i] = cur[i - 1] + 1;  // remark: [appyl-proved]
    std::swap(cur, next);
  }
}

void rotates(int n, int steps, float* a, float* b, float* c) {
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n; ++i) c[i] = a[i - 1] + b[i - 1];  // remark: [appyl-proved]
    float* first = a;
    a = b;
    b = c;
    c = first;
  }
}

void apart(int n, float* a, float* b) {
  Fields f{a, b};
  Fields g;
  g.x = f.x;
#pragma parallel
  for (int i = 1; i < n; ++i) f.y[i] = g.x[i - 1];  // remark: [appyl-proved]
}

// Values that change while an iteration runs: a name stands for what it was where it is used, not for what was
// assigned elsewhere.

namespace else_sees_then {
void f(int* a, int* b, const int* c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k;
    k = i;
    if (c[i]) { k = i + 1; b[i] = k; } else { a[k] = a[i + 1]; }  // warning: [appyl-unproved] the condition under which 'a' is accessed depends on 'c[i]', which is not affine
  }
}
}

namespace condition_assigns {
void f(int* a, const int* next, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k;
    k = i;
    if ((k = next[i]) >= 0) a[k] = 1;  // warning: [appyl-unproved] subscript 'k' of 'a' is not affine
  }
}
}

namespace comma_assigns {
void f(int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k;
    k = i;
    k = i + 1, a[k] = 2;  // warning: [appyl-unproved] subscript 'k' of 'a' is not affine
    b[i] = a[i];
  }
}
}

namespace same_text_other_value {
void f(int* a, const int* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k = i;
    int u = x[k];
    ++k;
    int v = x[k];
    a[i + u - v] = 1;  // warning: [appyl-unproved] subscript 'i + x[k] - x[k]' of 'a' is not affine
  }
}
}

namespace memory_changed_same_text {
void f(int* a, int* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int u = x[i];
    x[i] = 5;
    int v = x[i];
    a[i + u - v] = 1;  // warning: [appyl-unproved] subscript 'i + x[i] - x[i]' of 'a' is not affine
  }
}
}

namespace calls_cancel {
static int lcg(unsigned& s) { s = s * 1664525u + 1013904223u; return s >> 20; }
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    unsigned s = i;
    a[i + lcg(s) - lcg(s)] = 1;  // warning: [appyl-unproved] subscript 'i + lcg(s) - lcg(s)' of 'a' is not affine
  }
}
}

namespace goto_back {
void f(int* a, int* b, const int* c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k, t = 0;
    k = i;
  again:
    a[k] = a[k] + 1;  // warning: [appyl-unproved] subscript 'k' of 'a' is not affine
    k = i + 1;
    if (t++ < c[i]) goto again;
  }
}
}

namespace pointer_rebound_else {
void f(int* a, int* b, const int* c, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int* row;
    row = a;
    if (c[i]) { row = b + i * m; row[0] = 1; } else { row[0] = 2; }  // warning: [appyl-unproved] the condition under which 'b' is accessed depends on 'c[i]', which is not affine
  }
}
}

namespace pointer_condition_assign {
void f(int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int* row;
    row = a + i;
    if ((row = b) != nullptr) row[0] = 2;  // warning: [appyl-unproved] what 'row' refers to is not known
  }
}
}

namespace lambda_copy_capture_stale {
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k;
    k = i;
    auto put = [k, a](int v) { a[k] = v; };
    k = i + 1;
    put(a[k]);  // warning: [appyl-unproved] the lambda has a copy of 'k', which changes; a copy by the name of its own, '[k = k]', is followed
  }
}
}

namespace logical_assign {
void f(int* a, const int* c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k;
    k = i;
    (k = i + 1) && (a[k] = c[i]);  // warning: [appyl-unproved] subscript 'k' of 'a' is not affine
    if (c[i]) a[i] = 2;
  }
}
}

namespace switch_cond_assign {
void f(int* a, const int* next, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k;
    k = i;
    switch (k = next[i]) { case 1: case 2: a[k] = 1; }  // warning: [appyl-unproved] subscript 'k' of 'a' is not affine
  }
}
}

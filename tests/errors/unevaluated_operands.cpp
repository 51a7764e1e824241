// An assignment that is never evaluated gives nothing a value: what is read behind it is what the iteration
// before has left.
// flags: -Wno-unevaluated-expression -Wno-assume -Wno-unused-value
#include <typeinfo>

void exceptions(double* a, const double* b, int n) {
  double t = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    (void)noexcept(t = b[i]);
    a[i] = t;
    t = b[i];  // error: [appyl-race] 't' carries a value from one iteration of 'i' to the next
  }
}

void folded(double* a, const double* b, int n) {
  double t = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (__builtin_constant_p(t = b[i])) a[i] = 3;
    a[i] = t;
    t = b[i];  // error: [appyl-race] 't' carries a value from one iteration of 'i' to the next
  }
}

void type(double* a, const double* b, int n) {
  double t = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    (void)typeid(t = b[i]);
    a[i] = t;
    t = b[i];  // error: [appyl-race] 't' carries a value from one iteration of 'i' to the next
  }
}

void room(char* a, char* b, int n) {
  char* t = b;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    (void)__builtin_object_size(t = b + i, 0);
    a[i] = *t;
    t = b + i;  // error: [appyl-race] 't' carries a value from one iteration of 'i' to the next
  }
}

void element(double* a, const double* b, int n) {
  double t[2] = {};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    (void)noexcept(t[0] = b[i]);
    a[i] = t[0];
    t[0] = b[i];  // error: [appyl-race] iteration i = 0 reads t[0], which iteration i = 1 writes
  }
}

void size(double* a, const double* b, int n) {
  double t = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = sizeof(t = b[i]);
    a[i] += t;
    t = b[i];  // error: [appyl-race] 't' carries a value from one iteration of 'i' to the next
  }
}

double onlyAsked(double* a, const double* b, int n) {
  double t = 1;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = b[i] + sizeof(t = b[i]) + noexcept(t = b[i]);
  return t;
}

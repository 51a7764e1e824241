// A clause gives each iteration a variable of its own, not the value that the iteration before it left.

namespace carried {
int f(int n, int* a) {
  int t = 0;
#pragma parallel private(t)
  for (int i = 0; i < n; ++i) {
    t = t + i;  // warning: [appyl-unproved] 't' is private, and may be read before the iteration has written it
    a[i] = t;
  }
  return t;
}
}

namespace sometimes {
void f(int n, int t, int* a) {
#pragma parallel private(t)
  for (int i = 0; i < n; ++i) {
    if (a[i] > 0) t = i;
    a[i] = t;  // warning: [appyl-unproved] 't' is private, and may be read before the iteration has written it
  }
}
}

namespace vouched_for {
void f(int n, int t, int* a) {
#pragma parallel private(t) unchecked
  for (int i = 0; i < n; ++i) {
    if (a[i] > 0) t = i;
    a[i] = t;  // warning: [appyl-unproved] 't' is private, and may be read before the iteration has written it
  }
}
}

namespace written_first {
int f(int n, int* a) {
  int t = 0;
#pragma parallel private(t)
  for (int i = 0; i < n; ++i) {
    t = a[i];
    a[i] = t * t;
  }
  return t;
}
}

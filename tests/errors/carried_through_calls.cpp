// A function or lambda that returns hides nothing of what stands behind its call.
static int touch(int& t, int x) { return t > 0 ? x : 0; }
static int leave(int&, int x) { return x; }
static int put(int& t, int x) {
  if (x > 3) return 0;
  t = x;
  return 1;
}

void behindLambda(const int* a, int* b, int* c, int n) {
  int t = 1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    b[i] = [&] { return a[i] + 1; }();
    c[i] = t;
    t = a[i];  // error: [appyl-race] 't' carries a value from one iteration
  }
}
void behindFunction(const int* a, int* b, int* c, int n) {
  int t = 1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    b[i] = leave(t, a[i]);
    c[i] = t;
    t = a[i];  // error: [appyl-race] 't' carries a value from one iteration
  }
}
void inFunction(const int* a, int* b, int n) {
  int t = 1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    b[i] = touch(t, a[i]);
    t = a[i];  // error: [appyl-race] 't' carries a value from one iteration
  }
}
void writtenNowAndThen(const int* a, int* b, int* c, int n) {
  int t = 1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    b[i] = put(t, a[i]);  // error: [appyl-race] 't' carries a value from one iteration
    c[i] = t;
  }
}
void writtenInLambda(const int* a, int* b, int* c, int n) {
  int t = 1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    b[i] = [&] {
      if (a[i] > 3) return 0;
      t = a[i];  // error: [appyl-race] 't' carries a value from one iteration
      return 1;
    }();
    c[i] = t;
  }
}

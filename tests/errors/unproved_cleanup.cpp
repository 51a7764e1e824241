// What runs at the end of a variable's life by its attribute may change anything.
static int total;
static void keep(int* p) { total = *p; }
static void clear(int** p) { **p = 0; }
void opaque(int* p);

void shared(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    __attribute__((cleanup(keep))) int k = a[i];  // warning: [appyl-unproved] what 'keep' does at the end of 'k' is not followed
    a[i] = k + 1;
  }
  a[0] = total;
}

void behindPointer(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    __attribute__((cleanup(clear))) int* k = a;  // warning: [appyl-unproved] what 'clear' does at the end of 'k' is not followed
    a[i + 1] = 3;
  }
}

void unknown(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    __attribute__((cleanup(opaque))) int k = a[i];  // warning: [appyl-unproved] what 'opaque' does at the end of 'k' is not followed
    a[i] = k + 1;
  }
}

int next(int x) {
  __attribute__((cleanup(keep))) int k = x;
  return k + 1;
}
void inFunction(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = next(i);  // warning: [appyl-unproved] what 'keep' does at the end of 'k' is not followed
}

void inLambda(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    a[i] = [&] {  // warning: [appyl-unproved] what 'keep' does at the end of 'k' is not followed
      __attribute__((cleanup(keep))) int k = a[i];
      return k + 1;
    }();
}

struct Made {
  int value;
  explicit Made(int x) {
    __attribute__((cleanup(keep))) int k = x;
    value = k;
  }
};
void inConstructor(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Made made(i);  // warning: [appyl-unproved] 'keep' changes 'total'
    a[i] = made.value;
  }
}

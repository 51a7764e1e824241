// Of a generic selection only the result is evaluated, and of sizeof only what decides the length of an array.
// flags: -Wno-unevaluated-expression -Wno-unused-value

void selection(double* a, const double* b, int n) {
  double t = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    (void)_Generic((t = b[i]), double: 1, default: 2);
    a[i] = t;
    t = b[i];  // error: [appyl-race] 't' carries a value from one iteration of 'i' to the next
  }
}

void result(double* a, const double* b, int n) {
  double t = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    (void)_Generic(1, double: (t = b[i]), default: 2);
    a[i] = t;
    t = b[i];  // error: [appyl-race] 't' carries a value from one iteration of 'i' to the next
  }
}

void lengths(int* a, int n) {
  int k = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = (int)sizeof(char[++k]);  // error: [appyl-race] 'k' carries a value from one iteration of 'i' to the next
}

void rows(int* a, int n) {
  int k = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int m = i + 1;
    int w[m][m];
    a[i] = (int)sizeof(w[k++]);  // error: [appyl-race] 'k' carries a value from one iteration of 'i' to the next
  }
}

void declared(int* a, int n) {
  int k = 1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int(*p)[k++] = 0;  // error: [appyl-race] 'k' carries a value from one iteration of 'i' to the next
    a[i] = p == 0;
  }
}

void named(int* a, int n) {
  int k = 1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    typedef int(*Rows)[++k];  // error: [appyl-race] 'k' carries a value from one iteration of 'i' to the next
    Rows p = 0;
    a[i] = p == 0;
  }
}

void cast(int* a, int n) {
  int k = 1;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = (char*)(int(*)[k++])a == 0;  // error: [appyl-race] 'k' carries a value from one iteration of 'i' to the next
}

void readFirst(int* a, int n) {
  int t = 1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = (int)sizeof(int[t]);
    t = a[i];  // error: [appyl-race] 't' carries a value from one iteration of 'i' to the next
  }
}

void neighbour(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n - 1; ++i) {
    int w[a[i + 1]];
    a[i] = (int)sizeof w;  // error: [appyl-race] iteration i = 0 reads a[1], which iteration i = 1 writes
  }
}

int count;
int next(void) { return ++count; }
void called(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int w[next()];  // warning: [appyl-unproved] 'next' changes 'count'
    a[i] = (int)sizeof w;
  }
}

int ofParameter(int w[count++]) { return w[0]; }
void parameter(int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = ofParameter(b);  // warning: [appyl-unproved] 'w' changes 'count'
}

// Alignment is no size.
void alignment(int* a, int n) {
  int k = 1;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = (int)_Alignof(int[k++]);
}

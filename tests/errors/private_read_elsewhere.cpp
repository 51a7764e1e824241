// Arrays of a clause that not every iteration fills, and that code elsewhere may read when the loop is over.

static int table[4];
void fillsPart(int n, int m, int* y) {
#pragma parallel private(table)
  for (int i = 0; i < n; ++i) {  // warning: [appyl-unproved] 'table' may be read after the loop, and not every iteration may write all of it
    for (int k = 0; k < m; ++k) table[k] = i + k;
    for (int k = 0; k < m; ++k) y[i] += table[k];
  }
}
int readsTable() { return table[0]; }

void given(int n, int m, int* y, int (&w)[4]) {
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {  // warning: [appyl-unproved] 'w' may be read after the loop, and not every iteration may write all of it
    for (int k = 0; k < m; ++k) w[k] = i + k;
    for (int k = 0; k < m; ++k) y[i] += w[k];
  }
}

static int led[4];
static int* alias = led;
int readsAlias() { return alias[0]; }
void otherName(int n, int m, int* y) {
#pragma parallel private(led)
  for (int i = 0; i < n; ++i) {  // warning: [appyl-unproved] 'led' may be read after the loop
    for (int k = 0; k < m; ++k) led[k] = i + k;
    for (int k = 0; k < m; ++k) y[i] += led[k];
  }
}

static int local[4];
int readsInClass() {
  struct Reader {
    static int get() { return local[2]; }
  };
  return Reader::get();
}
void readInClass(int n, int m, int* y) {
#pragma parallel private(local)
  for (int i = 0; i < n; ++i) {  // warning: [appyl-unproved] 'local' may be read after the loop
    for (int k = 0; k < m; ++k) local[k] = i + k;
    for (int k = 0; k < m; ++k) y[i] += local[k];
  }
}

static int last;
int readsLast() { return last; }
void conditional(int n, const int* x, int* y) {
#pragma parallel private(last)
  for (int i = 0; i < n; ++i) {
    if (x[i]) {
      last = i;  // warning: [appyl-unproved] 'last' may be read after the loop, but not every iteration writes it
      y[i] = last;
    }
  }
}

static int own[4];
void nobodyElse(int n, int m, int* y) {
#pragma parallel private(own)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < m; ++k) own[k] = i + k;
    for (int k = 0; k < m; ++k) y[i] += own[k];
  }
}

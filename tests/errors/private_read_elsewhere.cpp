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

static int own[4];
void nobodyElse(int n, int m, int* y) {
#pragma parallel private(own)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < m; ++k) own[k] = i + k;
    for (int k = 0; k < m; ++k) y[i] += own[k];
  }
}

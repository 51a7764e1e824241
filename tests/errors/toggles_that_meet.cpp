// Flags that do not tell two buffers apart, or of which that is not known.
void same(int (*rows)[100], int n, int current) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i) rows[!current][i] = rows[!current][i - 1];  // error: [appyl-race] iteration i = 2 reads rows[1][1], which iteration i = 1 writes
}
void twice(int (*rows)[100], int n, bool current) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i) rows[!!current][i] = rows[current][i - 1];  // error: [appyl-race] iteration i = 2 reads rows[0][1], which iteration i = 1 writes
}
void constant(int (*rows)[100], int n, int current) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i) rows[!current][i] = rows[1][i - 1];  // error: [appyl-race] iteration i = 2 reads rows[1][1], which iteration i = 1 writes
}
void complement(int (*rows)[100], int n, int current) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i) rows[~current & 1][i] = rows[current & 1][i - 1];  // warning: [appyl-unproved] the iterations of 'i' are not proved independent: iterations may meet at an element of 'rows', depending on '~current', of which it is not known how it depends on others
}

// Variables that get their value behind their declaration, of which less is known than an initialiser would say.

// The value is that of its assignment, not of what stands there later.
void changedSince(int n, float* a, bool far) {
  int offset = 0;
  int base;
  base = offset;
  if (far) offset = 1;
#pragma parallel
  for (int i = 0; i < n; ++i) a[2 * i + 1 + base - offset] = a[2 * i];  // warning: [appyl-unproved]
}

void setTwice(int n, float* a, float* b, bool swapped) {
  float* from;
  from = a;
  if (swapped) from = b;
#pragma parallel
  for (int i = 1; i < n; ++i) b[i] = from[i - 1];  // warning: [appyl-unproved] may be the same memory
}

void setByAddress(int n, float* a, void choose(float**)) {
  float* from;
  from = a + n;
  choose(&from);
#pragma parallel
  for (int i = 1; i < n; ++i) a[i] = from[i - 1];  // warning: [appyl-unproved] may be the same memory
}

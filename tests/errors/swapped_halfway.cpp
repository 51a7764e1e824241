// Between the steps of an exchange both pointers lead to one buffer.

void between(int count, int n, float* from, float* to) {
  for (int t = 0; t < count; t++) {
    float* spare = from;
    from = to;
#pragma parallel
    for (int i = 1; i < n; ++i) to[i] = from[i - 1];  // warning: [appyl-unproved] may be the same memory
    to = spare;
  }
}

void onOneBuffer(int count, int n, float* a) {
  float *from = a, *to = a + 1;
  for (int t = 0; t < count; t++) {
    float* spare = from;
    from = to;
    to = spare;
#pragma parallel
    for (int i = 1; i < n; ++i) to[i] = from[i - 1];  // warning: [appyl-unproved] may be the same memory
  }
}

void notEachTime(int count, int n, float* from, float* to, bool often) {
  for (int t = 0; t < count; t++) {
    float* spare = from;
    if (often) from = to;
    to = spare;
#pragma parallel
    for (int i = 1; i < n; ++i) to[i] = from[i - 1];  // warning: [appyl-unproved] may be the same memory
  }
}

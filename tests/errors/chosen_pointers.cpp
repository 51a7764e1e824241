// Pointers that are chosen or walk on, into what the loop writes.

void readsWhatIsWritten(int n, float* a, const float* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const float* from = i % 2 ? a + i - 1 : b + i;
    a[i] = *from;  // warning: [appyl-unproved] any element of 'a' may be touched
  }
}

void writesThroughIt(int n, float* a, float* b, const int* c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float* to;
    if (c[i])
      to = &a[i];
    else
      to = &b[0];
    *to = 1;  // warning: [appyl-unproved] may be touched
  }
}

void isGivenAway(int n, float* a, const float* b, void keep(const float*)) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const float* from;
    from = &b[i];  // warning: [appyl-unproved] any element of 'b' may be touched
    keep(from);
    a[i] = *from;
  }
}

struct Series {
  float* values;
};

void fromMemory(int n, float* a, Series* s, const int* c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const float* from = c[i] ? s[i].values : s[0].values;
    a[i] = from[0];  // warning: [appyl-unproved] what 'from' refers to is not known
  }
}

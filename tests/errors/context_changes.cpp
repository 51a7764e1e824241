// A condition in front of the loop says nothing about a variable that changes in between by another name.
void reference(int* a, int n, int& m, int& k) {
  if (m > n) {
    k = 1;
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = a[i + m];  // error: [appyl-race]
  }
}

void local(int* a, int n, int m) {
  const int& r = m;
  if (r > n) {
    m = 1;
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = a[i + r];  // warning: [appyl-unproved] depending on 'r'
  }
}

void constant(int* a, int& n, int& k) {
  const int m = n + 1;
  k = 100;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = a[i + m];  // warning: [appyl-unproved] depending on 'm'
}

struct Size {
  int m;
};
void member(int* a, int n, const Size& s, Size& t) {
  if (s.m > n) {
    t.m = 1;
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = a[i + s.m];  // error: [appyl-race]
  }
}

// Expressions of thousands of operators, and initialisers of as many levels, are answered.
#define T1(m) m m m m m m m m m m
#define T2(m) T1(m) T1(m) T1(m) T1(m) T1(m) T1(m) T1(m) T1(m) T1(m) T1(m)
#define T3(m) T2(m) T2(m) T2(m) T2(m) T2(m) T2(m) T2(m) T2(m) T2(m) T2(m)
#define T4(m) T3(m) T3(m) T3(m) T3(m) T3(m) T3(m) T3(m) T3(m) T3(m) T3(m)

void clear(int n, int* a) {
#pragma parallel block(T4(-) 8)
  for (int i = 0; i < n; ++i) a[i] = 0;
}
void convert(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int v = T4(~) i;
    a[i] = v;
  }
}

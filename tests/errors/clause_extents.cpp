// Numbers of elements in clauses, and clauses beside them that stand before something else.
#include <vector>
#define CRITICAL _Pragma("omp critical")
void extents(int n, int* a, const int* at, const std::vector<int>& v) {
#pragma parallel unchecked shape(a[n++])  // error: [appyl-extent] 'a[n++]' in clause 'shape' has side effects
  for (int i = 0; i < n; ++i) a[at[i]] = i;
#pragma parallel unchecked shape(a[-3])  // error: [appyl-extent] is negative
  for (int i = 0; i < n; ++i) a[at[i]] = i;
#pragma parallel unchecked shape(a[2.5])  // error: [appyl-extent] is no integer
  for (int i = 0; i < n; ++i) a[at[i]] = i;
#pragma parallel unchecked shape(a[n > 3 ? n : 3], at[v.size()])
  for (int i = 0; i < n; ++i) a[at[i]] = i;
}
void regions(int n, int* a) {
#pragma data(a[0:n]) parallel  // error: [appyl-pragma-placement] 'parallel' stands before a compound statement
  {
  }
}
void others(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    _Pragma("omp critical")  // error: [appyl-unsupported] '#pragma omp critical' inside an annotated loop
    a[i] = i;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    CRITICAL a[i] = i;  // error: [appyl-unsupported] '#pragma omp critical' inside an annotated loop
  }
}

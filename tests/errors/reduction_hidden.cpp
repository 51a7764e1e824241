// Uses of a reduced or private variable that its name does not show, and updates that are none.

namespace callee_reads_global_private {
int g;
static int get() { return g; }
void f(const int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { g = a[i]; b[i] = get(); }  // error: [appyl-unsupported] 'g', which every iteration of 'i' writes, is used here by another name or function; use a local variable
}
}

namespace callee_reads_reduction {
int total;
static int peek() { return total; }
void f(const int* a, int* b, int n) {
#pragma parallel reduction(+:total)
  for (int i = 0; i < n; ++i) { total += a[i]; b[i] = peek(); }  // error: [appyl-reduction] 'total' is used here outside its reduction
}
}

namespace cast_compare_reduction {
int f(const int* a, int n) {
  int m = 0;
#pragma parallel reduction(max:m)
  for (int i = 0; i < n; ++i)
    if ((int)a[i] > m) m = (char)a[i];  // error: [appyl-reduction] 'm' is read here outside its reduction
  return m;
}
}

namespace ternary_cast_reduction {
int f(const int* a, int n) {
  int m = 0;
#pragma parallel reduction(max:m)
  for (int i = 0; i < n; ++i) m = (int)a[i] > m ? (char)a[i] : m;  // error: [appyl-reduction] 'm' is written here outside its reduction
  return m;
}
}

namespace reduction_scalar_ref_alias {
void f(const int* x, int* b, int n) {
  int s = 0; int& r = s;
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) { s += x[i]; b[i] = r; }  // error: [appyl-reduction] 's' is used here outside its reduction
}
}

namespace reduction_scalar_ptr_alias {
void f(const int* x, int* b, int n) {
  int s = 0; int* r = &s;
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) { s += x[i]; b[i] = *r; }  // error: [appyl-reduction] 's' is used here outside its reduction
}
}

namespace scalar_ptr_alias {
int f(const int* x, int* b, int n) {
  int s = 0; int* r = &s;
#pragma parallel
  for (int i = 0; i < n; ++i) { s = x[i]; b[i] = *r; }  // error: [appyl-unsupported] 's', which every iteration of 'i' writes, is used here by another name or function; use a local variable
  return s;
}
}

namespace member_reduction_getter {
struct S {
  int sum = 0;
  int get() const { return sum; }
  void f(const int* x, int* b, int n) {
#pragma parallel reduction(+:sum)
    for (int i = 0; i < n; ++i) { sum += x[i]; b[i] = get(); }  // error: [appyl-reduction] 'sum' is used here outside its reduction
  }
};
}

namespace or_side_effect {
int calls[100];
static bool g(int i) { calls[i]++; return i == 3; }
bool f(int n) {
  bool found = false;
#pragma parallel reduction(||:found)
  for (int i = 0; i < n; ++i) found = found || g(i);  // error: [appyl-reduction] 'found' is written here outside its reduction
  return found;
}
}

namespace or_stops_reading {
bool f(const int* x, int* b, int n) {
  bool found = false;
#pragma parallel reduction(||:found)
  for (int i = 0; i < n; ++i) found = found || (b[i] = x[i]) > 3;  // error: [appyl-reduction] 'found' is written here outside its reduction
  return found;
}
}

namespace bool_sum {
bool f(const int* x, int n) {
  bool s = false;
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) s += x[i];  // error: [appyl-reduction] the update of 's' rounds to 'bool' at every step, so that the order of the iterations matters
  return s;
}
}

namespace lambda_reduction {
int f(const int* x, int* b, int n) {
  int s = 0;
  auto add = [&](int v) { s += v; return s; };
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) { s += 1; b[i] = add(x[i]); }  // error: [appyl-reduction] 's' is used here outside its reduction
  return s;
}
}

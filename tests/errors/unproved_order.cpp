// What depends on the order of the iterations without a conflict of accesses; recursion; what is private in a part
// of the nest.
#include <atomic>

namespace recursion_global {
int g[1000];
static void fill(int k) { if (k <= 0) return; g[k] = k; fill(k - 1); }
void f(int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) fill(i);  // warning: [appyl-unproved] 'fill' calls itself, or too many functions one inside the other
}
}

namespace ticket_atomic {
void f(int* b, std::atomic<int>& next, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = next.fetch_add(1);  // warning: [appyl-unproved] the order of the iterations decides what 'next.fetch_add(1)' gives
}
}

namespace ticket_atomic2 {
void f(int* b, std::atomic<int>& next, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = next++;  // warning: [appyl-unproved] the order of the iterations decides what 'next++' gives
}
}

namespace atomic_last {
void f(int* b, std::atomic<int>& last, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) last = b[i];  // warning: [appyl-unproved] the order of the iterations decides what 'last = b[i]' gives
}
}

namespace private_inner_array {
void f(int* b, int n, int m) {
  int t[8];
#pragma parallel
  for (int i = 0; i < n; ++i) {  // warning: [appyl-unproved] 't' is private in an inner loop only
    t[0] = i;
#pragma parallel private(t)
    for (int j = 0; j < m; ++j) { t[1] = j; b[i * m + j] = t[1]; }
    b[i * m] += t[0];
  }
}
}

namespace mutual_recursion_global {
int g[1000];
static void odd(int k);
static void even(int k) { if (k <= 0) return; g[k] = k; odd(k - 1); }
static void odd(int k) { if (k <= 0) return; even(k - 1); }
void f(int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) even(i);  // warning: [appyl-unproved] 'even' calls itself, or too many functions one inside the other
}
}

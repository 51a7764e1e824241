// A std::atomic_ref makes updates of its variable undivided; what is read in between depends on their order.
#include <atomic>
#include <vector>

void looked(int n, const int* x, int& t, int* o) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::atomic_ref<int> r(t);
    r += x[i];
    o[i] = r;  // warning: [appyl-unproved] the order of the iterations decides what is read of the atomic 't'
  }
}

void byTwo(int n, const int* x, int& t, int* o) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::atomic_ref<int> r(t), s(t);
    r += x[i];
    o[i] = s.load();  // warning: [appyl-unproved] the order of the iterations decides what is read of the atomic 't'
  }
}

void fetched(int n, int& t, int* o) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = std::atomic_ref<int>(t).fetch_add(1);  // warning: [appyl-unproved] the order of the iterations decides
}

void stored(int n, const int* x, int& t) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::atomic_ref<int> r(t);
    r = x[i];  // warning: [appyl-unproved] the order of the iterations decides what 'r = x[i]' gives
  }
}

void elements(int n, const int* k, int* h, int* o) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = std::atomic_ref<int>(h[k[i]]).fetch_add(1);  // warning: [appyl-unproved] the order of the iterations decides
}

void beside(int n, const int* x, int& t, int* o) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::atomic_ref<int> r(t);
    r += x[i];
    o[i] = t;  // warning: [appyl-unproved] 't' is used beside its std::atomic_ref
  }
}

int outside(int n, const int* x, int* o) {
  int t = 0;
  std::atomic_ref<int> r(t);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    r += x[i];
    o[i] = t;  // warning: [appyl-unproved] 't' is used beside its std::atomic_ref
  }
  return t;
}

void mixed(int n, const int* k, std::vector<int>& h) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::atomic_ref r(h[k[i]]);
    ++r;
    h[0] = 1;  // error: [appyl-race] iterations i = 0 and i = 1 both write h[0]
  }
}

static int peek(const std::atomic<int>& c) { return c.load(); }  // warning: [appyl-unproved] the order of the iterations decides what is read of the atomic 'c'
void inCallee(int n, const int* x, std::atomic<int>& c, int* o) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    c += x[i];
    o[i] = peek(c);
  }
}

void operators(int n, const int* x, std::atomic<int>& c) {
#pragma parallel  // warning@+1: [appyl-unproved] the atomic 'c' is updated by more than one operator
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0)
      c += x[i];
    else
      c |= 1;
  }
}

void oneOperator(int n, const int* x, std::atomic<int>& c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0)
      c += x[i];
    else
      --c;
    c.fetch_sub(2);
  }
}

// A function object in a template may have been given another function: what it was made of says nothing.
#include <functional>

template <class E>
void last(E* b, int n) {
  std::function<E(int)> get = [&](int) { return E(1); };
  get = [&](int k) { return b[k - 1]; };
#pragma parallel
  for (int i = 1; i < n; ++i) b[i] = get(i);  // warning: [appyl-unproved]
}
void instance(float* b, int n) { last(b, n); }

// ... without an instance as well.
template <class E>
void alone(E* b, int n) {
  std::function<E(int)> get = [&](int k) { return b[k - 1]; };
#pragma parallel
  for (int i = 1; i < n; ++i) b[i] = get(i);  // warning: [appyl-unproved]
}

// What a template calls without an instance, which would be looked into: it may do anything, in any spelling.
#include <algorithm>
#include <cmath>
#include <limits>

template <class F>
void object(double* y, int n, F f) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = f(i);  // warning: [appyl-unproved] what 'f' does
}

template <class F>
void handed(double* y, int n, F&& f) {
#pragma parallel
  for (int i = 0; i < n; ++i) f(y, i);  // warning: [appyl-unproved]
}

template <class T>
void pointer(T* y, int n, T (*f)(T)) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = f(y[i]);  // warning: [appyl-unproved] what 'f' does
}

template <class T>
void made(T* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = T()(i);  // warning: [appyl-unproved]
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = T::of(i);  // warning: [appyl-unproved]
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = found_by_arguments(y[i]);  // warning: [appyl-unproved]
}

template <class T>
struct Members {
  T step;
  T get(int), get(double);
  void members(T* y, int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) y[i] = step(i);  // warning: [appyl-unproved] what 'step' does
#pragma parallel
    for (int i = 0; i < n; ++i) y[i] = get(y[i]);  // warning: [appyl-unproved] what 'get' does
  }
};

// Elements of what is assigned to in this way, and the library's functions are known.
template <class V>
void elements(V y, V x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) y(i) = 2 * x(i);
}

template <class T>
void library(T* y, int n) {
  using std::sqrt;
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = std::max(sqrt(y[i]), exp(y[i])) + std::numeric_limits<T>::max() + T(1);
}

// An instance shows it.
template <class F>
void shown(double* y, int n, F f) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = f(i);
}
void instance(double* y, int n) {
  shown(y, n, [](int i) { return 2.0 * i; });
}

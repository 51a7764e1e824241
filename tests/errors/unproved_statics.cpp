// A static begins with what the first iteration gives it, and keeps that for all that come later.
#include <algorithm>
#include <cmath>
#include <vector>

void constant(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    static const int k = i * 2;  // warning: [appyl-unproved] all iterations share the static 'k'
    a[i] = k;
  }
}

void ofThread(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    thread_local const int k = i * 2;  // warning: [appyl-unproved] all iterations share the static 'k'
    a[i] = k;
  }
}

void pointer(int* a, const int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    static int* const k = a + i;  // warning: [appyl-unproved] all iterations share the static 'k'
    *k = b[i];
  }
}

void array(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    static const int k[2] = {i, a[i]};  // warning: [appyl-unproved] all iterations share the static 'k'
    a[i] = k[0];
  }
}

int first(int x) {
  static const int k = x;
  return k;
}
void inFunction(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = first(i);  // warning: [appyl-unproved] all iterations share the static 'k'
}

template <class T>
T firstOf(T x) {
  static const T k = x;
  return k;
}
void inTemplate(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = firstOf(i);  // warning: [appyl-unproved] all iterations share the static 'k'
}

void inLambda(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const auto get = [&] {
      static const int k = a[i];
      return k;
    };
    a[i] = get() + 1;  // warning: [appyl-unproved] all iterations share the static 'k'
  }
}

struct Value {
  int value;
  int get() const {
    static const int k = value;
    return k;
  }
};
void inMethod(const Value* s, int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = s[i].get();  // warning: [appyl-unproved] all iterations share the static 'k'
}

struct Made {
  int value;
  explicit Made(int x) {
    static const int k = x;
    value = k;
  }
};
void inConstructor(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Made made(i);  // warning: [appyl-unproved] all iterations share the static 'k'
    a[i] = made.value;
  }
}

void handedOn(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    std::for_each(a + i, a + i + 1, [](int& x) {  // warning: [appyl-unproved] all iterations share the static 'k'
      static const int k = x;
      x = k;
    });
}

// What is the same for all may be kept.
void same(double* a, int n, double factor) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    static const int three = 3;
    static const double root = std::sqrt(2.0), scale = factor;
    static constexpr double weights[] = {1, 2};
    a[i] = three * root * scale + weights[i % 2];
  }
}

// options: --target=cuda
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

int elsewhere(int x);

struct Base {
  virtual ~Base() = default;
  virtual int value(int x) const { return x; }
};

void library(int* a, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) a[i] = std::rand();  // error: [appyl-host-call] 'rand'
}

void invisible(int* a, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) a[i] = elsewhere(i);  // error: [appyl-host-call] the definition of 'elsewhere' is not visible
}

void allocates(int* a, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    int* p = new int(i);  // error: [appyl-host-call] memory is allocated
    a[i] = *p;
    delete p;
  }
}

void vectorInside(int* a, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    std::vector<int> v(3);  // error: [appyl-host-call] 'v' has type 'std::vector<int>'
    a[i] = v[0];
  }
}

void prints(int* a, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) std::cout << a[i];  // error: [appyl-host-call] input and output
}

void throughPointer(int* a, int n, int (*f)(int)) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) a[i] = f(i);  // error: [appyl-host-call] 'f' points to a function of the host
}

void virtualCall(const Base* b, int* a, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) a[i] = b->value(i);  // error: [appyl-host-call] 'value' is virtual
}

int counter = 0;

int count(int x) {
  return x + counter;  // error: [appyl-host-call] the host's variable 'counter'
}

void usesGlobal(int* a, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) a[i] = count(i);
}

// Which of them is meant only the template's arguments tell.
struct Dual {
  double x, y;
};
double norm(double x);
double norm(Dual x) { return x.x; }
using std::sqrt;
Dual sqrt(Dual x) { return Dual{sqrt(x.x), x.y}; }

template <class T>
void open(T* a, double* b, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) a[i] = sqrt(a[i]);  // error: [appyl-host-call] whether 'sqrt' is the library's
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) b[i] = norm(a[i]);  // error: [appyl-host-call] the definition of 'norm' is not visible
}

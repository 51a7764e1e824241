// A reference is another name of what it is bound to, however its declaration is written, in templates too.
#include <complex>
#include <vector>

void braced(std::vector<int>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int& r{a[i / 2]};
    r = i;  // error: [appyl-race] both write a[0]
  }
}

template <class T>
void bracedInTemplate(T* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    T& r{a[i / 2]};
    r = T(i);  // error: [appyl-race] both write a[0]
  }
}

template <class T>
void listedInTemplate(T* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    T& r(a[i / 2]);
    r = T(i);  // error: [appyl-race] both write a[0]
  }
}

template <class T>
void ofScalar(T* a, T s, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    T& r{s};
    r += a[i];  // error: [appyl-race] 's' carries a value
    a[i] = r;
  }
}

void pointer(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int* const p{a + i / 2};
    *p = i;  // error: [appyl-race] both write a[0]
  }
}

void part(std::complex<double>* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i / 2].real(i);  // error: [appyl-race] both write a[0]
}

// What is converted is another value: the counter stays as it is.
void converted(std::vector<std::vector<double>>& rows, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) rows[i].push_back(i);
}

template <class T>
void own(T* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    T& r(a[i]);
    T t{r};
    T& s{t};
    s += a[i];
    r = t;
  }
}

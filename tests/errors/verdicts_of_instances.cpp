// What a template leaves open its instances decide: that there is no conflict, where all of them are known, and that there
// is one.
#include <functional>
#include <vector>

template <class V>
void addNext(V& x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto* next = x.data() + 1;
    x[i] += next[i];  // error: [appyl-race] iteration i = 0 reads x[1], which iteration i = 1 writes
  }
}
template void addNext(std::vector<float>&, int);

template <class T>
struct Matrix {
  std::vector<T> data;
  int columns;
  T* row(int i) { return data.data() + i * columns; }
  T& operator()(int i, int j) { return data[i * columns + j]; }
};
template <class T>
void twice(Matrix<T>& x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    T* row = x.row(i);
    for (int j = 0; j < x.columns; ++j) row[j] *= 2;
  }
}
template <class T>
void fromNextRow(Matrix<T>& x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    T* row = x.row(i);
    for (int j = 0; j < x.columns; ++j) row[j] = x(i + 1, j);  // error: [appyl-race] reads
  }
}
void instances(Matrix<double>& d, Matrix<int>& i) {
  twice(d, 8);
  twice(i, 8);
  fromNextRow(d, 8);
}

// Of one that nobody makes nothing is known.
template <class V>
void firsts(V& x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto* first = x.data();
    first[i] = i;  // warning: [appyl-unproved] 'first'
  }
}

// The elements of the library's containers are known whatever they are.
template <class T>
void sums(std::vector<T>& y, const std::vector<T>& x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const T* row = x.data() + i * m;
    T sum = 0;
    for (int j = 0; j < m; ++j) sum += row[j];
    y[i] = sum;
  }
}
template <class T>
void shift(std::vector<T>& x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    T* next = x.data() + i + 1;
    x[i] = *next;  // error: [appyl-race] iteration i = 0 reads x[1], which iteration i = 1 writes
  }
}

// ... whatever is open for another one.
struct Table {
  std::vector<int> places;
  std::vector<double> values;
  double& operator[](int i) { return values[places[i]]; }
};
struct Fold {
  std::vector<double> values;
  double& operator[](int i) { return values[i / 2]; }
};
template <class V>
void setEach(V& x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto& one = x[i];
    one = i;  // error: [appyl-race] iterations i = 0 and i = 1 both write x.values[0]
  }
}
void instancesOfSetEach(Table& table, Fold& fold) {
  setEach(table, 8);
  setEach(fold, 8);
}

// Conversions to what is open, in a condition in front; a wrapped reference to it.
template <class T, class U>
void converted(int n, T m, float* a) {
  if (static_cast<U>(m) < static_cast<U>(n)) return;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = a[i + m];  // error: [appyl-race] reads a[1]
}
template void converted<int, float>(int, int, float*);

template <class T>
void wrapped(int n, T* a) {
  std::reference_wrapper<T> first = a[0];
#pragma parallel
  for (int i = 1; i < n; ++i) first.get() = i;  // warning: [appyl-unproved] what 'first.get()' refers to is not known
}
template void wrapped<float>(int, float*);

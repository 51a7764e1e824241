// options: --target=cuda
// An object of a class template that holds pointers is the host's, whatever its arguments are.
#include <vector>

template <class T>
struct Rows {
  T* data;
  int m;
  T& operator()(int i, int j) const { return data[i * m + j]; }
};
template <class T>
struct Owned {
  int m;
  std::vector<T> data;
  const T& operator()(int i, int j) const { return data[i * m + j]; }
};
template <class T>
struct Pair {
  T first, second;
  T sum(int i) const { return first + second * i; }
};

template <class T>
void rows(std::vector<T>& v, const Rows<T>& r, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) v[i] = r(i, 0);  // error: [appyl-unsupported] 'r' is used as a whole and holds pointers
}
template <class T>
void owned(std::vector<T>& v, const Owned<T>& o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) v[i] = o(i, 0);  // error: [appyl-unsupported] 'o' is used as a whole and holds pointers
}
void use(std::vector<double>& v, const Rows<double>& r, const Owned<double>& o) {
  rows(v, r, 5);
  owned(v, o, 5);
}

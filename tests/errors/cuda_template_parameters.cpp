// options: --target=cuda
// A method of a class template that names the template's parameters cannot be copied to a kernel outside.
#include <vector>

template <class T>
struct Grid {
  int m;
  std::vector<T> values;
  T half(int i, int j) const { return values[i * m + j] / T(2); }
};

void halves(const Grid<float>& a, float* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = a.half(i, 0);  // error: [appyl-host-call] 'half' names its template's parameters
}

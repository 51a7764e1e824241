// options: --target=cuda
#include <vector>

template <class Vector>
void unknownContainer(Vector& v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) v[i] = i;  // error: [appyl-unsupported] what 'v' is, is not known
}

template <class T>
void knownContainer(std::vector<T>& v, T* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) v[i] = p[i] + 1;
}

template void unknownContainer(std::vector<int>&, int);
template void knownContainer(std::vector<int>&, int*, int);

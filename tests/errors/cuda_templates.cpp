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

template <class F>
void apply(int n, float* x, F f) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = f(x[i]);
}

template <class F>
void byReference(int n, float* x, F f) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = f(x[i]);  // error: [appyl-unsupported] holds pointers or references
}

template <class V>
void holds(int n, float* x, V v) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = v.at(i);  // error: [appyl-unsupported] holds pointers or references
}

struct Row {
  const float* data;
  constexpr float at(int i) const { return data[i]; }
};

void callers(int n, float* x, float s) {
  apply(n, x, [](auto v) { return v + 1; });  // error: [appyl-unsupported] no lambda with 'auto' parameters
  apply(n, x, [k = s * 2](float v) { return v + k; });  // error: [appyl-unsupported] no lambda with initialised captures
  byReference(n, x, [&](float v) { return v + s; });
  holds(n, x, Row{x});
}

template <class T>
T doubled(T x) { return x + x; }
template <>
int doubled(int x) { return x * 20; }
template <class T>
T through(T x) { return doubled(x); }  // error: [appyl-host-call] which 'doubled' is called depends on the template's arguments

struct Length {
  float metres;
};
template <class T>
T measured(T x) { return x; }
template <class T>
void specialised(int n, T* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = doubled(x[i]);  // error: [appyl-host-call] which 'doubled' is called depends on the template's arguments
}
template <class T>
void foundByTypes(int n, T* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = measured(x[i]);  // error: [appyl-host-call] which 'measured' is called depends on the template's arguments
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = halved(x[i]);
}
Length measured(Length x) { return {x.metres + 1}; }
Length halved(Length x) { return {x.metres / 2}; }

void callersOfSpecialised(int n, int* k, float* x, Length* lengths) {
  specialised(n, k);
  specialised(n, x);
  foundByTypes(n, lengths);
#pragma parallel
  for (int i = 0; i < n; ++i) k[i] = doubled<int>(k[i]);  // error: [appyl-host-call] which 'doubled' is called depends on the template's arguments
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = through(x[i]);
#pragma parallel
  for (int i = 0; i < n; ++i) k[i] = through(k[i]);
}

// A size that is computed in the nest has no name in front of it: what it would have to satisfy there cannot be
// checked, also where something else has the name.
#include <algorithm>

void shadowed(int n, int m, int end, float* a) {
  a[0] = end;
#pragma parallel
  for (int i = 0; i < n; ++i) {  // warning: [appyl-unproved] for granted, which cannot be checked
    const int end = 3 * m;
    const int w = std::min(end, n);
    for (int j = 0; j < w; ++j) a[i * m + j] = i;
  }
}

void unnamed(int n, int m, int pad, float* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {  // warning: [appyl-unproved] for granted, which cannot be checked
    const int end = m + pad;
    const int w = end % 64;
    for (int j = 0; j < w; ++j) a[i * m + j] = 1;
  }
}

inline void setRow(float* a, int i, int m, int cap) {
  const int top = cap - 1;
  for (int j = 0; j < std::min(top, cap); ++j) a[i * m + j] = 1;
}
void called(int n, int m, int c, float* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) setRow(a, i, m, c);  // warning: [appyl-unproved] for granted, which cannot be checked
}

struct Matrix {
  float* d;
  int ld, cap;
  float& operator()(int i, int j) { return d[i * std::min(ld, cap) + j]; }
};
void member(int n, int m, Matrix& s) {
#pragma parallel
  for (int i = 0; i < n; ++i)  // warning: [appyl-unproved] for granted, which cannot be checked
    for (int j = 0; j < m; ++j) s(i, j) = 1;
}

// Names from in front of the nest can be.
void checked(int n, int m, int end, float* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int w = std::min(end, n);
    for (int j = 0; j < w; ++j) a[i * m + j] = i;
  }
}

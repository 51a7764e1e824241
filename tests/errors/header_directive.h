#pragma once
inline const char* here() { return __FILE__; }
inline void inHeader(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = i;
}

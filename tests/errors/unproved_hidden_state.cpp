// Functions of the library whose calls may not change places: output, files, the number of threads.
#include <cstdio>
#include <cwchar>

extern "C" int omp_get_num_threads(void);

void writes(int n, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::fputws(L"x", stdout);  // warning: [appyl-unproved] // note: 'fputws' does input or output or keeps state between calls
    y[i] = i;
  }
}
void opens(int n, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::FILE* file = std::fopen("a", "a");  // warning: [appyl-unproved] 'fopen' does input or output
    y[i] = file != nullptr;
  }
}
void asks(int n, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = omp_get_num_threads();  // warning: [appyl-unproved] 'omp_get_num_threads' does input or output
}

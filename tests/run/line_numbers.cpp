// The number of a line and the name of a function are those of the source, wherever the code comes to stand.
#include <cstdio>
#define HERE(x) (x + 1)

static int length(const char* s) {
  int k = 0;
  while (s[k]) ++k;
  return k;
}
static int lines(int n) {
  int s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += __LINE__ + HERE(__LINE__);
  return s + __LINE__;
}
static int letters(int n) {
  int s = 0;
#pragma parallel unchecked reduction(+ : s)
  for (int i = 0; i < n; ++i) s += length(__func__);
  return s;
}
int main() {
  std::printf("%d %d %d\n", lines(10), letters(10), __LINE__);
}

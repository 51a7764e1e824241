#include <string>
std::string f(const char* a, int n) {
  std::string s;
#pragma parallel
  for (int i = 0; i < n; ++i)
    s += a[i];  // error: [appyl-race] 's'
  return s;
}

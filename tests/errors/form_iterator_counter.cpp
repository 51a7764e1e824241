#include <vector>
void f(std::vector<int>& v) {
#pragma parallel
  for (auto it = v.begin(); it != v.end(); ++it)  // error: [appyl-loop-form] 'it'
    *it = 1;
}

#include <vector>
void f(std::vector<int>& v) {
#pragma parallel
  for (std::size_t i = 1; i < v.size(); ++i)
    v[i] = v[i - 1];  // error: [appyl-race] iteration i =
}

// An iterator of a container without an index, and one that is more than its element.
#include <list>
#include <vector>
void f(std::list<int>& v) {
#pragma parallel
  for (auto it = v.begin(); it != v.end(); ++it)  // error: [appyl-loop-form] 'it'
    *it = 1;
}
void g(std::vector<int>& v) {
#pragma parallel
  for (auto it = v.begin(); it != v.end(); ++it)  // error: [appyl-loop-form] 'it'
    *it = static_cast<int>(it - v.begin());
}
void h(int n, int& m, float* x) {
#pragma parallel
  for (int i = 0, &end = m; i < end; ++i) {  // error: [appyl-loop-form]
    x[i] = 1;
    m = n;
  }
}

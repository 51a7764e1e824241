// A local reference is another name of a variable from outside.
#include <algorithm>
#include <vector>

void running(std::vector<int>& a, int t, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto& m = t;
    m = std::max(m, a[i]);  // error: [appyl-race] 't' carries a value  // note: it is read here
    a[i] = m;
  }
}

int sum(const std::vector<int>& a, int n) {
  int total = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int& t = total;
    int& again = t;
    again += a[i];  // error: [appyl-race] 'total' carries a value  // note: it is read here
  }
  return total;
}

// Read only, or each iteration's own.
void right(std::vector<int>& a, int t, int u, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int& m = t;
    int& own = u;
    own = a[i];
    a[i] = own + m;
  }
}

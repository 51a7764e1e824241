#include <algorithm>
int f(const int* a, int n) {
  int best = 0;
#pragma parallel reduction(min : best)
  for (int i = 0; i < n; ++i)
    best = std::max(best, a[i]);  // error: [appyl-reduction] 'best'
  return best;
}

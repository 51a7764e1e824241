// prints: reduction(min:best)
#include <algorithm>
int f(const int* a, int n) {
  int best = 1000;
#pragma parallel
  for (int i = 0; i < n; ++i)
    best = std::min(best, a[i]);  // error: [appyl-reduction] 'best'
  return best;
}

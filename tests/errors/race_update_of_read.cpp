// Floyd and Warshall's loop over k updates what it also reads at other subscripts: no clause can combine that.
#include <algorithm>

void shortest(int n, double d[64][64]) {
#pragma parallel
  for (int k = 0; k < n; ++k)
#pragma parallel
    for (int i = 0; i < n; ++i)
#pragma parallel
      for (int j = 0; j < n; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);  // error: [appyl-race] iteration (k = 0, i = 0, j = 0) reads d[0][0]  // error: [appyl-race] iteration (k = 0, i = 1, j = 0) reads  // error: [appyl-race] iteration (k = 0, i = 0, j = 1) reads  // note: other access  // note: other access  // note: other access
}

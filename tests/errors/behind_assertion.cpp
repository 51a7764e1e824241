#include <cassert>

// What an accessor asserts of its indices does not make a race doubtful.
struct Grid {
  int n, m;
  double* d;
  double& at(int i, int j) {
    assert(i >= 0 && i < n);
    assert(j < m);
    return d[i * m + j];  // note: the other access
  }
};

void previousRow(Grid a) {
#pragma parallel
  for (int i = 1; i < a.n; ++i)
    for (int j = 0; j < a.m; ++j) a.at(i, j) = a.at(i - 1, j);  // error: [appyl-race] iteration i = 2 reads a.d[1], which iteration i = 1 writes
}

void ownRow(Grid a) {
#pragma parallel
  for (int i = 0; i < a.n; ++i)
    for (int j = 0; j < a.m; ++j) a.at(i, j) = i;
}

void asserted(double* b, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    assert(i < m);
    b[i % 7] = i;  // error: [appyl-race] iterations i = 0 and i = 7 both write b[0]
  }
}

// Where it holds for one iteration there is no other.
void once(double* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    assert(i == 0);
    b[0] = i;
  }
}

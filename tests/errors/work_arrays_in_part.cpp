// Work arrays of which an iteration may read what it has not written: a part is missing, comes later, or is left out.
#include <algorithm>
#include <array>
#include <cstring>

namespace hole {
void f(const int* a, int* y, int n, int m) {
  int w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 1; k < m; ++k) w[k] = a[k];  // error: [appyl-race] iterations i = 0 and i = 1 both write w[1]
    for (int k = 0; k < m; ++k) y[i] += w[k];
  }
}
}

namespace one_too_many {
void f(const int* a, int* y, int n, int m) {
  int w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < m; ++k) w[k] = a[k];  // error: [appyl-race] iterations i = 0 and i = 1 both write w[0]
    for (int k = 0; k <= m; ++k) y[i] += w[k];
  }
}
}

namespace any_element {
void f(const int* a, int* y, int n, int m, int p) {
  int w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < m; ++k) w[k] = a[k];  // error: [appyl-race] iterations i = 0 and i = 1 both write w[0]
    y[i] = w[p];
  }
}
}

namespace left_early {
void f(const int* a, int* y, int n) {
  int w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 64; ++k) {
      w[k] = a[k];  // warning: [appyl-unproved] the iterations of 'i' are not proved independent: the condition under which 'w' is accessed is not affine
      if (a[k] > 3) break;
    }
    for (int k = 0; k < 64; ++k) y[i] += w[k];
  }
}
}

namespace later {
void f(const int* a, int* y, int n) {
  int w[64];
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int t = 0; t < 3; ++t) {
      for (int k = 0; k < 64; ++k) y[i] += w[k];
      for (int k = 0; k < 64; ++k) w[k] = a[k];  // error: [appyl-race] iteration i = 0 reads w[0], which iteration i = 1 writes
    }
}
}

namespace no_beginning {
void f(const int* a, int* y, int n, int m) {
  int w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    w[0] = 1;  // error: [appyl-race] iterations i = 0 and i = 1 both write w[0]
    for (int k = 2; k < m; ++k) w[k] = w[k - 2] + a[k];
    y[i] = w[2];
  }
}
}

namespace ahead {
void f(const int* a, int* y, int n, int m) {
  int w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    w[0] = 1;  // error: [appyl-race] iterations i = 0 and i = 1 both write w[0]
    for (int k = 0; k < m; ++k) w[k] = w[k + 1] + a[k];
    y[i] = w[0];
  }
}
}

namespace seen_afterwards {
int f(const int* a, int* y, int n, int m) {
  int w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < m + i; ++k) w[k] = a[k];  // error: [appyl-race] iterations i = 0 and i = 1 both write w[0]
    for (int k = 0; k < m + i; ++k) y[i] += w[k];
  }
  return w[0];
}
}

namespace filled_in_part {
void f(int* y, int n) {
  int w[8];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::fill(w, w + 7, 0);  // warning: [appyl-unproved] the iterations of 'i' are not proved independent: blocks of 'w' may overlap
    for (int k = 0; k < 8; ++k) y[i] += w[k];
  }
}
}

namespace bytes_for_elements {
void f(int* y, int n) {
  int w[8];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::memset(w, 0, 8);  // warning: [appyl-unproved] the iterations of 'i' are not proved independent: blocks of 'w' may overlap
    for (int k = 0; k < 8; ++k) y[i] += w[k];
  }
}
}

namespace filled_with_itself {
void f(int* y, int n) {
  int w[8];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::fill(w, w + 8, w[3]);  // warning: [appyl-unproved] the iterations of 'i' are not proved independent: blocks of 'w' may overlap
    y[i] = w[0];
  }
}
}

namespace moved_along {
void f(int* y, int n) {
  int w[9];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::copy(w + 1, w + 9, w);  // warning: [appyl-unproved] the iterations of 'i' are not proved independent: blocks of 'w' may overlap
    y[i] = w[0];
  }
}
}

namespace generated_from_itself {
void f(int* y, int n) {
  int w[8];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::generate(w, w + 8, [&] { return w[0] + 1; });  // warning: [appyl-unproved] the iterations of 'i' are not proved independent: blocks of 'w' may overlap
    y[i] = w[0];
  }
}
}

namespace array_with_itself {
void f(int* y, int n) {
  std::array<int, 4> w;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    w.fill(w[2]);  // warning: [appyl-unproved] the iterations of 'i' are not proved independent: blocks of 'w' may overlap
    y[i] = w[0];
  }
}
}

namespace array_assigned_later {
void f(int* y, int n) {
  std::array<int, 4> w;
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    y[i] = w[0];  // warning: [appyl-unproved] the iterations of 'i' are not proved independent: 'w' is private, and may be read before the iteration has written it
    w = {};
  }
}
}

namespace array_of_another_row {
void f(std::array<int, 4>* v, int* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    v[i].fill(1);  // warning: [appyl-unproved] the iterations of 'i' are not proved independent: blocks of 'v' may overlap
    y[i] = v[i + 1][0];
  }
}
}

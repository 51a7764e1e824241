// A clause gives each iteration an array of its own, not the elements that the iteration before it left.
#include <algorithm>

namespace carried {
void f(int n, double* a) {
  double w[3] = {1, 2, 3};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w[0] = w[0] + a[i];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
    a[i] = w[0];
  }
}
}

namespace counted {
void f(int n, int* a) {
  int counts[8] = {};
#pragma parallel private(counts)
  for (int i = 0; i < n; ++i) {
    counts[a[i] % 8]++;  // warning: [appyl-unproved] 'counts' is private, and may be read before the iteration has written it
    a[i] = counts[0];
  }
}
}

namespace sometimes {
void f(int n, double* a) {
  double w[3] = {1, 2, 3};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    if (i % 2) w[1] = a[i];
    a[i] = w[1];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
  }
}
}

namespace in_part {
void f(int n, int m, double* a) {
  double w[9] = {};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < m; ++k) w[k] = a[i];
    for (int k = 0; k <= m; ++k) a[i] += w[k];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
  }
}
}

namespace turn_after_turn {
void f(int n, double* a) {
  double w[3] = {1, 2, 3};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i)
    for (int t = 0; t < 4; ++t) {
      a[i] += w[1];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
      w[1] = t;
    }
}
}

namespace by_a_range {
void f(int n, double* a) {
  double w[3] = {1, 2, 3};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (double x : w) s += x;  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
    w[0] = w[1] = w[2] = a[i];
    a[i] = s;
  }
}
}

namespace by_a_range_in_part {
void f(int n, double* a) {
  double w[3] = {1, 2, 3};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    w[0] = w[2] = a[i];
    for (double x : w) s += x;  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
    a[i] = s;
  }
}
}

namespace by_a_range_of_references {
void f(int n, double* a) {
  double w[3] = {1, 2, 3};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    for (double& x : w) x += 1;  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
    a[i] = w[0];
  }
}
}

namespace by_a_while {
void f(int n, int m, double* a) {
  double w[9] = {1, 2, 3};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    int k = 0;
    while (k < m) a[i] += w[k++];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
    for (int j = 0; j < 9; ++j) w[j] = a[i];
  }
}
}

namespace sometimes_filled {
void f(int n, double* a) {
  double w[3] = {1, 2, 3};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    if (a[i] > 0) __builtin_memset(w, 0, sizeof w);
    a[i] = w[0];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
  }
}
}

namespace filled_by_either_branch {
void f(int n, double* a, double* b) {
  double w[3], v[3];
#pragma parallel private(w, v)
  for (int i = 0; i < n; ++i) {
    if (a[i] > 0)
      std::fill(w, w + 3, 1.0);
    else if (a[i] < -1)
      for (int k = 0; k < 3; ++k) w[k] = k;
    else
      std::fill(w, w + 3, a[i]);
    if (i % 2) {
      if (b[i] > 0) v[1] = 3;
      else v[1] = 4;
      b[i] = v[1];
    }
    for (int k = 0; k < 3; ++k) a[i] += w[k];
  }
}
}

namespace filled_by_one_of_three {
void f(int n, double* a) {
  double w[3];
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    if (a[i] > 0)
      std::fill(w, w + 3, 1.0);
    else if (a[i] < -1)
      w[0] = 2;
    a[i] = w[0];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
  }
}
}

namespace other_branches_in_other_turns {
void f(int n, const int* c, double* a) {
  double w[2] = {1, 2};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 2; ++k)
      if (c[k]) w[k] = a[i];
      else w[1 - k] = 3;
    a[i] = w[0];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
  }
}
}

namespace left_out {
void f(int n, double* a) {
  double w[3] = {1, 2, 3};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) {
      if (a[i] > k) break;
      w[k] = 1;
    }
    a[i] = w[2];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
  }
}
}

namespace filled_by_algorithms {
void f(int n, double* a) {
  double w[3], v[3];
#pragma parallel private(w, v)
  for (int i = 0; i < n; ++i) {
    std::fill(w, w + 3, a[i]);
    for (double& x : v) x = a[i];
    for (double x : v) a[i] += x;
    a[i] = w[0];
    if (a[i] < 0) {
      std::fill(v, v + 3, 1.0);
      a[i] += v[1];
    }
  }
}
}

namespace vouched_for {
void f(int n, double* a) {
  double w[3] = {1, 2, 3};
#pragma parallel private(w) unchecked
  for (int i = 0; i < n; ++i) {
    w[0] = w[0] + a[i];
    a[i] = w[0];
  }
}
}

namespace recurrence {
void f(int n, int m, double* a) {
  double w[9];
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w[0] = 1;
    for (int k = 1; k < m; ++k) w[k] = w[k - 1] * a[i];
    a[i] = w[m - 1];
  }
}
}

namespace element_by_element {
void f(int n, const int* a, int* b) {
  int w[3];
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    int k = 0;
    w[k++] = a[i];
    w[k++] = 2;
    w[2] = w[0] + w[1];
    b[i] = w[a[i] % 3];
  }
}
}

namespace in_either_branch {
void f(int n, const int* a, int* b) {
  int w[3];
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    if (a[i] > 3) {
      w[0] = 1;
      b[i] = w[0];
    } else {
      __builtin_memset(w, 0, sizeof w);
      b[i] = w[2];
    }
  }
}
}

namespace triangle {
void f(int n, const int* a, int* b) {
  int l[3][3];
#pragma parallel private(l)
  for (int i = 0; i < n; ++i) {
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c <= r; ++c) {
        l[r][c] = a[i] + r + c;
        for (int k = 0; k < c; ++k) l[r][c] -= l[r][k] * l[c][k];
      }
    b[i] = l[2][2] + l[2][0];
  }
}
}

namespace of_an_inner_loop {
void f(int n, int m, const int* a, int* b) {
  int w[5];
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel private(w)
    for (int j = 0; j < m; ++j) {
      for (int k = 0; k < 5; ++k) w[k] = a[i * m + j];
      b[i * m + j] = w[0] + w[4];
    }
}
}

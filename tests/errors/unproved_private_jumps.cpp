// What a jump leaves out is not written: by `goto`, by `break` out of a loop or a `switch`, by a label that is
// fallen through to.

namespace skipped_in_one_branch {
void f(int n, const int* a, int* b) {
  int w[1] = {7};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    if (a[i] > 0) {
      if (a[i] > 5) goto x;
      w[0] = 1;
    x:;
    } else {
      w[0] = 2;
    }
    b[i] = w[0];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
  }
}
}

namespace skipped {
void f(int n, const int* a, int* b) {
  int w[1] = {7};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    if (a[i] > 5) goto x;
    w[0] = 1;
  x:
    b[i] = w[0];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
  }
}
}

namespace skipped_scalar {
void f(int n, const int* a, int* b) {
  int w = 7;
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    if (a[i] > 0) {
      if (a[i] > 5) goto x;
      w = 1;
    x:;
    } else {
      w = 2;
    }
    b[i] = w;  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
  }
}
}

namespace into_a_branch {
void f(int n, const int* a, int* b) {
  int w[1] = {7};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    if (a[i] > 5) goto x;
    if (a[i] > 0) {
      w[0] = 1;
    x:;
    } else {
      w[0] = 2;
    }
    b[i] = w[0];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
  }
}
}

namespace one_case {
void f(int n, const int* a, int* b) {
  int w[1] = {7};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    if (a[i] > 0) {
      switch (a[i]) {
        case 1: w[0] = 1; break;
        case 2: break;
        default: w[0] = 3;
      }
    } else {
      w[0] = 2;
    }
    b[i] = w[0];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
  }
}
}

namespace some_of_a_case {
void f(int n, const int* a, int* b) {
  int w[1] = {7};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    switch (a[i]) {
      case 1:
        if (b[i]) break;
        w[0] = 1;
        break;
      default: w[0] = 3;
    }
    b[i] = w[0];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
  }
}
}

namespace fallen_through {
void f(int n, const int* a, int* b) {
  int w[1] = {7};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    switch (a[i]) {
      case 1: w[0] = 1;
      case 2: b[i] = w[0]; break;  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
      default: w[0] = 3;
    }
  }
}
}

namespace out_of_a_block {
void f(int n, const int* a, int* b) {
  int w[1] = {7};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    if (a[i] > 0) {
      do {
        if (a[i] > 5) break;
        w[0] = 1;
      } while (false);
    } else {
      w[0] = 2;
    }
    b[i] = w[0];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
  }
}
}

namespace under_one_condition_more {
void f(int n, const int* a, int* b) {
  int w[1] = {7};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i)
    if (a[i] % 3) {
      if (a[i] % 5) w[0] = 1;
      b[i] = w[0];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
    }
}
}

namespace either_or_the_rest {
void f(int n, const int* a, int* b) {
  int w[1] = {7};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    if (a[i] > 3)
      w[0] = 1;
    else if (a[i] < -3)
      goto x;
    w[0] = 4;
  x:
    b[i] = w[0];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
  }
}
}

// Written on all ways.

namespace all_cases {
void f(int n, const int* a, int* b) {
  int w[1];
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    switch (a[i]) {
      case 1: w[0] = 1; break;
      case 2: {
        w[0] = 3;
        break;
      }
      case 4:
      case 5:
      default: w[0] = 4;
    }
    b[i] = w[0];
  }
}
}

namespace both_ways {
void f(int n, const int* a, int* b) {
  int w[1], v;
#pragma parallel private(w, v)
  for (int i = 0; i < n; ++i) {
    v = 2;
    if (a[i] > 5) {
      w[0] = 3;
      goto x;
    }
    w[0] = v = 1;
  x:
    b[i] = w[0] + v;
  }
}
}

namespace past_the_use {
void f(int n, const int* a, int* b) {
  int w[1];
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    if (a[i] > 5) goto next;
    w[0] = 1;
    b[i] = w[0];
  next:;
  }
}
}

namespace left_after_the_write {
void f(int n, const int* a, int* b) {
  int w[1];
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    int k = 0;
    do {
      w[0] = k;
      if (a[k] > 3) break;
    } while (++k < a[i]);
    b[i] = w[0];
  }
}
}

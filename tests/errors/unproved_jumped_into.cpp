// Who jumps to a label has met none of the conditions on the way to it.

namespace past_continue {
void f(int n, int* a, const int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (b[i]) goto x;
    if (i != 5) continue;
  x:
    a[0] = 1;  // warning: [appyl-unproved] the condition under which 'a' is accessed is not affine
  }
}
}

namespace into_a_branch {
void f(int n, int* a, const int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (b[i]) goto x;
    if (i == 5) {
    x:
      a[0] = 1;  // warning: [appyl-unproved] the condition under which 'a' is accessed is not affine
    }
  }
}
}

namespace case_in_a_branch {
void f(int n, int* a, const int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    switch (b[i]) {
      case 0:
        if (i == 5) {
          case 1: a[0] = 1;  // warning: [appyl-unproved] the condition under which 'a' is accessed is not affine
        }
    }
  }
}
}

namespace case_behind_continue {
void f(int n, int* a, const int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    switch (b[i]) {
      case 0:;
        if (i != 5) continue;
      case 1: a[0] = 1;  // warning: [appyl-unproved] the condition under which 'a' is accessed is not affine
    }
  }
}
}

namespace into_a_loop {
void f(int n, int* a, const int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {  // warning: [appyl-unproved] a jump may lead into the middle of a loop
    int k = 0;
    if (b[i]) goto x;
    for (k = i; k < i + 1; ++k) {
    x:
      a[i] = k;
    }
  }
}
}

// Behind the label all are together again.
namespace together {
void f(int n, int* a, const int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (b[i]) goto x;
    a[i + n] = 2;
  x:
    a[i] = 1;
  }
}
}

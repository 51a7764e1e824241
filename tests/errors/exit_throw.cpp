// Exceptions that leave the loop: those that a handler of the function waits for, that come without a condition, or that
// are no exceptions of the library's kind are a way out of the loop. (Others mean failure: tests/run/fails_by_exceptions.cpp.)
#include <stdexcept>

void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (a[i] < 0) throw 5;  // error: [appyl-loop-exit] 'throw'
    a[i] = i;
  }
}

struct Found {
  int at;
};

void isOfAnotherClass(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (a[i] < 0) throw Found{i};  // error: [appyl-loop-exit] 'throw'
    a[i] = i;
  }
}

void always(int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) throw std::runtime_error("always");  // error: [appyl-loop-exit] 'throw'
}

int isCaught(int* a, int n) {
  try {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      if (a[i] < 0) throw std::runtime_error("negative");  // error: [appyl-loop-exit] 'throw'
      a[i] = i;
    }
  } catch (const std::runtime_error&) {
    return 1;
  }
  return 0;
}

void isRethrown(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    try {
      if (a[i] < 0) throw std::runtime_error("negative");
      a[i] = i;
    } catch (const std::runtime_error&) {
      throw;  // error: [appyl-loop-exit] 'throw'
    }
  }
}

// What comes back, by a jump or an exception, or may, does not end the program: it is told of as before.
#include <csetjmp>
#include <stdexcept>

static jmp_buf back;
[[noreturn]] void unseen();
[[noreturn]] static void fails() { throw std::runtime_error("bad"); }

int jumps(int n, const double* a, double* b) {
  if (setjmp(back)) return 1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (a[i] < 0) longjmp(back, 1);  // warning: [appyl-unproved]
    b[i] = a[i];
  }
  return 0;
}

void asks(int n, const double* a, double* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (a[i] < 0) unseen();  // warning: [appyl-unproved] the definition of 'unseen' is not visible
    b[i] = a[i];
  }
}

// An end of the program behind the loop's own writes hides none of them.
void writes(int n, const double* a, double* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    b[i / 2] = a[i];  // warning: [appyl-unproved]
    if (a[i] < 0) fails();
  }
}

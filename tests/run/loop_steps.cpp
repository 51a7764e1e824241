// Steps other than one, constant and not, that divide the range and that don't.
#include "print.h"
#include <vector>

static void byThree(int* a, int n) {
#pragma parallel block(8)
  for (int i = 0; i < n; i += 3) a[i] = i + 1;
#pragma parallel
  for (int i = 1; i < n; i = i + 3) a[i] = 2 * i;
}

static void byVariable(int* a, int n, int s) {
#pragma parallel
  for (int i = 0; i < n; i += s) a[i] += 5;
#pragma parallel block(4)
  for (int i = 0; i < n; i = s + i) a[i] -= i;
}

static void byExpression(int* a, int n, int s) {
#pragma parallel
  for (int i = s; i < n; i += 2 * s + 1) a[i] = -i;
}

static void lessEqualWithStep(int* a, int n) {
#pragma parallel block
  for (int i = 2; i <= n - 1; i += 7) a[i] = 11 * i;
}

static void notEqualWithStep(int* a, int n) {
  const int whole = n / 4 * 4;
#pragma parallel block(3)
  for (int i = 0; i != whole; i += 4) a[i] ^= 0x55;
}

static void stepLargerThanRange(int* a, int n) {
#pragma parallel block
  for (int i = 0; i < n; i += 1000) a[i] = 77;
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n);
    fill(a.data(), n, 1);
    byThree(a.data(), n);
    print("by three", a.data(), n);
    for (int s : {1, 2, 5, 64, 1000}) {
      byVariable(a.data(), n, s);
      byExpression(a.data(), n, s);
    }
    print("by variable", a.data(), n);
    lessEqualWithStep(a.data(), n);
    print("less equal", a.data(), n);
    notEqualWithStep(a.data(), n);
    print("not equal", a.data(), n);
    stepLargerThanRange(a.data(), n);
    print("one iteration", a.data(), n);
  }
}

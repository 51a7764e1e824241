// Loops that count down.
#include "print.h"
#include <vector>

static void constantStep(int* a, int n) {
#pragma parallel block(8)
  for (int i = n - 1; i >= 0; i -= 3) a[i] = i;
#pragma parallel
  for (int i = n - 2; i >= 0; i += -3) a[i] = 2 * i;
#pragma parallel
  for (int i = n - 3; i >= 0; i = i - 3) a[i] = 5 * i;
}

static void variableStep(int* a, int n, int s) {
#pragma parallel block
  for (int i = n - 1; i > 0; i -= s) a[i] += 13;
}

static void intoNegativeNumbers(int* a, int n) {
#pragma parallel block(32)
  for (int i = n / 2; i > n / 2 - n; --i) a[i + n - n / 2 - 1] += i;
}

static void downTo(int* a, int n) {
#pragma parallel block(5)
  for (int i = n; i != 0; i -= 1) a[i - 1] *= 2;
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n);
    fill(a.data(), n, 2);
    constantStep(a.data(), n);
    print("constant", a.data(), n);
    for (int s : {1, 4, 200}) variableStep(a.data(), n, s);
    print("variable", a.data(), n);
    intoNegativeNumbers(a.data(), n);
    print("negative", a.data(), n);
    downTo(a.data(), n);
    print("down to", a.data(), n);
  }
}

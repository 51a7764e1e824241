// Types that are asked of names: of counters, which are constant in kernels, and of parameters that nothing else uses; and
// classes that a loop in a member function defines.
#include "print.h"

#include <vector>

static void ofCounter(int n, const int* x, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    decltype(i) s = 0;
    __typeof__(i) t = 1;
    for (int j = 0; j < i % 5; ++j) s += x[i], t += 1;
    y[i] = s + t;
  }
}

static void ofCountedCounter(int n, const int* x, int* y) {
#pragma parallel block(8)
  for (int i = 0; i < n; i += 3) {
    __typeof__(i) s = 0;
    decltype(i) t = 1;
    for (int w = i; w > 0; w /= 2) s += x[i], t ^= w;
    y[i] = s - t;
  }
}

static void ofParameter(int n, short kind, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    decltype(kind) s = static_cast<short>(i);
    y[i] += s;
  }
}

struct Object {
  int* a;
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      struct {
        int sum;
      } s = {i};
      s.sum += 2 * i;
      a[i] += s.sum;
    }
  }
  void named(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      struct Pair {
        int sum, other;
      } s = {i, 1};
      s.sum += s.other;
      a[i] -= 2 * s.sum;
    }
  }
};

struct Sizes {
  unsigned char* x;
  int n, size;
  long pitch;
  void run() {
#pragma parallel block(size)
    for (int i = n - 1; i > -1; --i) {
      decltype(n) s = 0;
      __typeof__(pitch) t = pitch;
      for (decltype(n) w = i; w > 0; w /= 2) s += w, t -= s;
#pragma parallel
      for (int j = 0; j < n; ++j) x[i * pitch + j] = static_cast<unsigned char>(s + t + j);
    }
  }
};

int main() {
  for (int n : sizes) {
    std::vector<int> x(n), y(n);
    fill(x.data(), n, 1);
    ofCounter(n, x.data(), y.data());
    ofCountedCounter(n, x.data(), y.data());
    ofParameter(n, 3, y.data());
    Object{y.data()}.run(n);
    Object{y.data()}.named(n);
    print("y", y.data(), n);
    std::vector<unsigned char> z(n * n);
    Sizes{z.data(), n, 7, n}.run();
    print("z", z.data(), z.size());
  }
}

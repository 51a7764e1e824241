// Members as reduced variables, named with and without this.
#include "print.h"
#include <vector>

struct Accumulator {
  long sum = 0;
  int largest = -1000;
  std::vector<long> bins = std::vector<long>(6);

  void explicitThis(const int* a, int n) {
#pragma parallel reduction(+ : this->sum)
    for (int i = 0; i < n; ++i) this->sum += a[i];
  }

  void implicitThis(const int* a, int n) {
#pragma parallel block(32) reduction(+ : sum) reduction(max : largest)
    for (int i = 0; i < n; ++i) {
      sum += 2 * a[i];
      if (a[i] > largest) largest = a[i];
    }
  }

  void mixed(const int* a, int n) {
#pragma parallel reduction(sum)
    for (int i = 0; i < n; ++i) this->sum -= a[i] / 3;
  }

  void intoVector(const int* a, int n) {
#pragma parallel reduction(+ : bins)
    for (int i = 0; i < n; ++i) bins[(a[i] + 50) % 6] += a[i];
  }
};

struct Outer {
  struct Inner {
    long total;
  } inner;
};

static void ofStruct(Outer& o, const int* a, int n) {
#pragma parallel reduction(+ : o.inner.total)
  for (int i = 0; i < n; ++i) o.inner.total += a[i];
}

static long ofPointer(Accumulator* p, const int* a, int n) {
#pragma parallel reduction(+ : p->sum)
  for (int i = 0; i < n; ++i) p->sum += a[i];
  return p->sum;
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n);
    fill(a.data(), n, 1);
    Accumulator x;
    x.explicitThis(a.data(), n);
    std::printf("%ld\n", x.sum);
    x.implicitThis(a.data(), n);
    std::printf("%ld %d\n", x.sum, x.largest);
    x.mixed(a.data(), n);
    x.intoVector(a.data(), n);
    std::printf("%ld\n", x.sum);
    print("bins", x.bins.data(), 6);
    Outer o{{7}};
    ofStruct(o, a.data(), n);
    std::printf("%ld %ld\n", o.inner.total, ofPointer(&x, a.data(), n));
  }
}

// Block sizes that are template parameters or constants of a class.
#include "print.h"
#include <vector>

template <int Block, class T>
static void scale(T* a, int n, T factor) {
#pragma parallel block(Block)
  for (int i = 0; i < n; ++i) a[i] *= factor;
}

template <class Sizes>
static long weighted(const int* a, int n) {
  long s = 0;
#pragma parallel block(Sizes::block) reduction(+ : s)
  for (int i = 0; i < n; ++i) s += static_cast<long>(a[i]) * i;
  return s;
}

struct Small {
  static constexpr int block = 3;
};
struct Large {
  static constexpr int block = 4096;
};

template <int BI, int BJ>
struct Tiling {
  static void transpose(const double* a, double* b, int n, int m) {
#pragma parallel block(BI)
    for (int i = 0; i < n; ++i)
#pragma parallel block(BJ)
      for (int j = 0; j < m; ++j) b[j * n + i] = a[i * m + j];
  }
};

int main() {
  for (int n : sizes) {
    std::vector<int> a(n);
    fill(a.data(), n, 7);
    scale<1>(a.data(), n, 2);
    scale<64>(a.data(), n, 3);
    scale<1000>(a.data(), n, -1);
    print("a", a.data(), n);
    std::vector<double> d(n), t(n);
    fillFraction(d.data(), n, 7);
    scale<16>(d.data(), n, 0.3);
    print("d", d.data(), n);
    Tiling<8, 4>::transpose(d.data(), t.data(), n / 3, 3);
    Tiling<1, 100>::transpose(t.data(), d.data(), 2, n / 2);
    print("t", d.data(), n);
    std::printf("%ld %ld\n", weighted<Small>(a.data(), n), weighted<Large>(a.data(), n));
  }
}

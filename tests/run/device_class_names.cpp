// Types and constants of a class in functions that are written in it, above which the kernel stands.
#include "print.h"

#include <vector>

struct Outer {
  enum { N = 4 };
  static constexpr int K = 7;
  using Num = long;
  std::vector<Num> data;
  Num scale = 3;

  void run(Num q) {
    const int n = static_cast<int>(data.size());
#pragma parallel
    for (int i = 0; i < n; ++i) {
      const Num z = K + N + q;
      data[i] += i * scale + z + Outer::K;
    }
  }
};

int main() {
  for (const int n : sizes) {
    Outer outer;
    outer.data.resize(n);
    outer.run(5);
    print("data", outer.data.data(), n);
  }
}

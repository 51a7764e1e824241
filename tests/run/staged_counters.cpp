// Inner loops in blocks whose counter is declared in the body around them.
#include <cstdio>
#include <vector>

static void sums(const std::vector<short>& y, std::vector<int>& x, int n) {
  const short* p = y.data();
#pragma parallel block(64)
  for (int i = 0; i < n; ++i) {
    unsigned short j;
    int sum = 0;
#pragma block(32)
    for (j = 100; j < 150; j = j + 1) {
      sum += p[j - 100] * (i % 7 + j);
      if (sum > 100000) sum -= static_cast<int>(j % 50);
    }
    x[i] = sum;
  }
}

int main() {
  std::vector<short> y(50);
  for (int k = 0; k < 50; ++k) y[k] = static_cast<short>(k * 3 - 20);
  for (const int n : {0, 1, 63, 200}) {
    std::vector<int> x(n);
    sums(y, x, n);
    for (const int each : x) std::printf("%d ", each);
    std::printf("\n");
  }
}

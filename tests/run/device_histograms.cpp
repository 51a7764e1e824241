// Arrays of few elements into which many threads add: members of objects, static ones, several at once, all operators.
#include "print.h"
#include <algorithm>
#include <array>
#include <vector>

struct Counter {
  std::array<long, 6> bins{};
  unsigned char small[5] = {};

  void count(const int* a, int n) {
#pragma parallel reduction(+ : bins, small)
    for (int i = 0; i < n; ++i) {
      bins[static_cast<unsigned>(a[i]) % 6] += a[i];
      small[i % 5]++;
    }
  }
};

struct Grid {
  double cells[9] = {};

  void deposit(const double* x, const int* at, int n) {
    const double half = 0.5;
#pragma parallel block(64) reduction(+ : cells)
    for (int i = 0; i < n; ++i) {
      cells[at[i]] += x[i];
      this->cells[8 - at[i]] -= x[i] * half;
    }
  }
};

static void extremes(const int* a, int n) {
  static int least[4], most[4];
  unsigned bits[3] = {};
  float product[2] = {1, 1};
  std::fill(least, least + 4, 1000);
  std::fill(most, most + 4, -1000);
#pragma parallel reduction(min : least) reduction(max : most) reduction(| : bits) reduction(* : product)
  for (int i = 0; i < n; ++i) {
    least[i % 4] = std::min(least[i % 4], a[i]);
    if (a[i] > most[i % 4]) most[i % 4] = a[i];
    bits[i % 3] |= 1u << (a[i] & 31);
    product[i % 2] *= 1 + static_cast<float>(a[i] & 1) / 64;
  }
  print("least", least, 4);
  print("most", most, 4);
  print("bits", bits, 3);
  std::printf("~ %.9g %.9g\n", static_cast<double>(product[0]), static_cast<double>(product[1]));
}

int main() {
  for (int n : {0, 1, 127, 128, 1000, 5000}) {
    std::vector<int> a(n), at(n);
    std::vector<double> x(n);
    fill(a.data(), n, 1);
    fillFraction(x.data(), n, 2);
    for (int i = 0; i < n; ++i) at[i] = (i * 5 + i / 7) % 9;
    Counter counter;
    counter.count(a.data(), n);
    print("bins", counter.bins.data(), 6);
    print("small", counter.small, 5);
    Grid grid;
    grid.deposit(x.data(), at.data(), n);
    for (double cell : grid.cells) std::printf("~ %.17g\n", cell);
    extremes(a.data(), n);
  }
}

// Unsigned counters that count down past 0: their last value is the one in front of the largest.
#include "print.h"
#include <cstddef>
#include <vector>

static void down(std::vector<int>& b) {
#pragma parallel
  for (std::size_t i = b.size() - 1; i != std::size_t(-1); --i) b[i] = b[i] ^ 5;
}
static void downByPointer(int* b, unsigned n) {
#pragma parallel shape(b[n])
  for (unsigned i = n - 1; i != -1u; --i) b[i] += static_cast<int>(i);
}

int main() {
  for (const std::size_t n : {1, 2, 5, 300}) {
    std::vector<int> b(n + 3);
    for (std::size_t k = 0; k < b.size(); ++k) b[k] = static_cast<int>(k * 7 % 13);
    down(b);
    print("b", b.data(), b.size());
    downByPointer(b.data(), static_cast<unsigned>(n));
    print("b", b.data(), b.size());
  }
}

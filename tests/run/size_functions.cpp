// Bounds by std::size and std::ssize of what the loop writes: elements change, sizes do not.
// flags: -std=c++20
#include "print.h"
#include <iterator>
#include <vector>

static double table[10];

static void signedSize(std::vector<double>& v) {
#pragma parallel
  for (std::ptrdiff_t i = 0; i < std::ssize(v); ++i) v[i] = static_cast<double>(i);
}

static void unsignedSize(std::vector<double>& v) {
#pragma parallel
  for (std::size_t i = 0; i < std::size(v); ++i) v[i] *= 2;
}

static void ofArray() {
#pragma parallel
  for (std::size_t i = 0; i < std::size(table); ++i) table[i] += static_cast<double>(i);
}

int main() {
  for (const int n : sizes) {
    std::vector<double> v(n);
    signedSize(v);
    unsignedSize(v);
    ofArray();
    print("v", v.data(), v.size());
    print("table", table, 10);
  }
}

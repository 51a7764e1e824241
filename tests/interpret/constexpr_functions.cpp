// What functions do that are `constexpr`, and may run while the program is compiled, too.
#include <array>
#include <cstdio>
#include <vector>

constexpr float fetch(const float* p, int i) {
  return p[i];  // finds: p[10] is outside [0, 10); program (9), i = 9 [appyl-out-of-bounds]
}
constexpr float values[] = {1, 2, 3};
static_assert(fetch(values, 2) == 3);
static void below(const std::vector<float>& x, std::vector<float>& y) {
#pragma parallel
  for (int i = 0; i < 10; ++i) y[i] = fetch(x.data(), i + PLANTED);
}

constexpr void put(float* p, int i, float value) {
  p[i] = value;  // finds: p[0], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
}
constexpr int filled() {
  float t[3] = {};
  for (int i = 0; i < 3; ++i) put(t, i, 2);
  return static_cast<int>(t[0] + t[2]);
}
static_assert(filled() == 4);
static void twice(std::vector<float>& y) {
#pragma parallel
  for (int i = 0; i < 10; ++i) put(y.data(), i / (1 + PLANTED), 1);
}

// Arrays of its own, also as parameters.
constexpr int digits(std::array<int, 4> weights, int number) {
  int digit[4] = {};
  for (int k = 0; k < 4; ++k, number /= 10) digit[k] = number % 10;
  int sum = 0;
  for (int k = 0; k < 4 + PLANTED; ++k)
    sum += digit[k % 4] * weights[k];  // finds: weights[4] is outside [0, 4); program (0), i = 0 [appyl-out-of-bounds]
  return sum;
}
#if !PLANTED
static_assert(digits({1, 1, 1, 1}, 1234) == 10);
#endif
static void ownArrays(std::vector<int>& y) {
#pragma parallel
  for (int i = 0; i < 10; ++i) y[i] = digits({1, 2, 3, 4}, 100 * i);
}

class Table {
 public:
  constexpr explicit Table(int first) : cells{} {
    for (int k = 0; k < 8; ++k) cells[k] = first + k;
  }
  constexpr int at(int k) const {
    return cells[k];  // finds: cells[8] is outside [0, 8); program (7), i = 7 [appyl-out-of-bounds]
  }
  constexpr int& operator()(int k) {
    return cells[k];  // finds: cells[-1] is outside [0, 8); program (0), i = 0 [appyl-out-of-bounds]
  }

 private:
  int cells[8];
};
constexpr Table fixed(3);
static_assert(fixed.at(2) == 5);
static void members(Table& table, std::vector<int>& y) {
#pragma parallel
  for (int i = 0; i < 8; ++i) y[i] = table.at(i + PLANTED) + fixed.at(2);
#pragma parallel
  for (int i = 0; i < 8; ++i) table(i - PLANTED) = i;
}

// Kernels beside functions that only the compiler calls.
consteval int cube(int x) {
  int powers[3] = {x, x * x, x * x * x};
  return powers[2];
}

int main() {
  std::vector<float> x(10, 1), y(10);
  below(x, y);
  twice(y);
  std::vector<int> z(10);
  ownArrays(z);
  Table table(1);
  members(table, z);
  std::printf("%g %d %d\n", y[0], z[0], cube(3));
}

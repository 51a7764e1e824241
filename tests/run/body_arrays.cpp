// C arrays of one to three dimensions, std::array and std::span.
// flags: -std=c++20
#include "print.h"
#include <array>
#include <span>
#include <vector>

static float table[40][30];
static int cube[5][6][7];

static void global() {
#pragma parallel
  for (int i = 0; i < 40; ++i)
#pragma parallel
    for (int j = 0; j < 30; ++j) table[i][j] = static_cast<float>(i * 30 - j);
#pragma parallel block(2)
  for (int i = 0; i < 5; ++i)
#pragma parallel
    for (int j = 0; j < 6; ++j)
#pragma parallel block(4)
      for (int k = 0; k < 7; ++k) cube[i][j][k] = i * 100 + j * 10 + k;
  print("table", &table[0][0], 1200);
  print("cube", &cube[0][0][0], 210);
}

static void local(int x) {
  int a[64], b[8][8];
#pragma parallel block(10)
  for (int i = 0; i < 64; ++i) a[i] = i * x;
#pragma parallel
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) b[j][i] = a[i * 8 + j];
  print("local", a, 64);
  print("transposed", &b[0][0], 64);
}

static void standard(std::array<double, 50>& a, const std::array<std::array<int, 4>, 50>& b) {
#pragma parallel block(16)
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = b[i][0] + 0.5 * b[i][3];
}

static void dynamicSpan(std::span<int> s) {
#pragma parallel
  for (std::size_t i = 0; i < s.size(); ++i) s[i] = s[i] * 3 - 1;
}

static void fixedSpan(std::span<const int, 16> from, std::span<int, 16> to) {
#pragma parallel
  for (int i = 0; i < 16; ++i) to[i] = from[15 - i];
}

static int ofSpan(std::span<const int> s) {
  int most = -1000;
#pragma parallel reduction(max : most)
  for (std::size_t i = 0; i < s.size(); ++i)
    if (s[i] > most) most = s[i];
  return most;
}

static void subarrays(const int (*rows)[4], int n, int* sums) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int* row = rows[i];
    sums[i] = row[0] + row[1] * 2 + row[2] * 3 + row[3] * 4;
  }
}

int main() {
  global();
  local(3);
  std::array<double, 50> a{};
  std::array<std::array<int, 4>, 50> b{};
  for (int i = 0; i < 50; ++i) b[i] = {i, 2 * i, 3 * i, 5 * i};
  standard(a, b);
  print("standard", a.data(), a.size());
  for (int n : sizes) {
    std::vector<int> v(n);
    fill(v.data(), n, 1);
    dynamicSpan(v);
    print("span", v.data(), n);
    std::printf("%d\n", ofSpan(v));
  }
  std::array<int, 16> x{}, y{};
  fill(x.data(), 16, 2);
  fixedSpan(x, y);
  print("fixed", y.data(), 16);
  int rows[6][4], sums[6];
  for (int i = 0; i < 24; ++i) rows[i / 4][i % 4] = i;
  subarrays(rows, 6, sums);
  print("sums", sums, 6);
}

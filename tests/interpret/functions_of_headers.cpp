// Functions of headers get the checks that those of the source get; what is found there names the header.
#include <cstdio>
#include <vector>

#include "headers/cells.hpp"
#include "headers/plain.hpp"  // once more
#include "headers/tables.hpp"

template <class T>
static void fill(Table<T>& table) {
#pragma parallel
  for (int i = 0; i < 8; ++i) table.put(i + PLANTED, T(i));
#pragma parallel
  for (int i = 0; i < 8; ++i) store(table, i / (1 + PLANTED), i);
}

static void run(std::vector<float>& x, std::vector<float>& y, Cells& cells) {
#pragma parallel
  for (int i = 0; i < 10; ++i) put(y.data(), i + PLANTED, static_cast<float>(twice(i)));
#pragma parallel
  for (int i = 0; i < 10; ++i) y[i] = neighbour(x, i - 1 + PLANTED);
#pragma parallel
  for (int i = 0; i < 10; ++i) cells.set(i / (1 + PLANTED), 1);
  float table[12] = {};
#pragma parallel
  for (int i = 0; i < 3; ++i) {
    y[i] = 0;
    for (int j = 0; j < 4 + PLANTED * (i == 2); ++j) y[i] += at(table, i, j);
  }
#pragma parallel
  for (int i = 0; i < 10; ++i)
    y[i] = x[i - PLANTED];  // finds: x[-1] is outside [0, 10); program (0), i = 0 [appyl-out-of-bounds]
}

int main() {
  std::vector<float> x(10, 1), y(10);
  Cells cells(10);
  Table<int> table;
  fill(table);
  run(x, y, cells);
  std::printf("%g\n", y[0]);
}

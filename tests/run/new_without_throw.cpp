// Memory that a program takes by `new (std::nothrow)`.
// flags: -std=c++20
#include <cstdio>
#include <new>
#include <vector>

int main() {
  std::vector<int> v(1000);
  for (int i = 0; i < 1000; ++i) v[i] = i * 7 % 100;
#pragma parallel
  for (int i = 0; i < 1000; ++i) v[i] += 1;
  int* const own = new (std::nothrow) int[100];
#pragma parallel
  for (int i = 0; i < 100; ++i) own[i] = v[10 * i];
  std::printf("%d %d\n", v[500], own[70]);
  delete[] own;
}

// The translated program ends with the same status as the original.
#include <cstdio>

int main(int argc, char**) {
  int sum = 0;
#pragma parallel reduction(+ : sum)
  for (int i = 0; i < 10 + argc; ++i) sum += i;
  std::printf("%d\n", sum);
  return sum % 64;
}

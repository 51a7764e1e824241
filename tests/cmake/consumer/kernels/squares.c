/* C that is C++, too: every target takes it. */
#include <stdio.h>

int main(void) {
  int sum = 0;
  int v[100];
#pragma parallel
  for (int i = 0; i < 100; i++) v[i] = i * i;
#pragma parallel reduction(+ : sum)
  for (int i = 0; i < 100; i++) sum += v[i];
  printf("%d\n", sum);
  return 0;
}

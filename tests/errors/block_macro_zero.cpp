#define SIZE (4 - 4)
void f(int* a, int n) {
#pragma parallel block(SIZE)  // error: [appyl-block-size]
  for (int i = 0; i < n; ++i) a[i] = i;
}

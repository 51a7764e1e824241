// Headers of constants under which a loop never ends.
void f(int* a) {
#pragma parallel
  for (unsigned i = 10; i >= 0; --i) a[i] = 1;  // error: [appyl-loop-form] never ends
#pragma parallel
  for (unsigned char c = 0; c < 256; ++c) a[c] = 1;  // error: [appyl-loop-form] never ends
#pragma parallel
  for (unsigned char c = 0; c != 1; c += 2) a[c] = 1;  // error: [appyl-loop-form] never ends
#pragma parallel
  for (int i = 0; i < 3000000000u; ++i) a[0] = 1;  // error: [appyl-loop-form] never ends
}

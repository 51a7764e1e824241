// An unsigned counter that goes on from 0 again: to 0 it is all that is left of its type.
void toZero(int* table) {
#pragma parallel
  for (unsigned char c = 1; c != 0; ++c) table[0] = c;  // error: [appyl-race] both write table[0]
}

void beyondZero(int* table) {
#pragma parallel
  for (unsigned c = 7; c != 2u; ++c) table[0] = 1;  // warning: [appyl-unproved] the range of 'c' is not affine
}

void sideEffects(int* table, int n) {
  int t = 0;
#pragma parallel
  for (int c = t++; c < n; ++c) table[c] = c;  // error: [appyl-loop-form] the start of the loop has side effects
}

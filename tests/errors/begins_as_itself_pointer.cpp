// A pointer that counts on from itself.
void fill(int n, int* a) {
  int* p = p + n;  // error: [appyl-unsupported] 'p' begins as itself
  auto* q = &*p;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = q[i];
}

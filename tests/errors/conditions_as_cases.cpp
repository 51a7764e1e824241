// Conditions that are alternatives are decided case by case: `!=`, `||`, and what a `continue` leaves.
void unequal(int* a, int n, int k) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (i != k) a[0] = i;  // error: [appyl-race] both write a[0]
}

void either(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (i == 0 || i == 5) a[0] = i;  // error: [appyl-race] iterations i = 0 and i = 5 both write a[0]
}

void parity(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (i % 2 == 1) continue;
    a[i] = a[i + 1];
  }
}

void oneOnly(int* a, int n, int k) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (!(i != k)) a[0] = i;
}

void ends(int* a, const int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (i < 4 || i > 7) {
      a[i] = b[i];  // error: [appyl-race] iteration i = 4 reads a[12], which iteration i = 12 writes
    } else {
      a[i] = a[i + 8];
    }
}

void apart(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (i < 4 || i > 7)
      a[i] = i;
    else
      a[i] = a[i % 4 + 4];  // its own
}

void data(int* a, const int* c, int n, int k) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (i != k || c[i]) a[0] = i;  // error: [appyl-race] both write a[0]
}

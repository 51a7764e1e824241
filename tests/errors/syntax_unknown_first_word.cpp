// Behind the namespace the word can be nobody else's.
void f(int* a, int n) {
#pragma appyl paralell  // error: [appyl-pragma-syntax] 'paralell'
  for (int i = 0; i < n; ++i) a[i] = i;
}

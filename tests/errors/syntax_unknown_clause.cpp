// prints: reduction
void f(int* a, int n) {
#pragma parallel blok(4)  // error: [appyl-pragma-syntax] 'blok'
  for (int i = 0; i < n; ++i) a[i] = i;
}
void g(int* a, int n) {
#pragma parallel for  // error: [appyl-pragma-syntax] 'for' is a word of OpenMP
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma parallel reducton(+ : a)  // error: [appyl-pragma-syntax] unknown clause 'reducton'
  for (int i = 0; i < n; ++i) a[0] += i;
}

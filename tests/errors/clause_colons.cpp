// `[first:count]`, and no more; a `?` has a `:` of its own.
void f(int n, int* a) {
#pragma data(a[0:n:2])  // error: [appyl-pragma-syntax] expected ']' in clause 'data'
  {
  }
#pragma data(a[0:n > 3 ? n : 3])
  {
  }
}

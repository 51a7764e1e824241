bool more(int i);
void f(int* a) {
#pragma parallel
  for (int i = 0; more(i); ++i)  // error: [appyl-loop-form]
    a[i] = i;
}

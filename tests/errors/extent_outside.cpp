void f() {
  static int a[10];
#pragma parallel
  for (int i = 0; i < 10; ++i)
    a[i + 10] = i;  // error: [appyl-extent] a
}

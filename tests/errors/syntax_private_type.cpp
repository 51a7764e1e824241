struct Point {
  int x;
};
void f(int* a, int n) {
#pragma parallel private(Point)  // error: [appyl-pragma-syntax]
  for (int i = 0; i < n; ++i) a[i] = i;
}

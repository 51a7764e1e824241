// A range-based for has no counter. On one line, so that the directive and the loop are the same place.
void f(int (&a)[10]) {
  // clang-format off
  _Pragma("parallel") for (int& x : a) x = 1;  // error: [appyl-*] for
}

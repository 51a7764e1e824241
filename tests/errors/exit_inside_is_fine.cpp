// What stays inside the loop is no exit: inner break, continue, switch, lambda's return.
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto g = [](int x) { return x + 1; };
    for (int j = 0; j < 5; ++j)
      if (j == g(i)) break;
    switch (i) {
      case 1:
        break;
      default:
        continue;
    }
    a[i] = i;
  }
}

constexpr int f(int n) {
  int s = 0;
#pragma parallel reduction(+ : s)  // error: [appyl-unsupported] 'f'
  for (int i = 0; i < n; ++i) s += i;
  return s;
}
static_assert(f(4) == 6);

void inLambda(int n) {
  const auto sum = [](auto m) constexpr {
    int s = 0;
#pragma parallel reduction(+ : s)  // error: [appyl-unsupported] 'operator()'
    for (int i = 0; i < m; ++i) s += i;
    return s;
  };
  sum(n);
}

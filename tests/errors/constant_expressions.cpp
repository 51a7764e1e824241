// options:
// flags: -std=c++20
// Loops that the compiler itself would have to run.
consteval int immediate(int n) {
  int s = 0;
#pragma parallel reduction(+ : s)  // error: [appyl-unsupported] the function 'immediate' is 'consteval'
  for (int k = 0; k < n; ++k) s += k;
  return s;
}
constexpr int a = immediate(4);

int asserted() {
  auto sum = [](int n) {
    int s = 0;
#pragma parallel reduction(+ : s)  // error: [appyl-unsupported] the lambda around the loop is called in a constant expression
    for (int k = 0; k < n; ++k) s += k;
    return s;
  };
  static_assert(sum(4) == 6);
  return sum(a);
}

constexpr int sumOf(int n) {
  const auto sum = [](auto end) {
    int s = 0;
#pragma parallel reduction(+ : s)  // error: [appyl-unsupported] the lambda around the loop is called in a constant expression
    for (int k = 0; k < end; ++k) s += k;
    return s;
  };
  return sum(n);
}
int elements[sumOf(4)];

int written(int n) {
  const auto sum = [](int end) constexpr {
    int s = 0;
#pragma parallel reduction(+ : s)  // error: [appyl-unsupported] the function 'operator()' is 'constexpr'
    for (int k = 0; k < end; ++k) s += k;
    return s;
  };
  return sum(n);
}

// Called while the program runs only.
int later(int n) {
  const auto sum = [](int end) {
    int s = 0;
#pragma parallel reduction(+ : s)
    for (int k = 0; k < end; ++k) s += k;
    return s;
  };
  const int fixed = sum(5);
  return sum(n) + fixed;
}

// Operators of the user's own are no reductions. On one line, so that the clause and the update are the same place.
struct Sum {
  int value = 0;
  Sum& operator+=(int x) {
    value += x;
    return *this;
  }
};
int f(const int* a, int n) {
  Sum s;
  // clang-format off
  _Pragma("parallel reduction(+ : s)") for (int i = 0; i < n; ++i) s += a[i];  // error: [appyl-reduction] 's'
  return s.value;
}

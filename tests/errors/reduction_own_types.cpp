// Classes with an operator += are added up as wholes, by that operator, and are not looked at in the loop.
struct Moments {
  long count = 0;
  double sum = 0;
  Moments& operator+=(const Moments& o) {
    count += o.count;
    sum += o.sum;
    return *this;
  }
};
int calls;
struct Counting {
  int n = 0;
  void operator+=(const Counting& o) {
    n += o.n;
    ++calls;
  }
};
struct OnlyNumbers {
  int n = 0;
  void operator+=(int k) { n += k; }
};

struct Elsewhere {
  double* sum;
  void operator+=(const Elsewhere& o) { *sum += *o.sum; }
};

void addsElsewhere(int n, const Elsewhere* x, Elsewhere& m) {
#pragma parallel reduction(+ : m)  // error: [appyl-reduction] there is no reduction by '+'
  for (int i = 0; i < n; ++i) m += x[i];
}
void isRead(int n, Moments& m, long* y) {
#pragma parallel reduction(+ : m)
  for (int i = 0; i < n; ++i) {
    m += Moments{1, 2};
    y[i] = m.count;  // error: [appyl-reduction] 'm' is read here outside its reduction
  }
}
void addsItself(int n, Moments& m) {
#pragma parallel reduction(+ : m)
  for (int i = 0; i < n; ++i) m += Moments{m.count, 2};  // error: [appyl-reduction] 'm' is written here outside its reduction
}
void hasEffects(const int* x, int n, Counting& m) {
#pragma parallel reduction(+ : m)
  for (int i = 0; i < n; ++i) m += Counting{x[i]};  // warning: [appyl-unproved] 'operator+=' changes 'calls'
}
void hasNoSum(const int* x, int n, OnlyNumbers& m) {
#pragma parallel reduction(+ : m)  // error: [appyl-reduction] there is no reduction by '+'
  for (int i = 0; i < n; ++i) m += x[i];
}
void isMultiplied(int n, Moments& m) {
#pragma parallel reduction(* : m)
  for (int i = 0; i < n; ++i) m += Moments{1, 2};  // error: [appyl-reduction] 'm' is updated by '+', but the clause says '*'
}

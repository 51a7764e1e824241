// A function that nobody sees may be there to end the program, where it is called under a condition: what follows is
// certain only where the condition fails.
void die(const char* why);

void onlyTheFirstGoesOn(int n, double* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (i > 0) die("more than one");  // warning: [appyl-unproved] the definition of 'die' is not visible
    x[0] = 1;
  }
}

void check(bool holds) {
  if (!holds) die("it does not hold");
}

void inACall(int n, double* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    check(i == 0);
    x[0] = 1;  // warning: [appyl-unproved] condition under which 'x' is accessed
  }
}

void inAnExpression(int n, double* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    i == 0 || (die("more than one"), false);
    x[0] = 1;  // warning: [appyl-unproved] condition under which 'x' is accessed
  }
}

void shiftWhereItGoesOn(int n, int k, double* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (i + k > n) die("too far");
    x[i] = x[i + k];  // error: [appyl-race] iteration i = 0 reads x[1], which iteration i = 1 writes
  }
}

void reports(int n, double* x) {
#pragma parallel
  for (int i = 1; i < n; ++i) {
    if (i % 100 == 0) die("only a report");
    x[i] = x[i - 1];  // error: [appyl-race] iteration i = 2 reads x[1], which iteration i = 1 writes
  }
}

void private_(int n, const double* x, double* y) {
  double t[4];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (i % 5 == 4) die("not this one");  // warning: [appyl-unproved] the definition of 'die' is not visible
    for (int k = 0; k < 4; ++k) t[k] = x[4 * i + k];
    for (int k = 0; k < 4; ++k) y[4 * i + k] = t[3 - k];
  }
}

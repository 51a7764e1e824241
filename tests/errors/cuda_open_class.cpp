// options: --target=cuda
// A kernel stands above the class that its loop is in, and above the function.
struct Own {
  double a = 1;
  void run(double* y, int n) const {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      Own s;  // error: [appyl-unsupported] 's' has a type of the class that the loop is in
      s.a = i;
      y[i] = s.a + a;
    }
  }
};

void local(double* y) {
  struct Local {
    double x;
  };
  Local l[20];
  for (int i = 0; i < 20; ++i) l[i].x = i;
#pragma parallel
  for (int i = 0; i < 20; ++i) y[i] = l[i].x;  // error: [appyl-unsupported] 'l' has elements of a type of the function
}

// Arrays inside of an object whose class only an instance knows: a kernel would write to its own copy.
struct Pair {
  long data[40], other[40];
};

template <class C, class T>
void add(C& v, T n) {
#pragma parallel
  for (T i = 0; i < n; ++i) v.data[i] = v.other[i] + 1;  // error: [appyl-unsupported] its own copy
}

void use(Pair& v) { add(v, 7); }

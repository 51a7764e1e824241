// options: --target=cuda
// A kernel stands above the class of the member functions that are written in it.
struct Outer {
  struct Inner {
    int a = 1;
  };
  enum class Mode { A, B };
  long data[40];
  Inner* inners;

  void run(Mode m, int n, long* x) {
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] += static_cast<int>(m);  // error: [appyl-unsupported] 'm' has a type of the class
  }
  void elements(int n) {
#pragma parallel shape(inners[n])
    for (int i = 0; i < n; ++i) inners[i].a += 1;  // error: [appyl-unsupported] has elements of a type of the class
  }
  void outside(Mode m, int n, long* x);
};

void Outer::outside(Mode m, int n, long* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] += m == Mode::A;
}

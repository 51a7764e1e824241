// options: --target=cuda
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

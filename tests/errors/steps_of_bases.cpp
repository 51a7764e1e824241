// A pointer to a base that goes over an array of derived objects counts in other steps.
struct Base {
  int v;
};
struct Derived : Base {
  int u;
};

void smooth(Derived* c, int n) {
  Base* a = c;
#pragma parallel
  for (int i = 0; i < n; ++i) c[i].v = a[i].v + 1;  // warning: [appyl-unproved]
}

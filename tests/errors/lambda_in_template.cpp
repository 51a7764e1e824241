// A template without instances: what its lambdas touch is seen all the same.
template <class E>
void called(E* b, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i)
    b[i] = [&] { return b[i - 1]; }();  // error: [appyl-race] iteration i = 2 reads b[1], which iteration i = 1 writes
}
template <class E>
void named(E* b, int n) {
  auto put = [&](int k) {
    b[k] = b[k - 1];
  };
#pragma parallel
  for (int i = 1; i < n; ++i) put(i);  // error: [appyl-race] iteration i = 2 reads b[1], which iteration i = 1 writes
}

template <class T>
void throughReferences(T* b, int n) {
  const auto at = [=](int i) -> T& { return b[i]; };
#pragma parallel
  for (int i = 1; i < n; ++i) at(i) = at(i - 1);  // error: [appyl-race]
#pragma parallel
  for (int i = 1; i < n; ++i) {
    T& x = at(i / 2);
    x = T(i);  // error: [appyl-race]
  }
}
template void throughReferences(float*, int);

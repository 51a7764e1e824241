// Each iteration has its own counter: whoever reads it by another name, or in a function, would see the one in front of
// the loop.
#include <functional>
#include <vector>

static int g;
static int get() { return g; }
void global(int* a, int n) {
#pragma parallel
  for (g = 0; g < n; ++g) a[g] = get();  // error: [appyl-unsupported] 'g', which counts the iterations, is used here
}
static void set(int* a) { a[g] = 1; }
void written(int* a, int n) {
#pragma parallel
  for (g = 0; g < n; ++g) set(a);  // error: [appyl-unsupported] 'g', which counts the iterations, is used here
}
void reference(int* a, int n) {
  int i;
  int& r = i;
  const int& q = r;
#pragma parallel
  for (i = 0; i < n; ++i) a[i] = q;  // error: [appyl-unsupported] 'i', which counts the iterations
}
void pointer(int* a, int n) {
  int i;
  int* p = &i;
#pragma parallel
  for (i = 0; i < n; ++i) a[i] = *p;  // error: [appyl-unsupported] 'i', which counts the iterations
}
void lambda(int* a, int n) {
  int i;
  auto f = [&] { return i; };
#pragma parallel
  for (i = 0; i < n; ++i) a[i] = f();  // error: [appyl-unsupported] 'i', which counts the iterations
}
void named(int* a, int n) {
  int i;
  auto f = [&r = i] { return r; };
#pragma parallel
  for (i = 0; i < n; ++i) a[i] = f();  // error: [appyl-unsupported] 'i', which counts the iterations
}
void function(int* a, int n) {
  int i;
  std::function<int()> f = [&] { return i; };
#pragma parallel
  for (i = 0; i < n; ++i) a[i] = f();  // error: [appyl-unsupported] 'i', which counts the iterations
}
void wrapped(int* a, int n) {
  int i;
  auto r = std::cref(i);
#pragma parallel
  for (i = 0; i < n; ++i) a[i] = r;  // error: [appyl-unsupported] 'i', which counts the iterations
}
struct Log {
  const int& at;
  int k;
  int get() const { return at; }
};
void held(int* a, int n) {
  int i;
  Log log{i, 3};
#pragma parallel
  for (i = 0; i < n; ++i) a[i] = log.get();  // error: [appyl-unsupported] 'i', which counts the iterations
}
struct Pointed {
  const int* p;
  explicit Pointed(const int& x) : p(&x) {}
  int operator()() const { return *p; }
};
void functor(int* a, int n) {
  int i;
  Pointed f(i);
#pragma parallel
  for (i = 0; i < n; ++i) a[i] = f();  // error: [appyl-unsupported] 'i', which counts the iterations
}
void pushed(int* a, int n) {
  int i;
  std::vector<int*> all;
  all.push_back(&i);
#pragma parallel
  for (i = 0; i < n; ++i) a[i] = *all[0];  // error: [appyl-unsupported] 'i', which counts the iterations
}

// By its own name, in lambdas of the iteration, and beside it.
void inside(int* a, int n) {
  int i;
#pragma parallel
  for (i = 0; i < n; ++i) {
    auto f = [&](auto x) { return x + i; };
    a[i] = f(1);
  }
}
void others(int* a, int n) {
  int i, k = 2;
  Log log{i, 3}, of{k, 4};
#pragma parallel
  for (i = 0; i < n; ++i) a[i] = log.k + of.get();
}

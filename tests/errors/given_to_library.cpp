#include <algorithm>
#include <functional>
#include <numeric>
#include <ranges>
#include <tuple>
#include <vector>

// What the library calls touches what it touches.
void lambda(int n, std::vector<double>& w, const std::vector<int>& v) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    std::for_each(v.begin(), v.end(), [&](int k) { w[k] = i; });  // warning: [appyl-unproved] subscript 'k' of 'w' is not affine
}

void lambdaOfTuple(int n, std::vector<double>& w) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    std::apply([&](int a, double b) { w[a / 2] = b; }, std::tuple(i, 1.0));  // warning: [appyl-unproved] of 'w'
}

void lambdaInView(int n, double* w) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int k : std::views::iota(0, 3) | std::views::transform([=](int j) { return w[j] = 1, j; })) (void)k;  // warning: [appyl-unproved]
}

void lambdaOfElements(int n, double* w) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::vector<int> v(3);
    std::transform(v.begin(), v.end(), v.begin(), [w](int k) { return w[0] = k; });  // warning: [appyl-unproved]
  }
}

struct Put {
  double* w;
  void operator()(int k) const { w[k / 2] = 1; }
};

void object(int n, double* w, const std::vector<int>& v) {
  const Put put{w};
#pragma parallel
  for (int i = 0; i < n; ++i) std::for_each(v.begin(), v.end(), put);  // warning: [appyl-unproved]
}

double table[10];
void set(int k) { table[k] = 1; }

void function(int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::invoke(set, 3);  // warning: [appyl-unproved] of 'table'
}

struct Total {
  double total;
  void add(int k) { total += k; }
  void memberFunction(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) std::invoke(&Total::add, *this, 3);  // warning: [appyl-unproved]
  }
  void memberFunctionObject(int n) {
    const auto f = std::mem_fn(&Total::add);
#pragma parallel
    for (int i = 0; i < n; ++i) f(this, 3);  // warning: [appyl-unproved] '*this' may change as a whole
  }
};
void memberFunctionOfOthers(Total t, int n) {
  const auto f = std::mem_fn(&Total::add);
#pragma parallel
  for (int i = 0; i < n; ++i) f(&t, 3);  // warning: [appyl-unproved] a call through a 'std::mem_fn' is not followed
}

void functionObject(int n, double* w, const std::vector<int>& v) {
  const std::function<void(int)> f = [=](int k) { w[k / 2] = 1; };
#pragma parallel
  for (int i = 0; i < n; ++i) std::for_each(v.begin(), v.end(), f);  // warning: [appyl-unproved] a call through a 'std::function' is not followed
}

// --- other names of what each iteration would have of its own --------------------------------------------------------

void readByAnotherName(int n, double* a) {
  double t[4] = {};
  const double* q = t;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) t[k] = i;  // error: [appyl-race] iterations i = 0 and i = 1 both write t[0]
    a[i] = q[3];
  }
}

struct Sim {
  int n;
  double* u;
  void step() {
    Sim copy = *this;
#pragma parallel
    for (int i = 0; i < n; ++i) copy.u[i] = u[i + 1];  // warning: [appyl-unproved] 'copy.u' and 'this->u' may be the same memory
  }
};

void partsOfComplex(int n, _Complex double* z) {
#pragma parallel
  for (int i = 0; i < n; ++i) __real__ z[i] = __imag__ z[i + 1];  // error: [appyl-race] iteration i = 0 reads z[1], which iteration i = 1 writes
}

void atLeast(int n, int m, double* x) {
  m = std::max(m, n);
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = x[i + m];  // warning: [appyl-unproved] depending on 'm'
}

// --- nothing wrong ---------------------------------------------------------------------------------------------------

void ownElement(int n, std::vector<double>& w, const std::vector<int>& v) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    std::for_each(v.begin(), v.end(), [&](int k) { w[i] += k; });
}

void computesOnly(int n, double* w, const int* v) {
#pragma parallel
  for (int i = 0; i < n; ++i) w[i] = std::accumulate(v, v + 3, 0, [](int a, int b) { return a + 2 * b; });
}

void sortsByKey(int n, double* w, const double* key) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int order[3] = {0, 1, 2};
    std::sort(order, order + 3, [&](int a, int b) { return key[a] < key[b]; });
    w[i] = order[0];
  }
}

void ownCounter(int n, double* w) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::vector<double> t(4);
    std::generate(t.begin(), t.end(), [k = 0]() mutable { return k++; });
    w[i] = t[2];
  }
}

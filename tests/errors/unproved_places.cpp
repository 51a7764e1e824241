// What changes through an lvalue that is no name is no longer what it was: of a choice, behind a comma, cast, held by an
// object, given back by a function. So is what a lambda has copied, once the variable has changed.
#include <algorithm>
#include <atomic>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

struct AtEnd {
  int& r;
  int value;
  ~AtEnd() { r = value; }
};
struct Held {
  int& r;
};
class Holder {
 public:
  explicit Holder(int& s) : r(s) {}
  void set(int value) { r = value; }

 private:
  int& r;
};
static int& picked(const int& s) { return const_cast<int&>(s); }

void choice(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  (b ? s : t) = m;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void decrementOfChoice(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  --(b ? s : t);
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void behindComma(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  (++t, s) = m;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void referenceToChoice(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  int& r = b ? s : t;
  r = m;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void referenceBehindComma(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  int& r = (++t, s);
  r = m;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void castReference(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  int& r = static_cast<int&>(s);
  r = m;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void withoutConst(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  const int& r = s;
  const_cast<int&>(r) = m;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void otherType(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  reinterpret_cast<unsigned&>(s) = m;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void givenBack(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  const_cast<int&>(std::max(s, t)) = m;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void atItsEnd(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  { AtEnd end{s, m}; }
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void heldByObject(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  Holder holder(s);
  holder.set(m);
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void heldByAggregate(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  Held held{s};
  held.r = m;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void wrapped(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  std::reference_wrapper<int> r = s;
  r.get() = m;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void inPair(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  std::pair<int&, int> p(s, 1);
  p.first = m;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void inTuple(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  std::tuple<int&, int> p(s, m);
  std::get<0>(p) = m;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void atomically(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  std::atomic_ref<int>(s).store(m);
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void inList(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  for (int& r : {std::ref(s)}) r = m;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void byAsm(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  asm("" : "=r"(s));
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void picked(int n, int* a, [[maybe_unused]] bool b, [[maybe_unused]] int m) {
  int s = n;
  [[maybe_unused]] int t = 0;
  picked(s) = m;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void boundParts(int n, int* a, int m) {
  int s = n;
  std::tuple<int&, int> other(s, 1);
  auto& [x, y] = other;
  x = m + y;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

// --- pointers

struct Pointers {
  double*& p;
  void set(double* q) { p = q; }
};

void chosenPointer(int n, double* a, double* x, double* y, [[maybe_unused]] bool c) {
  double *p = x, *q = y;
  (c ? p : q) = a;
  *q = 1;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i] = p[i + 1];  // warning: [appyl-unproved] 'a' and 'p' may be the same memory
}

void referenceToPointer(int n, double* a, double* x, double* y, [[maybe_unused]] bool c) {
  double *p = x, *q = y;
  double*& r = c ? p : q;
  r = a;
  *q = 1;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i] = p[i + 1];  // warning: [appyl-unproved] 'a' and 'p' may be the same memory
}

void heldPointer(int n, double* a, double* x, double* y, [[maybe_unused]] bool c) {
  double *p = x, *q = y;
  Pointers all{p};
  all.set(a);
  *q = 1;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i] = p[i + 1];  // warning: [appyl-unproved] 'a' and 'p' may be the same memory
}

void memberOfHeld(int n, double* a, double* x, double* y, [[maybe_unused]] bool c) {
  double *p = x, *q = y;
  Pointers all{p};
  all.p = a;
  *q = 1;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i] = p[i + 1];  // warning: [appyl-unproved] 'a' and 'p' may be the same memory
}

// --- in the loop

void chosenIndex(int n, int* a, const int* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k = i, m = 0;
    (x[i] > 0 ? k : m) = 0;
    a[k] += m;  // warning: [appyl-unproved] subscript 'k' of 'a' is not affine
  }
}

void heldIndex(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k = i;
    Held held{k};
    held.r = i / 8;
    a[k] = i;  // warning: [appyl-unproved] subscript 'k' of 'a' is not affine
  }
}

void carriedBehindComma(int n, int* a, const int* x) {
  int t = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = t;
    (a[i] += 1, t) = x[i];  // error: [appyl-race] 't' carries a value from one iteration
  }
}

void boundBehindComma(int n, int* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) (x[i] = 1, n) = 5;  // error: [appyl-loop-form] 'n', on which the bound of the loop depends
}

void heldCounter(int n, int* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) {  // error: [appyl-loop-form] counter 'i' is changed
    Holder holder(i);
    holder.set(3);
    x[i] = 1;
  }
}

// --- copies that lambdas have

void swappedSince(int n, int times, double* a, double* b) {
  auto old = [=](int i) { return a[i]; };
  for (int t = 0; t < times; ++t) {
#pragma parallel
    for (int i = 0; i < n - 1; ++i) b[i] = old(i + 1);  // warning: [appyl-unproved] the lambda has a copy of 'a', which has changed since
    std::swap(a, b);
  }
}

void movedSince(int n, double* a) {
  auto f = [a](int i) -> double& { return a[i]; };
  a += 1;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) f(i) = a[i];  // warning: [appyl-unproved] the lambda has a copy of 'a', which has changed since
}

struct View {
  double* p;
};

void memberMovedSince(int n, View v) {
  auto f = [v](int i) -> double& { return v.p[i]; };
  v.p += 1;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) f(i) = v.p[i];  // warning: [appyl-unproved] the lambda has a copy of 'v', which has changed since
}

// Made anew in front of each nest; the variable has changed before.
void madeAnew(int n, int times, double* a, double* b) {
  for (int t = 0; t < times; ++t) {
    auto now = [=](int i) { return a[i]; };
#pragma parallel
    for (int i = 0; i < n - 1; ++i) b[i] = now(i + 1);
    std::swap(a, b);
  }
}

// --- references to elements

void wrappedElement(int n, double* a) {
  auto t = std::ref(a[1]);
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i] = t;  // warning: [appyl-unproved] 't' and 'a' may be the same memory
}

void wrappedElementByGet(int n, double* a) {
  std::reference_wrapper<double> t(a[1]);
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i] = t.get() + 1;  // warning: [appyl-unproved] 't' and 'a' may be the same memory
}

// --- only read: none of these changes anything

static double twice(int& x) { return 2.0 * x; }
template <class T>
double taken(T&& x) {
  return x * 2.0;
}

void onlyRead(int n, double* a, double* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = twice(i) + taken(i) + std::plus<>{}(i, b[i]);
}

void copied(int n, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::pair<int, int> p(i, n);
    const auto [first, second] = std::make_pair(i, b[i]);
    a[i] = first + second + std::get<0>(p);
  }
}

// Whose body runs is not known.
struct Step {
  virtual ~Step() = default;
  virtual void take([[maybe_unused]] int& s) const {}
};

void byVirtual(int n, int* a, const Step& step) {
  int s = n;
  step.take(s);
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

static void castsAway(const int& s) { const_cast<int&>(s) = 1; }

void byConstant(int n, int* a) {
  int s = n;
  castsAway(s);
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

struct Derived : Held {
  int level;
};
struct Inheriting : Holder {
  using Holder::Holder;
};

void byInheritedConstructor(int n, int* a, int m) {
  int s = n;
  Inheriting holder(s);
  holder.set(m);
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void byBaseInBraces(int n, int* a, int m) {
  int s = n;
  Derived derived{{s}, 1};
  derived.r = m;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

void inParentheses(int n, int* a, int m) {
  int s = n;
  Held held(s);
  held.r = m;
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i + s] = a[i];  // warning: [appyl-unproved] depending on 's', of which it is not known
}

// ... and so it is for numbers.
void numberChanges(std::vector<double>& a, int n) {
  int off = 1;
  auto at = [&a, off](int i) -> double& { return a[i + off]; };
  off = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) at(i) = a[i + off] * 2;  // warning: [appyl-unproved] the lambda has a copy of 'off', which has changed since
}
void numberCounts(std::vector<double>& a, int n) {
  int t = 0;
  auto at = [&a, t](int i) -> double& { return a[i + t]; };
  for (t = 1; t < 4; ++t) {
#pragma parallel
    for (int i = 0; i < n; ++i) at(i) = a[i + t] * 2;  // warning: [appyl-unproved] the lambda has a copy of 't', which has changed since
  }
}
void elementChanges(std::vector<double>& a, int n) {
  int off[2] = {1, 2};
  auto at = [&a, off](int i) -> double& { return a[i + off[0]]; };
  off[0] = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) at(i) = a[i + off[0]] * 2;  // warning: [appyl-unproved] the lambda has a copy of 'off', which has changed since
}
void numberStays(std::vector<double>& a, int n, int steps) {
  int off[2];
  off[0] = 1;
  for (int t = 0; t < steps; ++t) {
    auto at = [&a, off, t](int i) -> double& { return a[i * 4 + t % 3 * off[0]]; };
#pragma parallel
    for (int i = 0; i < n; ++i) {
      const int k = i + 1;
      const auto add = [k](double x) { return x + k; };
      at(i) = add(at(i));
    }
  }
}

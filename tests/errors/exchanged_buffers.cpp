// Two buffers that take turns by a condition are two, whichever is which; as long as both are chosen in one place, by one
// condition that means the same for both.
#include <algorithm>
#include <functional>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

void step(double* a, double* b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    double* now = t % 2 ? b : a;
    double* next = t % 2 ? a : b;
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
  }
}
void inOneDeclaration(double* a, double* b, int n, bool first) {
  const double *now = first ? a : b;
  double *next = first ? b : a;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
}
void together(double* a, double* b, int n, int t) {
  double *now = (t & 1) == 0 ? a : b, *next = (t & 1) == 0 ? b : a;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
}
void vectors(std::vector<double>& a, std::vector<double>& b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    const std::vector<double>& now = t % 2 ? b : a;
    auto& next = t % 2 ? a : b;
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
  }
}
void rows(double (*a)[64], double (*b)[64], int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    double(*now)[64] = t % 2 ? b : a;
    double(*next)[64] = t % 2 ? a : b;
#pragma parallel
    for (int i = 1; i < n - 1; ++i)
      for (int j = 0; j < 64; ++j) next[i][j] = now[i - 1][j] + now[i + 1][j];
  }
}
void assigned(double* a, double* b, int n, int steps) {
  double *now = a, *next = b;
  for (int t = 0; t < steps; ++t) {
    now = t % 2 ? b : a;
    next = t % 2 ? a : b;
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
  }
}

void owners(int n, int steps) {
  auto a = std::make_unique<double[]>(n), b = std::make_unique<double[]>(n);
  for (int t = 0; t < steps; ++t) {
    const double* now = a.get();
    double* next = b.get();
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
    std::swap(a, b);
  }
}
void vectorsByPointers(std::vector<double>& a, std::vector<double>& b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    const double* now = a.data();
    double* next = b.data();
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
    a.swap(b);
  }
}

void ofTwo(double* a, double* b, int n, int steps) {
  double* both[2] = {a, b};
  for (int t = 0; t < steps; ++t) {
    const double* now = both[t % 2];
    double* next = both[1 - t % 2];
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
  }
}
void ofRows(double** rows, int n) {
  double *now = rows[0], *next = rows[1];
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
}
void ofVectors(std::vector<std::vector<double>>& u, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    const double* now = u[t & 1].data();
    double* next = u[(t + 1) & 1].data();
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
  }
}
void ofOwners(std::unique_ptr<double[]> (&u)[2], int n, int which) {
  const double* now = u[which].get();
  double* next = u[which ^ 1].get();
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
}

void ofTwice(double* a, int n) {
  double* both[2] = {a, a};
  double *now = both[0], *next = both[1];
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void ofTwoSetAgain(double* a, double* b, int n) {
  double* both[2] = {a, b};
  both[1] = both[0];
  double *now = both[0], *next = both[1];
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void ofOneRow(double** rows, int n, int t) {
  double *now = rows[t % 2], *next = rows[(t + 2) % 2];
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void rowsSet(double** rows, double* a, int n) {
  rows[0] = rows[1] = a;
  double *now = rows[0], *next = rows[1];
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void indexMovesBetween(double** rows, int n, int t) {
  double* now = rows[t % 2];
  ++t;
  double* next = rows[(t + 1) % 2];
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void rowsSwappedBetween(std::vector<std::vector<double>>& u, int n) {
  const double* now = u[0].data();
  u[0].swap(u[1]);
  double* next = u[1].data();
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void rowsSetByOthers(double** rows, int n) {
  void set(double**);
  double* now = rows[0];
  set(rows);
  double* next = rows[1];
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void swappedBetween(std::vector<double>& a, std::vector<double>& b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    const double* now = a.data();
    std::swap(a, b);
    double* next = b.data();
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
  }
}
void madeBeforeTheSwaps(std::vector<double>& a, std::vector<double>& b, int n, int steps) {
  const double* now = a.data();
  for (int t = 0; t < steps; ++t) {
    double* next = b.data();
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
    std::swap(a, b);
  }
}
void theSame(double* a, double* b, int n, int t) {
  double *now = t % 2 ? a : b, *next = t % 2 ? a : b;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void otherCondition(double* a, double* b, int n, int s, int t) {
  double *now = s % 2 ? a : b, *next = t % 2 ? b : a;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void conditionMoves(double* a, double* b, int n, int t) {
  double *now = t++ % 2 ? a : b, *next = t++ % 2 ? b : a;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void conditionChangesBetween(double* a, double* b, int n, int t) {
  double* now = t % 2 ? a : b;
  ++t;
  double* next = t % 2 ? b : a;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void nestBetween(double* a, double* b, int n, int steps) {
  double *now = a, *next = b;
  for (int t = 0; t < steps; ++t) {
    now = t % 2 ? b : a;
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
    next = t % 2 ? a : b;
  }
}
void oneBuffer(double* x, int n, int t) {
  double *a = x, *b = x + 1;
  double *now = t % 2 ? a : b, *next = t % 2 ? b : a;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void againTheSame(double* a, double* b, int n, int t) {
  double *now = t % 2 ? a : b, *next = t % 2 ? b : a;
  if (n > 8) next = now;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void besideItsOwn(double* a, double* b, int n, int t) {
  double *now = t % 2 ? a : b, *next = t % 2 ? b : a;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i] + a[i + 1];  // warning: [appyl-unproved] may be the same memory
}

// What functions exchange that are called, by whatever name.
using Buffer = std::vector<double>;
void flip(Buffer& x, Buffer& y) { x.swap(y); }
void flipped(Buffer* x, Buffer* y) { std::swap(*x, *y); }
template <class T>
void flipAny(T& x, T& y) {
  using std::swap;
  swap(x, y);
}
struct Pair {
  Buffer a, b;
  Buffer& first() { return a; }
  Buffer take() { return std::move(a); }
  void flip() { a.swap(b); }
  void flipTwice() { flip(), ::flip(a, b); }
};
void flip(Pair& p) { p.flip(); }

void pointersThatStay(Buffer& a, Buffer& b, int n, int steps) {
  const double* now = a.data();
  double* next = b.data();
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
    flip(a, b);
  }
}
void pointersOfMembers(Pair& p, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    const double* now = p.a.data();
    double* next = p.b.data();
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
    p.flip();
  }
}
void references(Pair& p, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    const auto& now = p.a;
    auto& next = p.b;
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
    std::swap(p.a, p.b);
  }
}
void byFunction(Buffer& a, Buffer& b, int n) {
  const double* now = a.data();
  flipped(&a, &b);
#pragma parallel
  for (int i = 1; i < n - 1; ++i) b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byTemplate(Buffer& a, Buffer& b, int n) {
  const double* now = a.data();
  flipAny(a, b);
#pragma parallel
  for (int i = 1; i < n - 1; ++i) b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byLambda(Buffer& a, Buffer& b, int n) {
  const double* now = a.data();
  const auto exchange = [](Buffer& x, Buffer& y) { std::swap(x, y); };
  exchange(a, b);
#pragma parallel
  for (int i = 1; i < n - 1; ++i) b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byCaptures(Pair& p, int n) {
  const double* now = p.a.data();
  [&x = p.a, &y = p.b] { x.swap(y); }();
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byLibrary(Buffer& a, Buffer& b, int n) {
  const double* now = a.data();
  std::iter_swap(&a, &b);
#pragma parallel
  for (int i = 1; i < n - 1; ++i) b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byRanges(Buffer& a, Buffer& b, int n) {
  double* next = a.data();
  std::ranges::swap(a, b);
  const double* now = b.data();
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byMethod(Pair& p, int n) {
  const double* now = p.a.data();
  p.flipTwice();
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byFriend(Pair& p, int n) {
  const double* now = p.a.data();
  flip(p);
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byPointer(Pair& p, int n, void (Pair::*method)()) {
  const double* now = p.a.data();
  (p.*method)();
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void handedOut(Pair& p, int n) {
  const double* now = p.a.data();
  p.first().swap(p.b);
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void taken(Pair& p, int n) {
  const double* now = p.a.data();
  p.b = p.take();
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void parts(Pair& p, int n) {
  const double* now = p.a.data();
  auto& [x, y] = p;
  std::swap(x, y);
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void rowsByReferences(std::vector<Buffer>& u, int n) {
  const double* now = u[0].data();
  auto &x = u[0], &y = u[1];
  x.swap(y);
  double* next = u[1].data();
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void rowsByIterator(std::vector<Buffer>& u, int n) {
  const double* now = u[0].data();
  auto x = u.begin();
  std::swap(*x, x[1]);
#pragma parallel
  for (int i = 1; i < n - 1; ++i) u[1][i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void rowsInTurn(std::vector<Buffer>& u, Buffer& other, int n) {
  const double* now = u[0].data();
  for (auto& row : u) row.swap(other);
#pragma parallel
  for (int i = 1; i < n - 1; ++i) u[1][i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}

// What nobody sees may exchange what it is given, but for pointers that are made behind it.
void unseen(Buffer& x, Buffer& y);
void unseen(Pair& p);
void unseen(double*& x, double*& y);
struct Sides {
  Buffer a, b;
  void step();
};

void byUnseen(Buffer& a, Buffer& b, int n) {
  const double* now = a.data();
  unseen(a, b);
#pragma parallel
  for (int i = 1; i < n - 1; ++i) b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byUnseenOfObject(Pair& p, int n) {
  const double* now = p.a.data();
  unseen(p);
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byUnseenMethod(Sides& p, int n) {
  const double* now = p.a.data();
  p.step();
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void pointersByUnseen(double* x, double* y, int n) {
  double *a = x, *b = y;
  unseen(a, b);
#pragma parallel
  for (int i = 1; i < n - 1; ++i) x[i] = b[i - 1] + b[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byPointerToFunction(Pair& p, int n, void (*step)(Pair&)) {
  const double* now = p.a.data();
  step(p);
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byAlgorithm(Pair& p, int n) {
  const double* now = p.a.data();
  std::for_each(&p, &p + 1, [](Pair& each) { each.flip(); });
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byTuple(Pair& p, int n) {
  const double* now = p.a.data();
  std::apply([](Pair& each) { each.flip(); }, std::tie(p));
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void tied(Buffer& a, Buffer& b, int n) {
  const double* now = a.data();
  std::tie(a, b) = std::pair(std::move(b), std::move(a));
#pragma parallel
  for (int i = 1; i < n - 1; ++i) b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
template <class T>
void put(Pair& p, T&& buffer) {
  p.b = std::forward<T>(buffer);
}
void forwarded(Buffer a, Pair& p, int n) {
  const double* now = a.data();
  put(p, std::move(a));
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void madeBehind(Buffer& a, Buffer& b, Pair& p, int n) {
  unseen(a, b);
  unseen(p);
  p.flip();
  double *x, *y;
  unseen(x, y);
  const double *now = a.data(), *of = p.a.data(), *in = x;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) {
    b[i] = now[i - 1] + now[i + 1];
    p.b[i] = of[i - 1];
    y[i] = in[i - 1];
  }
}

// By other names of the object: pointers set later, references that objects hold, for as long as these live.
struct Flips {
  Pair& p;
  void flip() { p.flip(); }
};
struct FlipsFirst {
  explicit FlipsFirst(Pair& p) { p.flip(); }
};
struct FlipsAtLast {
  Pair& p;
  ~FlipsAtLast() { p.flip(); }
};
void bySetPointer(Pair& p, int n) {
  const double* now = p.a.data();
  Pair* q;
  q = &p;
  q->flip();
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byPointerInList(Pair& p, int n) {
  const double* now = p.a.data();
  for (Pair* q : {&p}) q->flip();
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byWrapper(Pair& p, int n) {
  const double* now = p.a.data();
  auto q = std::ref(p);
  q.get().flip();
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byHolder(Pair& p, int n) {
  const double* now = p.a.data();
  Flips flips{p};
  flips.flip();
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byConstructor(Pair& p, int n) {
  const double* now = p.a.data();
  FlipsFirst flips(p);
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void byDestructor(Pair& p, int n) {
  const double* now = p.a.data();
  { FlipsAtLast flips{p}; }
#pragma parallel
  for (int i = 1; i < n - 1; ++i) p.b[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}

// A pointer that a lambda begins with is what it was when the lambda was made.
void capturedMember(Pair& p, int n) {
  const auto now = [u = p.a.data()](int i) { return u[i]; };
  p.flip();
#pragma parallel
  for (int i = 1; i < n; ++i) p.b[i] = now(i - 1);  // warning: [appyl-unproved] may be the same memory
}
void captured(double* a, double* b, int n) {
  double* u = a;
  const auto now = [v = u](int i) { return v[i]; };
  u = b;
#pragma parallel
  for (int i = 1; i < n; ++i) a[i] = now(i - 1);  // warning: [appyl-unproved] may be the same memory
}
void capturedStill(Buffer& a, Buffer& b, int n) {
  const auto now = [u = a.data()](int i) { return u[i]; };
#pragma parallel
  for (int i = 1; i < n; ++i) b[i] = now(i - 1);
}

// A number that a function behind a pointer is given by reference.
void changedByPointer(double* a, int n, void (*change)(int&)) {
  int shift = 0;
  change(shift);
#pragma parallel
  for (int i = 0; i < n; ++i) a[i + shift] = a[i];  // warning: [appyl-unproved]
}

// The last iteration's value, where the way from the loop to the read is not a straight one: past a break, out of a
// switch, or by another name.
// flags: -std=c++20
#include "print.h"
#include <functional>
#include <tuple>
#include <vector>

static int pastBreak(const int* a, int* b, int n) {
  int t = -1;
  for (int round = 0; round < 4; ++round) {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      t = a[i];
      b[i] += t * t;
    }
    if (n > 1 && b[0] > 100) break;
    t = 0;
  }
  return t;
}

static int pastContinue(const int* a, int* b, int n) {
  int t = -1, sum = 0;
  for (int round = 0; round < 4; ++round) {
    sum += t;
    if (round % 2 == 0) {
#pragma parallel
      for (int i = 0; i < n; ++i) {
        t = a[i];
        b[i] -= t;
      }
      continue;
    }
    t = round;
  }
  return sum;
}

static int outOfSwitch(const int* a, int* b, int n, int mode) {
  int t = -1;
  switch (mode) {
    case 0: {
#pragma parallel
      for (int i = 0; i < n; ++i) {
        t = a[i];
        b[i] ^= t;
      }
    } break;
    default: t = 5;
  }
  return t;
}

static int pastGoto(const int* a, int* b, int n) {
  int t = -1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i] + 3;
    b[i] += t;
  }
  if (n > 100) goto done;
  t = 7;
done:
  return t;
}

static int byPointer(const int* a, int* b, int n) {
  int t = -1;
  const int* seen = &t;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i] / 2;
    b[i] += t;
  }
  return *seen;
}

static int call(const std::function<int()>& f) { return f(); }
static int byLambda(const int* a, int* b, int n) {
  int t = -1;
  const auto get = [&] { return t; };
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i] % 9;
    b[i] += t;
  }
  return call(get);
}

struct Log {
  const int& what;
  ~Log() { std::printf("log %d\n", what); }
};
static void byGuard(const int* a, int* b, int n) {
  int t = -1;
  const Log log{t};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i] | 4;
    b[i] += t;
  }
}

// Whoever still has it under another name.
static int& same(int& x) { return x; }
struct Pair {
  int m, n;
};
struct Holder {
  int& to;
};

static int byCall(const int* a, int* b, int n) {
  int t = -1;
  int& r = same(t);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i];
    b[i] += t;
  }
  return r;
}

#ifndef ON_DEVICE  // where objects and members have no last values
static int byMember(const int* a, int* b, int n) {
  Pair p{-1, 0};
  int* r = &p.m;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    p.m = a[i];
    b[i] += p.m;
  }
  return *r;
}

static int byBinding(const int* a, int* b, int n) {
  Pair p{-1, 0};
  auto& [m, k] = p;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    p = Pair{a[i], i};
    b[i] += p.m;
  }
  return m + k;
}
#endif

static int byFunctionObject(const int* a, int* b, int n) {
  int t = -1;
  const std::function<int()> r = [&] { return t; };
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i];
    b[i] += t;
  }
  return r();
}

static int byTuple(const int* a, int* b, int n) {
  int t = -1;
  auto r = std::tie(t);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i];
    b[i] += t;
  }
  return std::get<0>(r);
}

static int byObject(const int* a, int* b, int n) {
  int t = -1;
  Holder h(t);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i];
    b[i] += t;
  }
  return h.to;
}

struct Kept {
  int value;
  int& get() { return value; }
};
#ifndef ON_DEVICE
static int byMethod(const int* a, int* b, int n) {
  Kept k{-1};
  int& r = k.get();
#pragma parallel
  for (int i = 0; i < n; ++i) {
    k.value = a[i];
    b[i] += k.value;
  }
  return r;
}
#endif

static int byGoto(const int* a, int* b, int n) {
  int t = -1, round = 0, r = 0;
again:
  r += t;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i];
    b[i] += t;
  }
  if (++round < 3) goto again;
  return r;
}

// A loop with the same bounds in every iteration runs in all of them, or in none: then what the variable was given
// before is read.
static void assignedBefore(const int* a, int* b, int n, int m) {
  int t;
  t = 7;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int count = m;
    for (int j = 0; j < count; ++j) t = a[i] + j;
    b[i] += t;
  }
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n), b(n);
    fill(a.data(), n, 2);
    std::printf("%d\n", pastBreak(a.data(), b.data(), n));
    std::printf("%d\n", pastContinue(a.data(), b.data(), n));
    std::printf("%d %d\n", outOfSwitch(a.data(), b.data(), n, 0), outOfSwitch(a.data(), b.data(), n, 1));
    std::printf("%d\n", pastGoto(a.data(), b.data(), n));
    std::printf("%d\n", byPointer(a.data(), b.data(), n));
    std::printf("%d\n", byLambda(a.data(), b.data(), n));
    byGuard(a.data(), b.data(), n);
    std::printf("%d %d %d\n", byCall(a.data(), b.data(), n), byFunctionObject(a.data(), b.data(), n), byTuple(a.data(), b.data(), n));
    std::printf("%d %d\n", byObject(a.data(), b.data(), n), byGoto(a.data(), b.data(), n));
#ifndef ON_DEVICE
    std::printf("%d %d\n", byMember(a.data(), b.data(), n), byBinding(a.data(), b.data(), n));
    std::printf("%d\n", byMethod(a.data(), b.data(), n));
#endif
    for (int m : {0, 1, 3}) assignedBefore(a.data(), b.data(), n, m);
    print("b", b.data(), n);
  }
}

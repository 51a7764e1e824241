#include <array>
#include <string_view>
#include <utility>
#include <vector>

// Whoever copies an object reads all that is stored in it.
struct Series {
  double d[8];
  double total;
};

void copied(Series& s) {
#pragma parallel
  for (int i = 0; i < 8; ++i) {
    Series t = s;  // warning: [appyl-unproved] any element of 's.d' may be touched
    s.d[i] = t.d[(i + 1) % 8];
  }
}

void assigned(Series& s) {
#pragma parallel
  for (int i = 0; i < 8; ++i) {
    Series t;
    t = s;  // warning: [appyl-unproved] any element of 's.d' may be touched
    s.d[i] = t.d[(i + 1) % 8];
  }
}

double first(Series s) { return s.d[0]; }

void passedByValue(Series& s) {
#pragma parallel
  for (int i = 0; i < 8; ++i) s.d[i] = first(s);  // error: [appyl-race] reads s.d[0]
}

void passedByAnotherName(Series& s) {
  const Series& same = s;
#pragma parallel
  for (int i = 0; i < 8; ++i) s.d[i] = first(same);  // error: [appyl-race] reads s.d[0]
}

void writtenByPointer(Series s) {
  Series* p = &s;
#pragma parallel
  for (int i = 0; i < 8; ++i) p->d[i] = first(s);  // warning: [appyl-unproved] may be the same memory
}

void taken(Series* s) {
#pragma parallel
  for (int i = 0; i < 8; ++i) {
    const auto f = [t = *s] { return t.d[0]; };
    s[0].d[i] = f();  // error: [appyl-race] s[0]
  }
}

void containers(std::vector<double>& v, std::vector<double>& u) {
#pragma parallel
  for (int i = 0; i < 8; ++i) {
    v = u;  // warning: [appyl-unproved] any element of 'u' may be touched
    u[i] = 1;
  }
}

void bound(Series& s) {
#pragma parallel
  for (int i = 0; i < 8; ++i) {
    const auto [d, total] = s;  // warning: [appyl-unproved] any element of 's.d' may be touched
    s.d[i] = d[0];
  }
}

struct Mesh {
  double x[8];
  void step() {
#pragma parallel
    for (int i = 0; i < 8; ++i) {
      const Mesh before = *this;  // warning: [appyl-unproved] any element of 'this->x' may be touched
      x[i] = before.x[7 - i];
    }
  }
};

// --- what objects do when they are made, and where they lead ---------------------------------------------------------

struct Counted {
  double* p;
  Counted(double* q) : p(q) {}
  Counted(const Counted& other) : p(other.p) { p[0] += 1; }
};

void use(Counted) {}

void countsCopies(int n, const Counted& c, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    use(c);  // warning: [appyl-unproved] what the constructor of 'Counted' does is not followed
    a[i] = 1;
  }
}

struct Numbered {
  double* p;
  double v = *p += 1;
};

void numbers(int n, double* a, double* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Numbered each{b};  // warning: [appyl-unproved] what the initial value of 'v' does is not followed
    a[i] = each.v;
  }
}

struct Iterator {
  double* p;
  double& operator*() const { return *p; }
  Iterator& operator++() {
    ++p;
    return *this;
  }
  bool operator!=(const Iterator& other) const { return p != other.p; }
};
struct Range {
  double* b;
  int n;
  Iterator begin() const { return {b}; }
  Iterator end() const { return {b + n}; }
};

void rangeOfOthers(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (double& x : Range{a + i, 2}) x = i;  // warning: [appyl-unproved] what 'Range{a + i, 2}' refers to is not known
}

void view(int n, char* v) {
  std::string_view s(v, n);
#pragma parallel
  for (int i = 0; i < n; ++i) v[i] = s[i + 1];  // warning: [appyl-unproved] 'v' and 's' may be the same memory
}

// --- nothing wrong ---------------------------------------------------------------------------------------------------

struct Buffer {
  double* p;
  int n;
  Buffer(int n) : p(new double[n]), n(n) {
    for (int k = 0; k < n; ++k) p[k] = 0;
  }
  Buffer(const Buffer&) = delete;
};

void fillsItsOwn(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Buffer b(4);
    a[i] = b.n;
  }
}

void elements(Series* s, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Series t = s[i];
    std::swap(t.d[0], t.d[1]);
    s[i] = t;
  }
}

void filledAndCopied(int n, std::array<double, 3>* out) {
  std::array<double, 3> p;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) p[k] = i;
    out[i] = p;
  }
}

void copiedAndFilled(int n, std::array<double, 3>* out) {
  std::array<double, 3> p{};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    out[i] = p;
    for (int k = 0; k < 3; ++k) p[k] = i;  // error: [appyl-race] iterations i = 0 and i = 1 both write p[0]
  }
}

struct Vector {
  double d[4];
  Vector copy() const { return *this; }  // warning: [appyl-unproved] any element of 'v.d' may be touched
  Vector& put(int k, double x) {
    d[k] = x;
    return *this;
  }
  bool operator==(const Vector&) const = default;
};

void givenByValue(int n, Vector& v, Vector* out) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    v.d[i] = i;
    out[i] = v.copy();
  }
}

void compared(int n, Vector& v, const Vector& other, int* same) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    v.d[i] = i;
    same[i] = v == other;  // warning: [appyl-unproved] any element of 'v.d' may be touched
  }
}

void givenByName(int n, Vector& v) {
#pragma parallel
  for (int i = 0; i < n; ++i) v.put(i, 1);
}

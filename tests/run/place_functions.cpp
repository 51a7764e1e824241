// Loops in every kind of function: constructors, operators, static and friend functions, nested and local classes,
// unnamed namespaces, extern "C", overloads of one name, main itself, and initialisers.
#include "print.h"
#include <vector>

class Buffer {
 public:
  explicit Buffer(int n) : n_(n), data_(n) {
#pragma parallel
    for (int i = 0; i < n_; ++i) data_[i] = i;
  }
  ~Buffer() {
#pragma parallel
    for (int i = 0; i < n_; ++i) data_[i] = 0;
  }
  Buffer& operator+=(int x) {
#pragma parallel
    for (int i = 0; i < n_; ++i) data_[i] += x;
    return *this;
  }
  static void clear(Buffer& b) {
#pragma parallel block(8)
    for (int i = 0; i < b.n_; i += 2) b.data_[i] = -1;
  }
  friend long total(const Buffer& b) {
    long s = 0;
#pragma parallel reduction(+ : s)
    for (int i = 0; i < b.n_; ++i) s += b.data_[i];
    return s;
  }
  struct View {
    Buffer& buffer;
    void negate() const noexcept {
#pragma parallel
      for (int i = 0; i < buffer.n_; ++i) buffer.data_[i] = -buffer.data_[i];
    }
  };
  void show(const char* what) const { print(what, data_.data(), data_.size()); }

 private:
  int n_;
  std::vector<int> data_;
};

namespace {
void hidden(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] *= 2;
}
void overloaded(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += 1;
}
void overloaded(long* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += 2;
}
inline namespace versioned {
void overloaded(char* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] ^= 3;
}
}  // namespace versioned
}  // namespace

extern "C" void fromC(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] -= 4;
}

[[nodiscard]] static auto trailing(const int* a, int n) -> long {
  long s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}

static const std::vector<int> squares = [] {
  std::vector<int> v(100);
#pragma parallel
  for (int i = 0; i < 100; ++i) v[i] = i * i;
  return v;
}();

static void localClass(int* a, int n) {
  struct Local {
    static void run(int* a, int n) {
#pragma parallel
      for (int i = 0; i < n; ++i) a[i] ^= 0x70;
    }
  };
  Local::run(a, n);
}

int main() {
  print("squares", squares.data(), squares.size());
  for (int n : sizes) {
    Buffer b(n);
    b += 5;
    b.show("added");
    Buffer::clear(b);
    Buffer::View{b}.negate();
    b.show("negated");
    std::printf("%ld\n", total(b));
    std::vector<int> a(n);
    std::vector<long> l(n);
    std::vector<char> c(n);
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = 3 * i;
    hidden(a.data(), n);
    overloaded(a.data(), n);
    overloaded(l.data(), n);
    overloaded(c.data(), n);
    fromC(a.data(), n);
    localClass(a.data(), n);
    print("int", a.data(), n);
    print("long", l.data(), n);
    print("char", c.data(), n);
    std::printf("%ld\n", trailing(a.data(), n));
  }
}

// Loops in member functions: members with and without this, member functions called, static members, inheritance.
#include "print.h"
#include <vector>

class Field {
 public:
  explicit Field(int n) : n_(n), values_(n), data_(values_.data()) { fill(data_, n, 1); }

  void scale(double factor);

  void add(const Field& other) {
#pragma parallel block(32)
    for (int i = 0; i < n_; ++i) values_[i] += other.values_[i];
  }

  void throughThis() {
#pragma parallel
    for (int i = 0; i < this->n_; ++i) this->data_[i] = this->data_[i] * offset + step_;
  }

  void withCalls() {
#pragma parallel
    for (int i = 0; i < size(); ++i) values_[i] = transformed(values_[i]) + at(i);
  }

  double sum() const {
    double s = 0;
#pragma parallel reduction(+ : s)
    for (int i = 0; i < n_; ++i) s += values_[i];
    return s;
  }

  void show(const char* what) const { print(what, values_.data(), values_.size()); }

 private:
  int size() const { return n_; }
  double transformed(double x) const { return x * 0.5 - step_; }
  double at(int i) const { return values_[i]; }

  static constexpr double offset = 1.5;
  int n_;
  std::vector<double> values_;
  double* data_;
  double step_ = 0.25;
};

void Field::scale(double factor) {
#pragma parallel
  for (int i = 0; i < n_; ++i) data_[i] *= factor;
}

struct Base {
  int n = 100;
  float a[100];
};

struct Derived : Base {
  float b[100];
  void run() {
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = static_cast<float>(i);
#pragma parallel block(16)
    for (int i = n - 1; i >= 0; --i) {
      b[i] = a[i] * 2;
      Base::a[i] += 1;
    }
  }
};

int main() {
  for (int n : sizes) {
    Field f(n), g(n);
    f.scale(0.5);
    f.add(g);
    f.show("add");
    f.throughThis();
    f.show("this");
    f.withCalls();
    f.show("calls");
    std::printf("~ %.17g\n", f.sum());
  }
  Derived d;
  d.run();
  print("a", d.a, 100);
  print("b", d.b, 100);
}

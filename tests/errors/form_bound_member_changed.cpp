#include <vector>

// Of an object whose member bounds the loop the body may change anything but that member.

struct Grid {
  int n[3];
  int count;
  std::vector<double> values;
  void set(int i, double v) { values[i] = v; }
  void grow(int i) {
    if (values[i] > 0) ++count;
  }
  void growBoth(int i) { grow(i); }
  int& size(int axis) { return n[axis]; }
  int& counter() { return count; }
  int* counterToo() { return &count; }
  std::vector<double>& all() { return values; }
};

void elements(Grid& g) {
#pragma parallel
  for (int i = 0; i < g.n[0]; ++i) g.values[i] = 0;
#pragma parallel
  for (int i = 0; i < g.count; ++i) g.set(i, 1);
#pragma parallel
  for (int i = 0; i < g.count; ++i) g.all()[i] = 2;
}

void sizeByReference(Grid& g) {
#pragma parallel
  for (std::size_t i = 0; i < g.values.size(); ++i) g.all().resize(i);  // error: [appyl-loop-form] 'values', on which the bound of the loop depends, is changed in its body
}

void element(Grid& g) {
#pragma parallel
  for (int i = 0; i < g.n[0]; ++i) g.n[i] = 2;  // error: [appyl-loop-form] 'g.n', on which the bound of the loop depends, is changed in its body
}

void elementByReference(Grid& g) {
#pragma parallel
  for (int i = 0; i < g.n[0]; ++i) g.size(i) = 2;  // error: [appyl-loop-form] 'g.n', on which the bound of the loop depends, is changed in its body
}

void byMethod(Grid& g) {
#pragma parallel
  for (int i = 0; i < g.count; ++i) g.grow(i);  // error: [appyl-loop-form] 'g', on which the bound of the loop depends, is changed in its body
}

void byMethodOfMethod(Grid& g) {
#pragma parallel
  for (int i = 0; i < g.count; ++i) g.growBoth(i);  // error: [appyl-loop-form] 'g', on which the bound of the loop depends, is changed in its body
}

void byReference(Grid& g) {
#pragma parallel
  for (int i = 0; i < g.count; ++i) g.counter() = i;  // error: [appyl-loop-form] 'g', on which the bound of the loop depends, is changed in its body
}

void byPointer(Grid& g) {
#pragma parallel
  for (int i = 0; i < g.count; ++i) *g.counterToo() = i;  // error: [appyl-loop-form] 'g', on which the bound of the loop depends, is changed in its body
}

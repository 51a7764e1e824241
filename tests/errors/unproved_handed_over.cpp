// What goes to a function that cannot be seen, and may be changed there: it may be, so that nothing is claimed.
#include <algorithm>
#include <vector>

struct Box {
  double& operator[](int k);
  double& operator()(int i, int j);
  void touch(int i);
  double* data();
  double x[10], sum;
};
struct Top {
  Box b;
  std::vector<Box> v;
};
void bump(double& x);
void take(Box& b, int i);
void address(Box* b);

void operators(Box* b, double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = (*b)[i + 1];  // warning: [appyl-unproved] whether 'operator[]' changes '*b'
#pragma parallel
  for (int i = 0; i < n; ++i) (*b)(i, 2) = x[i];  // warning: [appyl-unproved] whether 'operator()' changes '*b'
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = b[1][i];  // warning: [appyl-unproved] whether 'operator[]' changes 'b[1]'
}
void members(Top& t, Top* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) t.b.touch(i);  // warning: [appyl-unproved] whether 'touch' changes 't.b'
#pragma parallel
  for (int i = 0; i < n; ++i) p->b.touch(i);  // warning: [appyl-unproved] whether 'touch' changes 'p->b'
#pragma parallel
  for (int i = 0; i < n; ++i) p->v[2].touch(i);  // warning: [appyl-unproved] whether 'touch' changes 'p->v[2]'
}
void arguments(Box* b, double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) bump(x[0]);  // warning: [appyl-unproved] whether 'bump' changes 'x[0]'
#pragma parallel
  for (int i = 0; i < n; ++i) take(b[1], i);  // warning: [appyl-unproved] whether 'take' changes 'b[1]'
#pragma parallel
  for (int i = 0; i < n; ++i) address(&b[1]);  // warning: [appyl-unproved] 'b'
}

// Nor that the memory which a call leads to is another one than its object's member.
void beside(Box& b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b.x[i] = b.data()[i + 1];  // warning: [appyl-unproved] 'b.x' and 'b' may be the same
}

// What the library's functions change is known.
void known(double* x, double* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::swap(x[i], y[0]);  // error: [appyl-race] y[0]
}

// A virtual method runs what the object decides: that the one which is named leaves its pointers alone says nothing.
#include <vector>

struct Step {
  virtual void pick(double*& p, double*& q) { (void)p, (void)q; }
  virtual void point(double** p, double* to) { (void)p, (void)to; }
  virtual void operator()(double*& p, double*& q) { (void)p, (void)q; }
  virtual ~Step() = default;
};

struct Same final : Step {
  void pick(double*&, double*&) override {}
};

void byReference(Step& step, int n) {
  std::vector<double> a(n + 1), b(n + 1);
  double *p = a.data(), *q = b.data();
  step.pick(p, q);
#pragma parallel
  for (int i = 0; i < n; ++i) p[i] = q[i + 1];  // warning: [appyl-unproved] 'p' and 'q' may be the same memory
}

void byPointer(Step* step, int n) {
  std::vector<double> a(n + 1), b(n + 1);
  double *p = a.data(), *q = b.data();
  step->point(&p, q);
#pragma parallel
  for (int i = 0; i < n; ++i) p[i] = q[i + 1];  // warning: [appyl-unproved] may be the same memory
}

void byOperator(Step& step, int n) {
  std::vector<double> a(n + 1), b(n + 1);
  double *p = a.data(), *q = b.data();
  step(p, q);
#pragma parallel
  for (int i = 0; i < n; ++i) p[i] = q[i + 1];  // warning: [appyl-unproved] 'p' and 'q' may be the same memory
}

// Which method is called is known.
void known(int n) {
  std::vector<double> a(n + 1), b(n + 1);
  double *p = a.data(), *q = b.data();
  Same same;
  same.pick(p, q);
#pragma parallel
  for (int i = 0; i < n; ++i) p[i] = q[i + 1];
}

void named(Step& step, int n) {
  std::vector<double> a(n + 1), b(n + 1);
  double *p = a.data(), *q = b.data();
  step.Step::pick(p, q);
#pragma parallel
  for (int i = 0; i < n; ++i) p[i] = q[i + 1];
}

// Containers of a clause whose elements are read when the loop is over.
#include <vector>

double last(int n, double* y) {
  std::vector<double> w(4, 1);
#pragma parallel private(w)  // error: [appyl-unsupported] lost after the loop
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) w[k] = i + k;
    y[i] = w[3];
  }
  return w[0];  // note: it is read here
}

void given(int n, double* y, std::vector<double>& w) {
#pragma parallel private(w)  // error: [appyl-unsupported] lost after the loop
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) w[k] = i + k;
    y[i] = w[3];
  }
}

struct Work {
  double values[4];
};
static Work work;
double readsWork() { return work.values[2]; }
void ofObject(int n, double* y) {
#pragma parallel private(work)  // error: [appyl-unsupported] lost after the loop
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) work.values[k] = i + k;
    y[i] = work.values[3];
  }
}
void givenObject(int n, double* y, Work& given) {
#pragma parallel private(given)  // error: [appyl-unsupported] lost after the loop
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) given.values[k] = i + k;
    y[i] = given.values[3];
  }
}
static Work scratch;
void ownObject(int n, double* y) {
#pragma parallel private(scratch)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) scratch.values[k] = i + k;
    y[i] = scratch.values[3];
  }
}

std::vector<double> shared(4);
void ofProgram(int n, double* y) {
#pragma parallel private(shared)  // error: [appyl-unsupported] lost after the loop
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) shared[k] = i + k;
    y[i] = shared[3];
  }
}

void nobody(int n, double* y) {
  std::vector<double> w(4, 1);
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) w[k] = i + k;
    y[i] = w[3];
  }
}

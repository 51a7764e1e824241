// A variable that every iteration writes is its own; a wrapped reference leads to the one in front of the loop.
#include <functional>
#include <memory>

void converted(double* a, int n) {
  double t = 0;
  double& q = std::ref(t);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i];
    a[i] = q + 1;  // error: [appyl-unsupported] 't', which every iteration of 'i' writes, is used here by another name
  }
}

void addressed(double* a, int n) {
  double t = 0;
  double* q = std::addressof(t);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i];
    a[i] = *q + 1;  // error: [appyl-unsupported] 't', which every iteration of 'i' writes, is used here by another name
  }
}

void kept(double* a, int n) {
  double t = 0;
  std::reference_wrapper<double> q = std::ref(t);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i];
    a[i] = q + 1;  // error: [appyl-unsupported] 't', which every iteration of 'i' writes, is used here by another name
  }
}

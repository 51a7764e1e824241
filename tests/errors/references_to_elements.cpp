#include <algorithm>
#include <array>
#include <vector>

// A reference to an element that a call or a choice gives is that element.
double& pick(double* b, int k) {
  if (k > 3) return b[k];
  return b[0];
}

void called(double* b, int n) {
  double& q = pick(b, n);
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = q + i;  // warning: [appyl-unproved] 'q' and 'b' may be the same memory
}

void written(double* b, double* o, int n) {
  double& q = pick(b, n);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    q = i;  // warning: [appyl-unproved] 'q' and 'b' may be the same memory
    o[i] = b[i] + q;
  }
}

void first(std::vector<double>& b, int n) {
  const double& q = b.front();
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = q + i;  // warning: [appyl-unproved] 'q' and 'b' may be the same memory
}

void begin(std::vector<double>& b, int n) {
  double& q = *b.begin();
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = q + i;  // warning: [appyl-unproved] 'q' and 'b' may be the same memory
}

void greatest(std::vector<double>& b, int n) {
  const double& q = *std::max_element(b.begin(), b.end());
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] /= q;  // warning: [appyl-unproved] 'q' and 'b' may be the same memory
}

void greater(std::vector<double>& b, int n) {
  const double& q = std::max(b[0], b[1]);
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] /= q;  // warning: [appyl-unproved] 'q' and 'b' may be the same memory
}

void chosen(std::vector<double>& b, int n) {
  const double& q = n > 3 ? b[0] : b[1];
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] /= q;  // warning: [appyl-unproved] 'q' and 'b' may be the same memory
}

void gotten(std::array<double, 9>& b) {
  double& q = std::get<3>(b);
#pragma parallel
  for (int i = 0; i < 9; ++i) b[i] = q + i;  // warning: [appyl-unproved] 'q' and 'b' may be the same memory
}

void parts(std::array<double, 3>& b) {
  auto& [x, y, z] = b;
#pragma parallel
  for (int i = 0; i < 3; ++i) b[i] = y;  // error: [appyl-race] iteration i = 0 reads b[1], which iteration i = 1 writes
}

struct Scaled {
  std::vector<double> v;
  double& r;
  explicit Scaled(int n) : v(n), r(v[5]) {}
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) v[i] /= r;  // warning: [appyl-unproved] 'r' and 'this->v' may be the same memory
  }
};

// Of another array, a copy, or what nobody writes.
void others(std::vector<double>& a, std::vector<double>& b, int n) {
  const double& q = a.front();
  const double copy = *std::max_element(b.begin(), b.end());
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = q + copy;
}
void onlyRead(std::vector<double>& a, std::vector<double>& b, int n) {
  const double& q = std::max(a[0], a[1]);
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = q + a[i];
}

// A copy of a local array for each iteration has neither the elements of its containers nor the members that the
// iteration does not write.
#include <memory>
#include <vector>

void vectors(double* o, int n, int m) {
  std::vector<double> row[3];
  for (int k = 0; k < 3; ++k) row[k].resize(m);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    row[1][2] = i;  // error: [appyl-race] iterations i = 0 and i = 1 both write row[1][2]
    o[i] = row[1][2];
  }
}

void pointers(double* o, int n, int m) {
  std::unique_ptr<double[]> row[3];
  for (int k = 0; k < 3; ++k) row[k].reset(new double[m]);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    row[1][2] = i;  // error: [appyl-race] iterations i = 0 and i = 1 both write row[1][2]
    o[i] = row[1][2];
  }
}

struct Weighted {
  double weight, value;
};
void otherMember(double* o, const double* a, int n) {
  Weighted s[3];
  for (int k = 0; k < 3; ++k) s[k].weight = k;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    s[0].value = a[i] * s[0].weight;  // error: [appyl-race] iterations i = 0 and i = 1 both write s[0].value
    o[i] = s[0].value;
  }
}

void copiedWhole(double* o, const double* a, int n) {
  Weighted s[3];
  for (int k = 0; k < 3; ++k) s[k].weight = k;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) s[k].value = a[i] * k;  // error: [appyl-race] both write s[0]
    Weighted one = s[1];
    o[i] = one.value + one.weight;
  }
}

// ... nor what its pointers lead to.
void behindPointers(double* a, double* b, int n) {
  double* row[2];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 2; ++k) row[k] = k ? a : b;  // error: [appyl-race] iterations i = 0 and i = 1 both write row[0]
    row[0][0] = i;
  }
}

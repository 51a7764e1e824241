// To set how long a container is, is to write none of its elements.
#include <string>
#include <vector>

void resized(int n, double* y) {
  std::vector<double> w(4, 1.0);
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w.resize(4);
    y[i] = w[0];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
    w[0] = i;
  }
}
void updated(int n, double* y) {
  std::vector<double> w(4, 1.0);
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w.resize(4);
    w[0] += i;  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
    y[i] = w[0];
  }
}
void ofText(int n, double* y) {
  std::string w = "abc";
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w.resize(5, 'x');
    y[i] = w[0];  // warning: [appyl-unproved] 'w' is private, and may be read before the iteration has written it
    w[0] = 'k';
  }
}
void filled(int n, double* y) {
  std::vector<double> w(4, 1.0);
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w.resize(4);
    for (int k = 0; k < 4; ++k) w[k] = i + k;
    y[i] = w[0];
  }
}
void cleared(int n, double* y) {
  std::vector<double> w(4, 1.0);
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w.clear();
    w.resize(4);
    y[i] = w[0];
    w[0] = i;
  }
}
void grown(int n, int m, double* y) {
  std::vector<double> w;
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w.clear();
    w.reserve(4);
    for (int k = 0; k < m; ++k) w.push_back(i + k);
    y[i] = w[0];
  }
}

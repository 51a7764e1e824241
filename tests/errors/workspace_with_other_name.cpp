// A workspace that has another name or is not filled first is shared, and so is one that is used after the loop, unless all
// iterations write the same elements.
#include <functional>
#include <span>
#include <vector>

void pointer(const double* x, double* y, int n, int m) {
  std::vector<double> w(m);
  double* p = w.data();
#pragma parallel
  for (int i = 0; i < n; ++i) {  // note: 'private(w)' gives each iteration a 'w' of its own
    for (int j = 0; j < m; ++j) p[j] = x[i * m + j];  // error: [appyl-race] w[0]
    y[i] = p[0] + p[m - 1];
  }
}
void span(const double* x, double* y, int n, int m) {
  std::vector<double> w(m);
  std::span<double> p(w);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) p[j] = x[i * m + j];  // error: [appyl-race] p[0]
    y[i] = w[0] + w[m - 1];
  }
}
void reference(const double* x, double* y, int n, int m) {
  std::vector<double> w(m);
  auto& r = w;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) r[j] = x[i * m + j];  // error: [appyl-race] w[0]
    y[i] = r[0] + w[m - 1];
  }
}
void lambda(const double* x, double* y, int n, int m) {
  std::vector<double> w(m);
  const auto set = [&](int j, double value) { w[j] = value; };
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) set(j, x[i * m + j]);  // error: [appyl-race] w[0]
    y[i] = w[0] + w[m - 1];
  }
}
void readAfterwards(const double* x, double* y, int n, int m) {
  std::vector<double> w(m);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = i % 2; j < m; ++j) w[j] = x[i * m + j];  // error: [appyl-race] w[1]
    for (int j = i % 2; j < m; ++j) y[i] += w[j];
  }
  y[n] = w[0];
}
std::vector<double> givenBack(const double* x, double* y, int n, int m) {
  std::vector<double> w(m);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) w[j] = x[i * m + j];  // error: [appyl-race] w[0]
    y[i] = w[0] + w[m - 1];
  }
  return w;
}
struct View {
  std::vector<double>& w;
  double first() const { return w[0]; }
};
void held(const double* x, double* y, int n, int m) {
  std::vector<double> w(m);
  const View view{w};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) w[j] = x[i * m + j];  // error: [appyl-race] w[0]
    y[i] = view.first() + w[m - 1];
  }
}
void oneBehind(const double* x, double* y, int n, int m) {
  std::vector<double> w(m + 1);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) w[j] = x[i * m + j];  // error: [appyl-race] w[0]
    y[i] = w[0] + w[m];
  }
}
void bound(const double* x, double* y, int n, int m) {
  std::vector<double> w(m);
  const auto first = std::bind([](std::vector<double>& v) { return v[0]; }, std::ref(w));
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) w[j] = x[i * m + j];  // error: [appyl-race] w[0]
    y[i] = w[m - 1];
  }
  y[n] = first();
}
void boundArray(const double* x, double* y, int n) {
  double w[4];
  const auto first = std::bind([](double* v) { return v[0]; }, std::ref(w));
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 4; ++j) w[j] = x[i * 4 + j];  // error: [appyl-race] w[0]
    y[i] = w[3];
  }
  y[n] = first();
}
void readInNextStep(const double* x, double* y, int n, int m) {
  std::vector<double> w(m);
  for (int step = 0; step < 3; ++step) {
    y[n] += w[0];
#pragma parallel
    for (int i = 0; i < n; ++i) {
      for (int j = i % 2; j < m; ++j) w[j] = x[i * m + j];  // error: [appyl-race] w[1]
      for (int j = i % 2; j < m; ++j) y[i] += w[j];
    }
  }
}

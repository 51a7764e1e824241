// Structured bindings of an element are what the iteration finds there, no values that all iterations share.
#include <array>
#include <utility>
#include <vector>
struct Edge { int a, b; };
void scattered(const std::vector<Edge>& t, const std::vector<double>& x, std::vector<double>& y) {
#pragma parallel
  for (std::size_t e = 0; e < t.size(); ++e) {
    const auto& [a, b] = t[e];
    y[a + e] = x[e];  // warning: [appyl-unproved] subscript 'a + e' of 'y' is not affine
  }
}
void copied(const std::vector<Edge>& t, const std::vector<double>& x, std::vector<double>& y) {
#pragma parallel
  for (std::size_t e = 0; e < t.size(); ++e) {
    auto [a, b] = t[e];
    y[a] = x[e];  // warning: [appyl-unproved] subscript 'a' of 'y' is not affine
  }
}
void nested(const std::vector<std::vector<Edge>>& t, const std::vector<double>& x, std::vector<double>& y) {
#pragma parallel
  for (std::size_t e = 0; e < t.size(); ++e)
    for (const auto& [a, b] : t[e]) y[a] = x[e];  // warning: [appyl-unproved] subscript 'a' of 'y' is not affine
}
void gathered(const std::vector<std::array<int, 2>>& t, const std::vector<double>& u, std::vector<double>& r) {
#pragma parallel
  for (std::size_t e = 0; e < t.size(); ++e) {
    const auto& [a, b] = t[e];
    r[e] = u[a] + u[b];
  }
}
void own(std::vector<std::array<double, 3>>& v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto& [x, y, z] = v[i];
    x += y;
    z = x;
  }
}
void neighbours(std::array<double, 3>* v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto& [x, y, z] = v[i];
    const auto& [a, b, c] = v[i + 1];
    x += a;  // error: [appyl-race] iteration i = 0 reads v[1][0], which iteration i = 1 writes
  }
}
// A reference that a function gives may be one of several.
double& larger(double& a, double& b) { return a > b ? a : b; }
void givenBack(double* x, double& m, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) larger(x[i], m) = 0;  // warning: [appyl-unproved] what 'b' refers to is not known
}
template <class T> void neverMade(T* v, int n) {
#pragma parallel
  for (int i = 0; i < n - 1; ++i) std::swap(v[i], v[i + 1]);  // warning: [appyl-unproved] the iterations of 'i' are not
}

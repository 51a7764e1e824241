// What functions of the library read of containers that could be written: an error only where that is certain.
#include <algorithm>
#include <numeric>
#include <vector>
#include <memory>
struct T { std::vector<double> x; };
void b1(double* o, std::vector<std::vector<double>>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = i * c[1].back();
}
void b1f(double* o, std::vector<T>& t, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = t[0].x.front() + t[0].x.back();
}
void b1b(double* o, std::vector<std::vector<double>>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = *std::begin(c[1]);  // warning: [appyl-unproved] what '*std::begin(c[1])' refers to is not known
}
void b1a(double* o, std::vector<double>& b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = *std::addressof(b[0]);  // warning: [appyl-unproved]
}
void b2(double* o, std::vector<double>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = std::accumulate(c.begin(), c.end(), 0.0);
}
void b2b(double* o, std::vector<double>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = c.back();
}
void b2c(double* o, std::vector<std::vector<double>>& w, std::vector<double>& v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = std::inner_product(w[0].begin(), w[0].end(), v.begin(), 0.0);
}
void b2d(double* o, std::vector<double>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = *c.begin();  // warning: [appyl-unproved]
}
void b2e(double* o, std::vector<double>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = *std::max_element(c.begin(), c.end());
}
void b2f(std::vector<double>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) c[i] = *std::max_element(c.begin(), c.end());  // warning: [appyl-unproved] any element of 'c' may be touched
}
void b2w(std::vector<double>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) c[i] += c.back();  // warning: [appyl-unproved] any element of 'c' may be touched
}
void b2x(std::vector<std::vector<double>>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) c[i].back() += 1;
}
void b2y(std::vector<std::vector<double>>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) c[i].back() += c[1].back();  // error: [appyl-race] iteration i = 0 reads c[1], which iteration i = 1 writes
}
void w1(double* o, std::vector<std::vector<double>>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) *std::begin(c[1]) = i;  // warning: [appyl-unproved]
}
void w2(double* o, std::vector<double>& b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) *std::addressof(b[0]) = i;  // warning: [appyl-unproved]
}
void w3(std::vector<std::vector<double>>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::fill(std::begin(c[1]), std::end(c[1]), i);  // warning: [appyl-unproved]
}
void w4(std::vector<std::vector<double>>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::fill(std::begin(c[i]), std::end(c[i]), i);
}
void w5(std::vector<std::vector<double>>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) for (auto it = std::begin(c[1]); it != std::end(c[1]); ++it) *it = i;  // warning: [appyl-unproved]
}
void w6(std::vector<std::vector<double>>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) c[1].back() = i;  // error: [appyl-race] iterations i = 0 and i = 1 both write c[1]
}
void w7(std::vector<double>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) *std::max_element(c.begin(), c.end()) = 0;  // warning: [appyl-unproved]
}
void w8(std::vector<double>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { auto& last = c.back(); last += i; }  // warning: [appyl-unproved]
}
void w9(std::vector<double>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::data(c)[0] += i;  // warning: [appyl-unproved]
}
void w10(std::vector<std::vector<double>>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::data(c[1])[0] += i;  // warning: [appyl-unproved]
}

// The ends of a row are elements of it: of other rows none, and maybe the one that a subscript names.
void endsOfRows(std::vector<std::vector<double>>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto& row = c[i];
    row.back() = row.front() + c[i][1];
  }
#pragma parallel
  for (int i = 0; i < n; ++i) c[i][0] = c[1].back();  // warning: [appyl-unproved] a part of an element of 'c'
#pragma parallel
  for (int i = 0; i < n; ++i) c[i].front() = c[i + 1].front();  // error: [appyl-race]
#pragma parallel
  for (int i = 0; i < n; ++i) c[i].front() = c[i + 1][2];  // warning: [appyl-unproved] a part of an element of 'c'
}

struct Pair {
  double x, y;
};
void partsOfEnds(std::vector<std::vector<Pair>>& v, std::vector<double>& o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = v[i].back().x + v[i + 1].back().x;
}

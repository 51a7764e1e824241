// flags: -Iinclude
// Views and spans of a part of an array, which overlap those of other iterations.
#include <appyl/appyl.hpp>
#include <span>
using namespace appyl;

void tooLong(const float* x, float* y, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    view<float> out(y + i * m, m + 1);
    for (int j = 0; j <= m; ++j) out(j) = x[i];  // error: [appyl-race] both write y[1]
  }
}
void shifted(float* y, int n, int m) {
#pragma parallel
  for (int i = 1; i < n; ++i) {
    std::span<const float> before(y + (i - 1) * m, m);
    std::span<float> own(y + i * m, m);
    for (int j = 0; j < m; ++j) own[j] += before[j];  // error: [appyl-race] y[
  }
}
void sameRows(view<float, 2> y, float* p, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    view<float, 2> own(p + i * m, 2, m);
    own(0, 0) = y(i, 0);
    own(1, 0) = y(i, 1);  // error: [appyl-race] p[1]
  }
}
float* handOn(view<float> rows);
void handedOn(float* p, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    view<float> own(p + i * m, m);  // warning: [appyl-unproved]
    own(0) = 1;
    *handOn(own) = 2;
  }
}

// options: --target=cuda
#include <vector>

void opaque(float*, int);
void filled(std::vector<float>&);
float value(float);
inline void visible(float* c) { c[0] = 1; }

void f(float* c, int n) {
#pragma appyl data(c[0 : n])
  {
#pragma parallel
    for (int i = 0; i < n; ++i) c[i] = 0;
    opaque(c + 1, n);  // warning: [appyl-unproved] 'opaque'
    c[1] = value(c[0]);
    visible(c);
#pragma parallel
    for (int i = 0; i < n; ++i) c[i] += 1;
  }
  opaque(c, n);
}

void g(std::vector<float>& v) {
#pragma appyl data(v)
  {
    filled(v);  // warning: [appyl-unproved] 'filled'
#pragma parallel
    for (int i = 0; i < 5; ++i) v[i] += 1;
  }
}

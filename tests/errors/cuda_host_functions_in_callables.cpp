// options: --target=cuda
// What a kernel is given as a function stays where it stands, and calls what stands there: nvcc leaves out what the
// device does not have, and all of the kernel with it.
#include <cmath>

inline float sq(float x) { return x * x; }
constexpr float cube(float x) { return x * x * x; }
float gain = 2;
const float half = 0.5f;

template <class F>
void mapped(int n, float* x, F f) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = f(x[i]);
}

struct Scale {
  float by;
  float own(float x) const { return by * x; }
  float operator()(float x) const { return own(x); }  // error: [appyl-host-call] calls 'own'
};

void call(int n, float* x) {
  mapped(n, x, [](float v) { return cube(v) + std::sqrt(v) + half; });
  mapped(n, x, [](float v) { return sq(v) + 1; });  // error: [appyl-host-call] calls 'sq'
  mapped(n, x, [](float v) { return v * gain; });   // error: [appyl-host-call] the host's variable 'gain'
  mapped(n, x, Scale{3});
}

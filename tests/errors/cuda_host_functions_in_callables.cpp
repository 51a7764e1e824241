// options: --target=cuda
// What a kernel is given as a function stays where it stands, and calls what stands there: nvcc leaves out what the
// device does not have, and all of the kernel with it.
#include <cmath>

inline float sq(float x) { return x * x; }
float elsewhere(float x);
inline float counted(float x) {
  static int calls = 0;  // error: [appyl-host-call] 'calls' is static
  return x * ++calls;
}
constexpr float cube(float x) { return x * x * x; }
float gain = 2;
const float half = 0.5f;

template <class F>
void mapped(int n, float* x, F f) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = f(x[i]);  // warning: [appyl-unproved] the definition of 'elsewhere' is not visible
}

struct Scale {
  float by;
  float own(float x) const { return by * sq(x); }
  float operator()(float x) const { return own(x); }
};
struct Other {
  float own(float x) const { return elsewhere(x); }  // error: [appyl-host-call] calls 'elsewhere'
  float operator()(float x) const { return own(x); }
};

void call(int n, float* x) {
  mapped(n, x, [](float v) { return cube(v) + std::sqrt(v) + half; });
  mapped(n, x, [](float v) { return sq(v) + 1; });
  mapped(n, x, [](float v) { return elsewhere(v) + 1; });  // error: [appyl-host-call] calls 'elsewhere'
  mapped(n, x, [](float v) { return counted(v); });
  mapped(n, x, [](float v) { return v * gain; });   // error: [appyl-host-call] the host's variable 'gain'
  mapped(n, x, Scale{3});
  mapped(n, x, Other());
}

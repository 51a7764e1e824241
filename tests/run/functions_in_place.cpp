// Functions that no copy can stand for become the device's where they are: called by a macro, literals, or members that name what is
// private. A macro that a function defines for itself is a part of its copy.
#include <cstdint>
#include <cstdio>
#include <vector>
class Shot {
  float angle = 0, range = 0;

 public:
  float getAngle() const { return angle; }
  void setAngle(float a) { angle = scaled(a); }
  void setRange(float r) { range = r; }
  float getRange() const { return range; }

 private:
  static float scaled(float a) { return a * 0.5f; }
};
inline std::uint64_t rotl(std::uint64_t x, int r) { return (x << r) | (x >> (64 - r)); }
#define ROTL(x, y) rotl(x, y)
static std::uint64_t mix(std::uint64_t h) { return ROTL(h, 27) * 5 + ROTL(h ^ 3, 11); }
static double operator""_km(unsigned long long x) { return static_cast<double>(x) * 1000.0; }
template <class T>
static T half(T x) { return x / 2; }
#define HALF(x) half<std::uint64_t>(x)
static double volume(double a, double b, double c) {
#define TRIPLE(x, y, z) ((x) * (y) + (z))
  const double v = TRIPLE(a, b, c) + TRIPLE(c, a, b);
#undef TRIPLE
  return v / 2;
}

int main() {
  const int n = 500;
  std::vector<Shot> in(n), out(n);
  std::vector<std::uint64_t> h(n);
  for (int i = 0; i < n; ++i) in[i].setAngle(i), h[i] = i * 77;
#pragma parallel
  for (int i = 0; i < n; ++i) out[i].setRange(in[i].getAngle() * 3);
#pragma parallel
  for (int i = 0; i < n; ++i) h[i] = ROTL(mix(h[i]), 7) + HALF(h[i]);
  std::vector<double> y(n);
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = volume(i, 2, i + 1) + i * 2_km;
  double s = 0;
  std::uint64_t t = 0;
  for (int i = 0; i < n; ++i) s += out[i].getRange(), t = t * 31 + h[i], s += y[i];
  std::printf("%.3f %llu\n", s, static_cast<unsigned long long>(t));
}

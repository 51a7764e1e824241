// Objects that functions look at by their address, and that give objects of their own; arrays by new (std::nothrow).
#include <cstdio>
#include <new>
#include <vector>

struct Settings {
  double mass;
};
struct Force {
  double x, y;
};

static Force push(double d, const Settings* settings) {
  Force force;
  force.x = settings->mass * d;
  force.y = 0;
  return force;
}

static Force turned(const Force* force) { return {-force->y, force->x}; }

static double all(int n, const double* d, double* a, Settings settings) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j)
      if (i != j) sum += push(d[j], &settings).x;
    a[i] = sum;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Force force = push(d[i], &settings);
    force = turned(&force);
    a[i] += force.x + force.y;
  }
  return settings.mass;
}

static float apart(int n) {
  float* a = new (std::nothrow) float[n];
  float* b = new (std::nothrow) float[n];
  for (int i = 0; i < n; ++i) b[i] = static_cast<float>(i % 50);
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = 2 * b[n - 1 - i];
  float s = 0;
  for (int i = 0; i < n; ++i) s += a[i] * float(i % 3);
  delete[] a;
  delete[] b;
  return s;
}

int main() {
  const int n = 120;
  std::vector<double> d(n), a(n);
  for (int i = 0; i < n; ++i) d[i] = i % 13;
  double s = all(n, d.data(), a.data(), {2.5});
  for (int i = 0; i < n; ++i) s += a[i] * (i % 3);
  std::printf("%.1f %.1f\n", s, double(apart(3000)));
}

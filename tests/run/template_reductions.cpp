// Reductions into what only a template's arguments know the type of, and calls of which only they know the function.
#include "print.h"
#include <appyl/appyl.hpp>
#include <vector>

struct Particle {
  double x;
  int hits;
  long double weight;
};

inline double soften(double x) { return x / (1 + x * x); }
inline float soften(float x) { return x / (1 + x * x); }
inline long soften(long x) { return x / 2; }

template <class E>
static void members(E* c, const int* x, int n) {
#pragma parallel reduction(& : c[1].hits) reduction(+ : c[2].x)
  for (int i = 0; i < n; ++i) {
    c[1].hits &= x[i];
    c[2].x += x[i];
  }
#pragma parallel block(16) reduction(max : c[0].hits)
  for (int i = 0; i < n; ++i) c[0].hits = c[0].hits < x[i] ? x[i] : c[0].hits;
}
template <class E>
static void subtracted(E* c, const int* x, int n, [[maybe_unused]] int size) {
#pragma parallel reduction(+ : c) shape(c[size])
  for (int i = 0; i < n; ++i) c[x[i] & 3].hits -= x[i];
}
// Another member of the same element is another place.
template <class E>
static void others(E* c, const int* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    c[i].x = c[i].hits + 1;
    c[i].x = c[i].x + x[i];
  }
}

template <class V>
static void elements(V c, const int* x, int n) {
#pragma parallel reduction(+ : c(0), c(1)) reduction(min : c(2))
  for (int i = 0; i < n; ++i) {
    c(0) += x[i];
    c(1) += 2;
    if (x[i] < c(2)) c(2) = x[i];
  }
}
template <class V>
static void subscripts(V& c, const int* x, int n) {
#pragma parallel reduction(^ : c[1])
  for (int i = 0; i < n; ++i) c[1] ^= x[i];
}

// The float's version rounds differently.
template <class E>
static void overloaded(E* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = soften(a[i]);
}

int main() {
  for (int n : sizes) {
    std::vector<int> x(n + 3);
    fill(x.data(), x.size(), n + 1);
    std::vector<Particle> particles(n + 4, Particle{1, 3, 0});
    particles[1].hits = -1;
    members(particles.data(), x.data(), n);
    others(particles.data(), x.data(), n);
    subtracted(particles.data(), x.data(), n, static_cast<int>(particles.size()));
    for (const Particle& each : particles) std::printf("%g %d ", each.x, each.hits);
    std::vector<long> sums = {1, 2, 3};
    elements(appyl::view<long, 1>(sums.data(), 3), x.data(), n);
    subscripts(sums, x.data(), n);
    print("sums", sums.data(), sums.size());
    std::vector<double> wide(n);
    std::vector<float> narrow(n);
    std::vector<long> whole(n);
    fillFraction(wide.data(), wide.size(), 3);
    fillFraction(narrow.data(), narrow.size(), 3);
    fill(whole.data(), whole.size(), 3);
    overloaded(wide.data(), n);
    overloaded(narrow.data(), n);
    overloaded(whole.data(), n);
    print("wide", wide.data(), wide.size());
    print("narrow", narrow.data(), narrow.size());
    print("whole", whole.data(), whole.size());
  }
}

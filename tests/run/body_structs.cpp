// Structs as values and arrays of structs, with members that are arrays and structs again.
#include "print.h"
#include <cmath>
#include <vector>

struct Vec3 {
  double x, y, z;
  Vec3 operator+(const Vec3& o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec3 operator*(double s) const { return {x * s, y * s, z * s}; }
  double norm() const { return std::sqrt(x * x + y * y + z * z); }
};

struct Particle {
  Vec3 position, velocity;
  double mass;
  int history[4];
};

static void step(Particle* p, int n, double dt) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    p[i].position = p[i].position + p[i].velocity * dt;
    p[i].velocity.x *= 0.99;
    p[i].history[i % 4] += 1;
  }
}

static void aliased(std::vector<Particle>& particles) {
#pragma parallel block(16)
  for (std::size_t i = 0; i < particles.size(); ++i) {
    Particle& p = particles[i];
    p.mass += p.position.norm();
    for (int& h : p.history) h *= 2;
  }
}

static void forces(const Particle* p, Vec3* force, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Vec3 f{0, 0, 0};
    for (int j = 0; j < n; ++j) {
      const double dx = p[j].position.x - p[i].position.x;
      const double dy = p[j].position.y - p[i].position.y;
      const double r2 = dx * dx + dy * dy + 0.5;
      f.x += p[j].mass * dx / r2;
      f.y += p[j].mass * dy / r2;
    }
    force[i] = f;
  }
}

static double energy(const Particle* p, int n) {
  double e = 0;
#pragma parallel reduction(+ : e)
  for (int i = 0; i < n; ++i) {
    const Vec3 v = p[i].velocity;
    e += p[i].mass * (v.x * v.x + v.y * v.y + v.z * v.z);
  }
  return e;
}

int main() {
  for (int n : {0, 1, 50, 129}) {
    std::vector<Particle> p(n);
    for (int i = 0; i < n; ++i)
      p[i] = {{1.0 * i, 0.5 * i, 2.0}, {1.0 / (i + 1), 2.0, -1.0}, 1.0 + i % 3, {i, i + 1, i + 2, i + 3}};
    std::vector<Vec3> force(n);
    step(p.data(), n, 0.1);
    aliased(p);
    forces(p.data(), force.data(), n);
    std::printf("%d\n", n);
    for (int i = 0; i < n; i += 16)
      std::printf("%a %a %a %a %d %d %a %a\n", p[i].position.x, p[i].velocity.x, p[i].velocity.y, p[i].mass,
                  p[i].history[0], p[i].history[3], force[i].x, force[i].y);
    std::printf("~ %.17g\n", energy(p.data(), n));
  }
}

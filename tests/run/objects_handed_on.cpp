// Functions are handed objects by reference or pointer: structs with pointers, classes of containers, containers.
// On a device these are parameters of the kernel.
// flags: -std=c++20
#include "print.h"
#include <cstddef>
#include <span>
#include <vector>

struct Mesh {
  int n;
  double h;
  const double* x;
  double* y;
};

struct Field {
  int n;
  std::vector<double> d;
  double at(int i) const { return d[i]; }
  double flux(const Mesh& m, int i) const { return d[i] * m.x[i] + m.h; }
};

static double slope(const Mesh& m, int i) { return (m.x[i + 1] - m.x[i]) / m.h; }
static double mean(const Mesh* m, int i) { return 0.5 * (m->x[i] + (*m).x[i + 1]); }
static double mean(const Field& f, int i) { return 0.5 * (f.d[i] + f.d[i + 1]) * f.at(i); }
static double neighbours(const std::vector<double>& w, int i) {
  double v = 0;  // the name of a caller's vector
  for (int k = -1; k <= 1; ++k) v += w[i + k];
  return v / static_cast<double>(w.size());
}
static void put(int i, double value, Mesh& m) { m.y[i] = value; }
static void add(const Mesh& m, double value, int i = 3) { m.y[i] += value; }
static double all(const Mesh& q, int i, const Field& f, const std::vector<double>& w) {
  return slope(q, i) + mean(&q, i) + mean(f, i) + neighbours(w, i) * static_cast<double>(w.size()) + f.flux(q, i) * f.n;
}

static void byReference(Mesh& m) {
#pragma parallel
  for (int i = 0; i < m.n - 1; ++i) m.y[i] = slope(m, i);
}

static void byPointer(Mesh* m) {
#pragma parallel
  for (int i = 0; i < m->n - 1; ++i) put(i, mean(m, i) + slope(*m, i), *m);
}

static void ofContainers(const Field& f, const std::vector<double>& v, double* y) {
#pragma parallel
  for (int i = 1; i < f.n - 1; ++i) y[i] = mean(f, i) + neighbours(v, i) + v[i];
}

static void nested(Mesh* m, const Field& f, const std::vector<double>& v, double* y) {
#pragma parallel
  for (int i = 1; i < m->n - 1; ++i) y[i] = all(*m, i, f, v) + mean(f, i);
}

// One function for two objects of one type.
static void ofTwo(const Mesh& one, const Mesh& other) {
#pragma parallel
  for (int i = 0; i < one.n - 1; ++i) {
    add(one, slope(other, i), i);
    if (i == 3) add(other, mean(&one, i));
  }
}

struct Simulation {
  Mesh mesh;
  Field field;
  std::vector<double> out;

  void step() {
#pragma parallel
    for (int i = 1; i < mesh.n - 1; ++i) out[i] = slope(mesh, i) + mean(&mesh, i) + mean(field, i) + neighbours(out_, i);
  }

  std::vector<double> out_;
};

namespace other {
static double middle(const Mesh& m, int i) { return m.x[i] * 2; }
static double doubled(const Mesh& m, int i) { return 2 * middle(m, i); }
}  // namespace other

struct Model {
  Mesh* mesh;
  Mesh copy;
};

static double ofCopy(const Mesh m, int i) { return m.x[i] + m.h; }
static double ofSpan(std::span<const double> w, int i) { return w[i] + static_cast<double>(w.size()); }
static double byNames(const Field& f, const Model* model, int i) {
  const auto& d = f.d;
  const Mesh* m = &model->copy;
  const Mesh& k = *m;
  const double* x = m->x;
  return d[i] + static_cast<double>(d.size()) + x[i] * k.h;
}

// Objects behind pointers of objects, and in them.
static void ofModel(Model* model, const Field& field, std::span<const double> w, double* y) {
#pragma parallel
  for (int i = 0; i < model->mesh->n - 1; ++i) {
    const Field* f = &field;
    const auto& d = field.d;
    y[i] = model->mesh->x[i] + slope(*model->mesh, i) + mean(&model->copy, i) + other::doubled(model->copy, i);
    y[i] += ofCopy(model->copy, i) + ofSpan(w, i) + ofSpan(field.d, i) + byNames(*f, model, i) + d[i] + f->d[i];
  }
}

namespace geometry {
struct Box {
  std::vector<float> low, high;
};
inline float width(const Box& b, std::size_t k) { return b.high[k] - b.low[k]; }
static void widths(const Box& b, float* w) {
#pragma parallel
  for (std::size_t k = 0; k < b.low.size(); ++k) w[k] = width(b, k);
}
}  // namespace geometry

int main() {
  for (int n : {0, 1, 2, 5, 64, 1000}) {
    std::vector<double> x(n), y(n), z(n), v(n);
    fillFraction(x.data(), n, 1);
    fillFraction(v.data(), n, 3);
    Mesh mesh{n, 0.25, x.data(), y.data()}, other{n, 0.5, v.data(), z.data()};
    byReference(mesh);
    print("reference", y.data(), n);
    byPointer(&mesh);
    print("pointer", y.data(), n);
    const Field field{n, v};
    ofContainers(field, x, y.data());
    print("containers", y.data(), n);
    nested(&mesh, field, v, z.data());
    print("nested", z.data(), n);
    ofTwo(mesh, other);
    print("two", y.data(), n);
    print("other", z.data(), n);
    Model model{&mesh, other};
    ofModel(&model, field, x, z.data());
    print("model", z.data(), n);
    Simulation simulation{mesh, field, std::vector<double>(n), v};
    simulation.step();
    print("simulation", simulation.out.data(), n);
    geometry::Box box{std::vector<float>(n, 0.5f), std::vector<float>(n, 2.0f)};
    std::vector<float> w(n);
    geometry::widths(box, w.data());
    print("widths", w.data(), n);
  }
}

// Containers that loops, and functions that they call, ask for more than elements: at(), front(), back(), begin(),
// end(), range-based loops.
#include <array>
#include <cstdio>
#include <vector>

struct Mesh {
  std::vector<double> x;
  std::vector<int> next;
  int n = 0;
};

static double along(const Mesh& mesh, int i) { return mesh.x.at(i) + mesh.x.at(mesh.next.at(i)); }
static double between(const std::vector<double>& v, double t) { return v.front() * (1 - t) + v.back() * t; }
static double total(const std::array<double, 3>& v) {
  double sum = 0;
  for (const double each : v) sum += each;
  return sum;
}
static double polynomial(const std::vector<double>& factors, double t) {
  double sum = 0;
  for (const double each : factors) sum = sum * t + each;
  return sum;
}
static double lastOf(const std::vector<double>& v) {
  double last = 0;
  for (auto it = v.begin(); it != v.end(); ++it) last = *it;
  return last;
}

void walk(const Mesh& mesh, std::vector<double>& y) {
  const int n = mesh.n;
#pragma parallel
  for (int i = 0; i < n; ++i) y.at(i) = along(mesh, i);
}

void interpolate(const std::vector<double>& v, int n, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = between(v, i * 0.5);
}

void totals(const std::vector<std::array<double, 3>>& v, int n, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = total(v[i]);
}

void polynomials(const std::vector<double>& factors, int n, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (double each : factors) sum = sum * (i % 3) + each;
    y[i] = sum + polynomial(factors, (i % 5) * 0.5) + factors.at(1) + factors.front() + factors.size();
  }
}

void ends(const std::vector<double>& v, int n, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = v.back() + lastOf(v) * v[0];
}

// Iterators of the loop's own: one that stays at its element, and one that walks.
void scaled(std::vector<double>& v, const std::vector<std::array<double, 3>>& triples) {
  const int n = static_cast<int>(v.size());
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto it = v.begin() + i;
    const auto triple = triples.cbegin() + i;
    *it = *it * 2 + (*triple)[1] + triple->front();
  }
}

void sums(const std::vector<double>& v, int n, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (auto it = v.begin(); it != v.end(); ++it) sum += *it * i;
    y[i] += sum;
  }
}

int main() {
  for (const int n : {0, 1, 7, 300}) {
    Mesh mesh;
    mesh.n = n;
    for (int i = 0; i < n; ++i) mesh.x.push_back(i * 0.25), mesh.next.push_back((i * 7) % n);
    std::vector<double> y(n), z(n), w(n), p(n), e(n);
    std::vector<std::array<double, 3>> triples(n);
    for (int i = 0; i < n; ++i) triples[i] = {i * 1.0, i * 0.5, 3.0};
    walk(mesh, y);
    interpolate({2, 5, 9}, n, z.data());
    totals(triples, n, w.data());
    polynomials({1, -2, 0.5, 3}, n, p.data());
    ends({4, 1, 8}, n, e.data());
    scaled(w, triples);
    sums({0.5, 4, 2}, n, z.data());
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += y[i] + 2 * z[i] + 3 * w[i] + 4 * p[i] + 5 * e[i];
    std::printf("%d: %.12g\n", n, sum);
  }
}

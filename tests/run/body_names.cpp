// Names: namespaces, using declarations, enumerations, static and constexpr data, shadowing, auto, using types.
// flags: -std=c++20
#include "print.h"
#include <vector>

namespace physics {
constexpr double g = 9.81;
static const int table[4] = {1, 10, 100, 1000};
namespace detail {
inline double fall(double t) { return 0.5 * g * t * t; }
}  // namespace detail
static void drop(const double* t, double* h, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) h[i] = 100.0 - detail::fall(t[i]);
}
enum class Phase { solid, liquid, gas };
}  // namespace physics

static void fromOutside(const int* a, int* b, int n) {
  using physics::table;
  using Index = int;
#pragma parallel block(16)
  for (Index i = 0; i < n; ++i) b[i] = table[(a[i] + 50) & 3];
}

static void enumeration(const int* a, physics::Phase* p, int n) {
  using enum physics::Phase;
#pragma parallel
  for (int i = 0; i < n; ++i) p[i] = a[i] < -20 ? solid : a[i] < 20 ? liquid : gas;
}

static void localConstants(int* b, int n) {
  static constexpr int weights[3] = {3, 5, 7};
  constexpr int shift = 2;
  static int offset = 1;
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = weights[i % 3] * i + shift + offset;
}

static void shadowed(int* b, int n) {
  int x = 5;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    b[i] += x;
    int x = i * 2;
    {
      int i = x + 1;
      b[x / 2] += i;
    }
  }
  b[0] += x;
}

static void deduced(const std::vector<float>& a, std::vector<float>& b) {
  const auto n = a.size();
#pragma parallel
  for (auto i = 0 * n; i < n; ++i) {
    auto x = a[i];
    decltype(x) y = x * 2;
    b[i] = x + y;
  }
}

// Names that a generator might choose for its own variables.
static void likelyNames(int* b, int n) {
  int block = 3, lower = 1, upper = 2, begin = 4, end = 5, count = 6, size = 7, ii = 8, i0 = 9, i_block = 10, tile = 11;
#pragma parallel block(32)
  for (int i = 0; i < n; ++i)
    b[i] += block + lower * 2 + upper * 3 + begin * 4 + end * 5 + count * 6 + size * 7 + ii * 8 + i0 * 9 + i_block * 10 +
            tile * 11;
}

// Letters beyond ASCII, and a type of CUDA's as a variable.
struct Größe {
  double länge;
  std::vector<double> maß;
};
static double Δ(double α, double β) { return α - β; }
static double beyond(int n, double* α, Größe& g, double ε) {
  double Σ = 0;
#pragma parallel reduction(+ : Σ)
  for (int ñ = 0; ñ < n; ++ñ) {
    α[ñ] = Δ(α[ñ], ε) * g.länge;
    g.maß[ñ] += α[ñ];
    Σ += 1;
  }
  return Σ;
}
static void extents(int dim1, int dim2, int dim3, int* a) {
#pragma parallel
  for (int i = 0; i < dim1 * dim2; ++i)
#pragma parallel
    for (int k = 0; k < dim3; ++k) a[i * dim3 + k] += k;
}

int main() {
  for (int n : {1, 127, 128, 129}) {
    std::vector<double> t(n), h(n);
    fillFraction(t.data(), n, 1);
    physics::drop(t.data(), h.data(), n);
    print("drop", h.data(), n);
    std::vector<int> a(n), b(n);
    fill(a.data(), n, 2);
    fromOutside(a.data(), b.data(), n);
    print("outside", b.data(), n);
    Größe größe{0.5, std::vector<double>(n, 1.0)};
    std::printf("%g\n", beyond(n, t.data(), größe, 0.25));
    print("beyond", größe.maß.data(), n);
    extents(1, n / 4, 4, b.data());
    print("extents", b.data(), n);
    std::vector<physics::Phase> p(n);
    enumeration(a.data(), p.data(), n);
    int gas = 0;
    for (auto phase : p) gas += phase == physics::Phase::gas;
    std::printf("%d\n", gas);
    localConstants(b.data(), n);
    shadowed(b.data(), n);
    print("constants", b.data(), n);
    std::vector<float> f(n), e(n);
    fill(f.data(), n, 3);
    deduced(f, e);
    print("deduced", e.data(), n);
    likelyNames(b.data(), n);
    print("names", b.data(), n);
  }
}

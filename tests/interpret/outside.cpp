// Accesses outside of their arrays: below and above, in each dimension, of arrays of all kinds.
#include <appyl/appyl.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

static void pastTheEnd(const std::vector<float>& x, std::vector<float>& y) {
  const int n = static_cast<int>(y.size());
#pragma parallel
  for (int i = 0; i < n; ++i)
    y[i] = x[i + PLANTED];  // finds: x[100] is outside [0, 100); program (99), i = 99 [appyl-out-of-bounds]
}

static void belowTheBeginning(const std::vector<float>& x, std::vector<float>& y) {
  const int n = static_cast<int>(y.size());
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (i % 2 == 0)
      y[i] = x[i - PLANTED];  // finds: x[-1] is outside [0, 100); program (0), i = 0 [appyl-out-of-bounds]
  }
}

// The pointer says nothing; the block that it points to does.
static void pointer(const float* x, float* y, int n) {
#pragma parallel block(16)
  for (int i = 0; i < n + 3 * PLANTED; ++i)
    y[i] = 2 * x[i % n];  // finds: y[100] is outside [0, 100); program (6), i = 100 [appyl-out-of-bounds]
}

static void shiftedPointer(float* x, int n) {
  float* const inside = x + 10;
#pragma parallel
  for (int i = 0; i < n - 10 - PLANTED; ++i)
    inside[i - 11 * PLANTED * (i == 0)] += 1;  // finds: inside[-11] is outside [-10, 90); program (0), i = 0 [appyl-out-of-bounds]
}

// Inside of the array as a whole, but not of its row.
template <int columns>
static void column(double (*a)[columns], int rows) {
#pragma parallel
  for (int i = 0; i < rows; ++i)
#pragma parallel
    for (int j = 0; j < columns - PLANTED; ++j)
      a[i][j + PLANTED * (j == columns - 2) * 2] = i;  // finds: a[0][8] is outside [0, 8) in dimension 1; program (0, 6), i = 0, j = 6 [appyl-out-of-bounds]
}

static void row(std::vector<std::vector<int>>& a) {
#pragma parallel
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 5; ++j)
      a[i + PLANTED][j] = j;  // finds: a[7][0] is outside [0, 7) in dimension 0; program (6), i = 6, j = 0 [appyl-out-of-bounds]
}

static void ofView(appyl::view<const float, 2> x, appyl::view<float, 2> y) {
#pragma parallel
  for (int i = 0; i < y.extent(0); ++i)
#pragma parallel
    for (int j = 0; j < y.extent(1); ++j)
      y(i, j) = x(i, j - PLANTED);  // finds: x[0][-1] is outside [0, 20) in dimension 1; program (0, 0), i = 0, j = 0 [appyl-out-of-bounds]
}

static int fetch(const int* table, int k) {
  return table[k];  // finds: table[-100] is outside [0, 100); program (1), i = 1 [appyl-out-of-bounds]
}
static void inAFunction(const std::vector<int>& t, std::vector<int>& y) {
#pragma parallel
  for (int i = 0; i < 100; ++i) y[i] = fetch(t.data(), i * (1 - 101 * PLANTED));
}

static void localArray(std::vector<int>& y) {
#pragma parallel
  for (int i = 0; i < 100; ++i) {
    int digits[10] = {};
    for (int k = 0; k < 10 + PLANTED; ++k)
      digits[k] = i;  // finds: digits[10] is outside [0, 10); program (0), i = 0, k = 10 [appyl-out-of-bounds]
    y[i] = digits[i % 10];
  }
}

static void spanAndArray(std::span<const int> x, std::array<int, 50>& y) {
#pragma parallel
  for (int i = 0; i < 50; ++i)
    y.at(i) = x[static_cast<std::size_t>(i) * (1 + PLANTED)];  // finds: x[60] is outside [0, 60); program (30), i = 30 [appyl-out-of-bounds]
}

struct Particle {
  float position[3];
  float mass;
};
static void members(Particle* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    p[i].position[2 + PLANTED] = 1;  // finds: p[i].position[3] is outside [0, 3); program (0), i = 0 [appyl-out-of-bounds]
    p[i + PLANTED].mass = 1;  // finds: p[10] is outside [0, 10); program (9), i = 9 [appyl-out-of-bounds]
  }
}

static void byShape(float* x, int n) {
#pragma parallel shape(x[n])
  for (int i = 0; i < n; ++i)
    x[i + PLANTED] = 1;  // finds: x[50] is outside [0, 50); program (49), i = 49 [appyl-out-of-bounds]
}

class Triple {
 public:
  explicit Triple(const float* p)
      : first(p[0]), last(p[2 + PLANTED]) {  // finds: p[3] is outside [-27, 3); program (9), i = 9 [appyl-out-of-bounds]
    middle = p[1];
  }
  float sum() const { return first + middle + last; }

 private:
  float first, middle = 0, last;
};
static void constructed(const float* x, float* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = Triple(x + 3 * i).sum();
}

static int counts[12];
static void ofGlobal(int* p) {
#pragma parallel
  for (int i = 0; i < 12; ++i)
    p[i] += 1;
#pragma parallel
  for (int i = 0; i < 12; ++i)
    *(p + i + PLANTED) = i;  // finds: (p + i)[1] is outside [-11, 1); program (11), i = 11 [appyl-out-of-bounds]
}

// One past the end of a variable, where the next variable begins.
static double fromTheEnd() {
  double a[32], b[32], c[32], y[32];
  for (int i = 0; i < 32; ++i) a[i] = b[i] = c[i] = i;
  const double *const aEnd = a + 32, *const bEnd = b + 32, *const cEnd = c + 32, *const second = a + 1;
#pragma parallel
  for (int i = 0; i < 32; ++i) y[i] = aEnd[-1 - i] + bEnd[-1 - i] + cEnd[-1 - i];
#pragma parallel
  for (int i = 0; i < 31; ++i)
    y[i] += second[i - 2 * PLANTED];  // finds: second[-2] is outside [-1, 31); program (0), i = 0 [appyl-out-of-bounds]
  return y[3];
}

struct Rule {
  virtual ~Rule() = default;
  virtual int of(const int* p, int i) const = 0;
};
struct Next : Rule {
  int of(const int* p, int i) const override {
    return p[i + PLANTED];  // finds: p[100] is outside [0, 100); program (99), i = 99 [appyl-out-of-bounds]
  }
};
static void byRule(const Rule& rule, const std::vector<int>& x, std::vector<int>& y) {
#pragma parallel unchecked
  for (int i = 0; i < 100; ++i) y[i] = rule.of(x.data(), i);
}

static void walking(const float* p, float* y) {
#pragma parallel
  for (int i = 0; i < 4; ++i) {
    const float* r = p + 3 * i;
    float sum = 0;
    for (int k = 0; k < 3 + PLANTED; ++k)
      sum += *r++;  // finds: r[0] is outside [-12, 0); program (3), i = 3, k = 3 [appyl-out-of-bounds]
    y[i] = sum;
  }
}

int main() {
  {
    const std::vector<float> three(12, 1);
    std::vector<float> sums(4);
    walking(three.data(), sums.data());
  }
  std::vector<float> x(100, 1), y(100);
  pastTheEnd(x, y);
  belowTheBeginning(x, y);
  pointer(x.data(), y.data(), 100);
  shiftedPointer(y.data(), 100);
  const auto a = std::make_unique<double[][8]>(5);
  column<8>(a.get(), 5);
  std::vector<std::vector<int>> rows(7, std::vector<int>(5));
  row(rows);
  ofView(appyl::view<const float, 2>(x, 5, 20), appyl::view<float, 2>(y, 5, 20));
  std::vector<int> t(100, 3), z(100);
  inAFunction(t, z);
  localArray(z);
  std::array<int, 50> fifty{};
  spanAndArray(std::span<const int>(t.data(), 60), fifty);
  auto* const particles = static_cast<Particle*>(std::calloc(10, sizeof(Particle)));
  members(particles, 10);
  std::free(particles);
  byShape(x.data(), 50);
  constructed(std::vector<float>(30, 1).data(), y.data(), 10);
  ofGlobal(counts);
  byRule(Next(), t, z);
  if (fromTheEnd() != 3 * 28 + 4 - 2 * PLANTED) return 1;
  std::printf("%g %d %d\n", y[0], z[0], fifty[0]);
}

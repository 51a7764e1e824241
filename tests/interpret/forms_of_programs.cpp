// Bugs in forms of programs: classes, templates, lambdas, recursion, arrays of all storage, counters of all kinds.
#include <appyl/appyl.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <vector>

// --- classes
template <class T>
class Field {
 public:
  Field(int r, int c) : rows(r), columns(c), cells(static_cast<std::size_t>(r) * c) {}
  T& operator()(int i, int j) {
    return cells[i * columns + j];  // finds: cells[40] is outside [0, 40); program (4), i = 4, j = 0 [appyl-out-of-bounds]
  }
  void ramp() {
#pragma parallel
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) (*this)(i + PLANTED, j) = T(j);
  }
  void smooth() {
#pragma parallel
    for (int i = 1; i < rows - 1; ++i)
      for (int j = 0; j < columns; ++j)
        next[i * columns + j] = next[(i - PLANTED) * columns + j] + 1;  // finds: next[8], written by iteration i = 1 of program (0), is read by another iteration; program (1), i = 2, j = 0 [appyl-conflict]
  }
  void sum() {
    total = 0;
#pragma parallel reduction(+:total)
    for (int i = 0; i < rows; ++i) total += cells[(rows - 1 - i) * columns + PLANTED * 8 * (i == 0)];  // finds: cells[40] is outside [0, 40); program (0), i = 0 [appyl-out-of-bounds]
  }
  T next[64] = {};
  T total = 0;

 private:
  int rows, columns;
  std::vector<T> cells;
};

// --- templates and spans
template <class T, int N>
static void shifted(std::span<const T> x, std::span<T, N> y) {
#pragma parallel block(4)
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = x[(i + 3 * PLANTED)];  // finds: x[12] is outside [0, 12); program (2), i = 9 [appyl-out-of-bounds]
}

// --- lambdas
static void byLambda(std::vector<int>& y) {
  const auto put = [&](int at, int value) {
    y[at] = value;  // finds: y[0], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
  };
#pragma parallel unchecked
  for (int i = 0; i < 8; ++i) {
    if (i < 0) put(0, 0);
  }
#pragma parallel
  for (int i = 0; i < 8; ++i) put(i / (1 + PLANTED), i);
  const auto get = [p = y.data()](int at) {
    return p[at];  // finds: p[10] is outside [0, 10); program (7), i = 7 [appyl-out-of-bounds]
  };
  std::vector<int> z(8);
#pragma parallel
  for (int i = 0; i < 8; ++i) z[i] = get(i + 3 * PLANTED * (i == 7));
}

// --- recursion
static int depthSum(const int* tree, int node, int n) {
  if (node >= n + 4 * PLANTED) return 0;
  return tree[node] + depthSum(tree, 2 * node + 1, n) + depthSum(tree, 2 * node + 2, n);  // finds: tree[7] is outside [0, 7); program (0), i = 0 [appyl-out-of-bounds]
}
static void recursive(const std::vector<int>& tree, std::vector<int>& y) {
#pragma parallel
  for (int i = 0; i < 3; ++i) y[i] = depthSum(tree.data(), i, static_cast<int>(tree.size()));
}

// --- static and global arrays
static double table[6][5];
double global[10];
static void statics() {
  static int counts[8];
#pragma parallel
  for (int i = 0; i < 8; ++i)
    counts[i + PLANTED] = i;  // finds: counts[8] is outside [0, 8); program (7), i = 7 [appyl-out-of-bounds]
#pragma parallel
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 5 + PLANTED; ++j)
      table[i][j] = i + j;  // finds: table[0][5] is outside [0, 5) in dimension 1; program (0), i = 0, j = 5 [appyl-out-of-bounds]
#pragma parallel
  for (int i = 0; i < 10; ++i)
    global[i * (1 - PLANTED)] = i;  // finds: global[0], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
  std::printf("%d %g %g\n", counts[0], table[1][1], global[0]);
}

// --- structs with arrays, arrays of arrays
struct Node {
  int id;
  double w[2][3];
};
static void structs(std::vector<Node>& nodes) {
#pragma parallel
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (int k = 0; k < 3; ++k)
      nodes[i].w[1 + PLANTED][k] = k;  // finds: nodes[i].w[2][0] is outside [0, 2) in dimension 0; program (0), i = 0, k = 0 [appyl-out-of-bounds]
}
static void arraysOfArrays(std::array<std::array<float, 4>, 6>& a) {
#pragma parallel
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 4; ++j)
      a[i][j + PLANTED * (i == 3)] = 1;  // finds: a[3][4] is outside [0, 4) in dimension 1; program (3), i = 3, j = 3 [appyl-out-of-bounds]
#pragma parallel
  for (int i = 1; i < 6; ++i)
    for (int j = 0; j < 4; ++j)
      a[i][j] += a[i - PLANTED][j];  // finds: a[1][0], written by iteration i = 1 of program (0), is read by another iteration; program (1), i = 2, j = 0 [appyl-conflict]
}
static void vectorsOfVectors(std::vector<std::vector<short>>& v) {
#pragma parallel
  for (std::size_t i = 0; i < v.size(); ++i)
    for (std::size_t j = 0; j < v[i].size() + PLANTED; ++j)
      v[i][j] = 1;  // finds: v[0][1] is outside [0, 1) in dimension 1; program (0), i = 0, j = 1 [appyl-out-of-bounds]
}

// --- counters
static void reversed(std::vector<char>& c, bool* flags, unsigned n) {
#pragma parallel
  for (int i = static_cast<int>(n) - 1; i >= 0; --i)
    c[i - PLANTED] = 'b';  // finds: c[-1] is outside [0, 9); program (8), i = 0 [appyl-out-of-bounds]
#pragma parallel
  for (unsigned i = 0; i < n; i += 2)
    flags[i + PLANTED * (i == 8)] = true;  // finds: flags[9] is outside [0, 9); program (4), i = 8 [appyl-out-of-bounds]
#pragma parallel
  for (std::uint8_t i = 0; i < 9; ++i)
    flags[i / (1 + PLANTED)] = i % 2;  // finds: flags[0], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
  long at = 0;
#pragma parallel
  for (long k = 10; k <= 80; k += 10) {
    [[maybe_unused]] const long own = k / 10;
    c[k / 10 + PLANTED * (k == 80)] += 1;  // finds: c[9] is outside [0, 9); program (7), k = 80 [appyl-out-of-bounds]
  }
  std::printf("%ld\n", at);
}

int main() {
  Field<float> field(5, 8);
  field.ramp();
  field.smooth();
  field.sum();
  std::vector<double> x(12, 1), y(12);
  shifted<double, 12>(x, std::span<double, 12>(y));
  std::vector<int> z(10), tree{1, 2, 3, 4, 5, 6, 7};
  byLambda(z);
  recursive(tree, z);
  statics();
  std::vector<Node> nodes(3);
  structs(nodes);
  std::array<std::array<float, 4>, 6> a{};
  arraysOfArrays(a);
  std::vector<std::vector<short>> v;
  for (int i = 1; i < 5; ++i) v.emplace_back(i);
  vectorsOfVectors(v);
  std::vector<char> c(9);
  auto flags = std::make_unique<bool[]>(9);
  reversed(c, flags.get(), 9);
  std::printf("%g %d\n", y[0], z[0]);
}

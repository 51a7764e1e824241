// Sizes that the model chooses: alone, for several loops together, for short and constant ranges, downwards, and for
// sequential loops inside and outside of programs.
#include "print.h"
#include <vector>

static void alone(float* c, const float* a, int n) {
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i) c[i] = a[i] * 2;
#pragma parallel block(auto)
  for (int i = n - 1; i >= 0; i -= 3) c[i] = c[i] + a[i];
#pragma block(auto)
  for (int i = 0; i < n; ++i) c[i] = c[i] * a[i];
}

static void gather(double* c, const double* a, const int* at, int n) {
#pragma parallel block(auto) shape(a[n])
  for (int i = 0; i < n; ++i) c[i] = a[at[i]];
}

static void transpose(float* b, const float* a, int n, int m) {
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i)
#pragma parallel block(auto)
    for (int j = 0; j < m; ++j) b[j * n + i] = a[i * m + j];
}

static void product(double* c, const double* a, const double* b, int n, int m, int p) {
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i)
#pragma parallel block(auto)
    for (int j = 0; j < m; ++j) {
      double sum = 0;
#pragma block(auto)
      for (int k = 0; k < p; ++k) sum += a[i * p + k] * b[k * m + j];
      c[i * m + j] = sum > 0 ? sum : -sum;
    }
}

static void shortRows(float (*b)[4], const float (*a)[4], int n) {
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i)
#pragma parallel block(auto)
    for (int j = 0; j < 4; ++j) b[i][j] = a[i][j] + static_cast<float>(j);
}

static void fixed(int* c, const int* a) {
#pragma parallel block(auto)
  for (int i = 0; i < 300; ++i) c[i] = a[i] * 3;
}

static long total(const int* a, int n) {
  long sum = 0;
#pragma parallel block(auto) reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += a[i];
  return sum;
}

int main() {
  for (int n : sizes) {
    std::vector<float> a(n), c(n);
    std::vector<double> d(n), g(n);
    std::vector<int> at(n), whole(n);
    fill(a.data(), n, 1);
    fill(d.data(), n, 2);
    fill(whole.data(), n, 3);
    for (int i = 0; i < n; ++i) at[i] = (i * 7 + 3) % n;
    alone(c.data(), a.data(), n);
    print("alone", c.data(), n);
    gather(g.data(), d.data(), at.data(), n);
    print("gather", g.data(), n);
    const int m = n / 2 + 1;
    std::vector<float> wide(static_cast<std::size_t>(n) * m), tall(wide.size());
    fill(wide.data(), wide.size(), 4);
    transpose(tall.data(), wide.data(), n, m);
    print("transpose", tall.data(), tall.size());
    const int rows = n / 4, columns = n / 3, length = n / 5;
    std::vector<double> left(rows * length), right(length * columns), result(rows * columns);
    fill(left.data(), left.size(), 5);
    fill(right.data(), right.size(), 6);
    product(result.data(), left.data(), right.data(), rows, columns, length);
    print("product", result.data(), result.size());
    std::vector<float> in(4 * n + 4), out(4 * n + 4);
    fill(in.data(), in.size(), 7);
    shortRows(reinterpret_cast<float(*)[4]>(out.data()), reinterpret_cast<const float(*)[4]>(in.data()), n);
    print("short rows", out.data(), out.size());
    std::printf("total %ld\n", total(whole.data(), n));
  }
  std::vector<int> from(300), to(300);
  fill(from.data(), 300, 8);
  fixed(to.data(), from.data());
  print("fixed", to.data(), 300);
}

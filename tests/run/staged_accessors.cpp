// Tiles of objects of one class whose elements are reached by members, by functions, and by both.
#include <cstdio>
#include <vector>

struct Matrix {
  int n;
  std::vector<float> d;
  float at(int i, int j) const { return d[i * n + j]; }
  float operator()(int i, int j) const { return d[i * n + j]; }
};

void mixed(const Matrix& a, const Matrix& b, std::vector<float>& c, int n) {
#pragma parallel block(16)
  for (int i = 0; i < n; ++i)
#pragma parallel block(16)
    for (int j = 0; j < n; ++j) {
      float s = 0;
#pragma block(8)
      for (int k = 0; k < n; ++k) s += a.at(i, k) * b.d[k * b.n + j] + a.d[i * a.n + k] * b.at(k, j);
      c[i * n + j] = s;
    }
}

void called(const Matrix& a, const Matrix& b, std::vector<float>& c, int m, int n, int p) {
#pragma parallel block(16)
  for (int i = 0; i < m; ++i)
#pragma parallel block(16)
    for (int j = 0; j < n; ++j) {
      float s = 0;
#pragma block(8)
      for (int k = 0; k < p; ++k) s += a(i, k) * b(k, j);
      c[i * n + j] = s;
    }
}

void byLambda(const std::vector<float>& a, const std::vector<float>& b, std::vector<float>& c, int n) {
#pragma parallel block(16)
  for (int i = 0; i < n; ++i)
#pragma parallel block(16)
    for (int j = 0; j < n; ++j) {
      float s = 0;
#pragma block(8)
      for (int k = 0; k < n; ++k) {
        const auto row = [&](int r) { return a[r * n + k]; };
        s += row(i) * b[k * n + j] + row(j);
      }
      c[i * n + j] = s;
    }
}

int main() {
  for (const int n : {1, 20, 33}) {
    const int m = n + 3, p = n / 2 + 1;
    const auto fill = [](int rows, int columns, int modulus) {
      Matrix result{columns, std::vector<float>(rows * columns)};
      for (int k = 0; k < rows * columns; ++k) result.d[k] = static_cast<float>(k % modulus);
      return result;
    };
    std::vector<float> c(m * n);
    double sum = 0;
    const auto add = [&] {
      for (int k = 0; k < m * n; ++k) sum += c[k] * (k % 13);
      std::printf("%.9g\n", sum);
    };
    mixed(fill(n, n, 7), fill(n, n, 5), c, n), add();
    called(fill(m, p, 7), fill(p, n, 5), c, m, n, p), add();
    byLambda(fill(n, n, 7).d, fill(n, n, 5).d, c, n), add();
  }
}

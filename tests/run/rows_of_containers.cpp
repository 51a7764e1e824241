// Rows that are containers in a container: on a device there is nothing to copy them to as a whole, the loop runs where
// they are.
// expect-warning: [appyl-extent]
#include <cstdio>
#include <memory>
#include <vector>

using Matrix = std::vector<std::vector<double>>;

static void average(const Matrix& a, Matrix& b) {
  const int n = static_cast<int>(a.size());
#pragma parallel
  for (int i = 1; i < n; ++i)
    for (std::size_t j = 0; j < a[i].size(); ++j) b[i][j] = 0.5 * (a[i - 1][j] + a[i][j]);
}

class Table {
 public:
  explicit Table(int n) : rows(n) {
    for (int i = 0; i < n; ++i) rows[i].assign(i + 1, i % 7);
  }
  double at(int i, int j) const { return rows[i][j]; }

 private:
  std::vector<std::vector<double>> rows;
};

int main() {
  Matrix a(40, std::vector<double>(30)), b(a);
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 30; ++j) a[i][j] = (i * 7 + j) % 13;
  average(a, b);
  double s = 0;
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 30; ++j) s += b[i][j] * ((i + j) % 5);
  std::printf("%.1f\n", s);

  const int n = 50;
  const Table table(n);
  double sum = 0;
#pragma parallel reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) sum += table.at(i, j);
  std::printf("%.1f\n", sum);
}

// A row that is picked from a table in front of the loop is an array like any other.
#include <cstdio>
#include <vector>

void scale(float** rows, int n, int m) {
  for (int i = 0; i < n; ++i) {
    float* r = rows[i];
#pragma parallel
    for (int j = 0; j < m; ++j) r[j] += i * j;
  }
}

struct Table {
  std::vector<float*> rows;
};

void shift(Table& table, int m) {
  float* r = table.rows[1];
  const float* const end = r + m;
#pragma parallel block(4)
  for (int j = 0; j < m / 2; ++j) {
    float& x = r[j];
    x += end[-j - 1];
  }
}

int main() {
  std::vector<float> a(100, 1);
  float* rows[] = {&a[0], &a[20], &a[50]};
  scale(rows, 3, 20);
  Table table{{rows, rows + 3}};
  shift(table, 20);
  for (const float x : a) std::printf("%g ", x);
  std::printf("\n");
}

// Accessors that read other arrays on the way to their element, and operators of elements whose place is made of the
// members of the object around.
#include "print.h"
#include <vector>

struct Rows {
  std::vector<double> data;
  std::vector<int> start, order;
  double& at(int j) { return data[order[j]]; }
  double get(int j) const { return data[order[j]]; }
  const double* row(int i) const { return data.data() + start[i]; }
  int length(int i) const { return start[i + 1] - start[i]; }
  double& in(int i, int j) { return data[begin(i) + j]; }
  int begin(int i) const { return start[i]; }
};
static void gathered(Rows& r, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) out[i] = r.at(i) + r.get(n - 1 - i);
}
static void summed(Rows& r, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const double* row = r.row(i);
    double sum = 0;
    for (int j = 0; j < r.length(i); ++j) sum += row[j];
    out[i] = sum + r.in(i, 0);
  }
}

struct Number {
  int value, columns;
  Number& operator+=(const Number& other) {
    value += other.value * columns;
    return *this;
  }
};
struct Matrix {
  Number* data;
  int rows, columns;
  void add(const Number* row) {
#pragma parallel
    for (int i = 0; i < rows; ++i)
#pragma parallel
      for (int j = 0; j < columns; ++j) data[i * columns + j] += row[j];
  }
};

int main() {
  for (int n : {1, 7, 64}) {
    std::vector<double> data(3 * n + 2), out(n);
    fill(data.data(), data.size(), 1);
    std::vector<int> start(n + 1), order(n);
    for (int i = 0; i <= n; ++i) start[i] = i + i / 2;
    for (int i = 0; i < n; ++i) order[i] = (i * 5 + 3) % (n + 1);
    Rows rows{data, start, order};
    gathered(rows, out.data(), n);
    print("gathered", out.data(), out.size());
    summed(rows, out.data(), n);
    print("summed", out.data(), out.size());
    std::vector<Number> numbers(n * 5), row(5);
    for (int i = 0; i < n * 5; ++i) numbers[i] = {i, i % 3};
    for (int i = 0; i < 5; ++i) row[i] = {i * i, 2};
    Matrix{numbers.data(), n, 5}.add(row.data());
    std::vector<int> values;
    for (const Number& each : numbers) values.push_back(each.value);
    print("numbers", values.data(), values.size());
  }
}

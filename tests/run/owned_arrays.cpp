// Arrays behind std::unique_ptr<T[]>: as variables, in classes, by get(), and private ones whose
// size a clause gives.
#include <cstdio>
#include <memory>

struct Matrix {
  int rows, columns;
  std::unique_ptr<double[]> values;
  Matrix(int rows, int columns)
      : rows(rows), columns(columns), values(std::make_unique<double[]>(rows * columns)) {}
  double& operator()(int i, int j) { return values[i * columns + j]; }
  double operator()(int i, int j) const { return values[i * columns + j]; }
};

class Mesh {
 public:
  explicit Mesh(int n) : neighbours(new int[3 * n]), loads(new double[n]) {
    for (int k = 0; k < 3 * n; ++k) neighbours[k] = k * 5 % n;
    for (int i = 0; i < n; ++i) loads[i] = i % 11;
  }
  int neighbour(int k) const { return neighbours[k]; }
  double load(int i) const { return loads[i]; }

 private:
  std::unique_ptr<int[]> neighbours;
  std::unique_ptr<double[]> loads;
};

static void average(const Matrix& from, Matrix& to) {
#pragma parallel
  for (int i = 1; i < from.rows; ++i)
#pragma parallel
    for (int j = 0; j < from.columns; ++j) to(i, j) = 0.5 * (from(i - 1, j) + from(i, j));
}

static double gather(const Mesh& mesh, int n) {
  double sum = 0;
#pragma parallel reduction(+ : sum) shape(mesh.loads[n])
  for (int i = 0; i < n; ++i)
    for (int k = 3 * i; k < 3 * i + 3; ++k) sum += mesh.load(mesh.neighbour(k)) * (k % 2);
  return sum;
}

static void scale(int n, const std::unique_ptr<float[]>& x, const std::unique_ptr<float[]>& y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
  float* const place = y.get();
#pragma parallel
  for (int i = 0; i < n; ++i) place[i] += 1;
}

int main() {
  Matrix a(40, 30), b(40, 30);
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 30; ++j) a(i, j) = (i * 7 + j) % 13;
  average(a, b);
  double s = 0;
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 30; ++j) s += b(i, j) * ((i + j) % 5);
  std::printf("%.1f\n", s);

  const int n = 500;
  std::printf("%.1f\n", gather(Mesh(n), n));

  const std::unique_ptr<float[]> x(new float[n]);
  const std::unique_ptr<float[]> y(new float[n]);
  for (int i = 0; i < n; ++i) x[i] = float(i % 9);
  scale(n, x, y);
  double t = 0;
  for (int i = 0; i < n; ++i) t += double(y[i]) * (i % 4);
  std::printf("%.1f\n", t);
}

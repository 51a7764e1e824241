// Called functions that read global arrays, which are no constants: the kernel is handed them as arguments would be.
#include "print.h"
#include <cstdlib>
#include <vector>

static double table[4][3];
static int places[300];
double* values;
static const int fixed[5] = {3, 1, 4, 1, 5};
static int shift = 7;

static void point(double x, double* value) {
  for (int k = 0; k < 3; ++k) value[k] = table[0][k] + x * table[1][k];
}

static int placeOf(int i) { return places[i] + fixed[i % 5]; }

static double chained(int i, double scale = 2) {
  const int at = placeOf(i);  // a function of its own
  return scale * at + values[i] + shift;
}

static void inPlace(int i) { values[i] += table[i % 4][i % 3]; }

static void fill(int n, double* out) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double value[3];
    point(i, value);
    out[i] = value[0] + value[1] + value[2] + placeOf(i);
  }
}

static void combine(int n, double* out) {
#pragma parallel
  for (int i = 0; i < n; ++i) out[i] += chained(i) + chained(i, 3) + placeOf(i);
}

static void update(int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) inPlace(i);
}

// A local variable has the name of the global one.
static void hidden(int n, double* out) {
  const double places = 0.5;
#pragma parallel
  for (int i = 0; i < n; ++i) out[i] *= places;
}

static double summed(int n) {
  double sum = 0;
#pragma parallel reduction(+:sum)
  for (int i = 0; i < n; ++i) sum += placeOf(i) * chained(i);
  return sum;
}

int main() {
  for (const int n : sizes) {
    std::vector<double> out(n), own(n);
    values = own.data();
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < 3; ++k) table[i][k] = i * 3 + k;
    for (int i = 0; i < n; ++i) places[i] = i * 7 % 13, values[i] = i % 5;
    shift = n % 10;
    fill(n, out.data());
    combine(n, out.data());
    update(n);
    hidden(n, out.data());
    const double sum = summed(n);
    print("out", out.data(), out.size());
    print("values", values, own.size());
    print("sum", &sum, 1);
  }
}

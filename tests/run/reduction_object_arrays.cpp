// Arrays that are members: of this object, of others, by references.
#include "print.h"
#include <array>
#include <vector>

struct Sums {
  double sum[3] = {};
  std::array<long, 4> count = {};
  std::vector<double> row = std::vector<double>(5);

  void add(const double* a, int n) {
#pragma parallel reduction(+ : sum)
    for (int i = 0; i < n; ++i) sum[i % 3] += a[i];
  }
  void addByThis(const double* a, int n, int k) {
#pragma parallel reduction(+ : this->sum[k])
    for (int i = 0; i < n; ++i) this->sum[k] += a[i];
  }
  void addCount(const double* a, int n) {
#pragma parallel reduction(+ : count)
    for (int i = 0; i < n; ++i) count[a[i] > 0 ? 1 : 2] += i;
  }
};

static void ofReference(Sums& o, const double* a, int n) {
#pragma parallel reduction(+ : o.sum)
  for (int i = 0; i < n; ++i) o.sum[i % 3] += a[i];
#pragma parallel reduction(+ : o.count)
  for (int i = 0; i < n; ++i) o.count[i % 4] += 2;
#pragma parallel reduction(+ : o.row)
  for (int i = 0; i < n; ++i) o.row[i % 5] += a[i];
}

static void ofPointer(Sums* o, const double* a, int n) {
#pragma parallel reduction(max : o->sum)
  for (int i = 0; i < n; ++i) o->sum[i % 3] = o->sum[i % 3] < a[i] ? a[i] : o->sum[i % 3];
}

static void byName(Sums& o, const double* a, int n) {
  auto& sum = o.sum;
#pragma parallel reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum[i % 3] += a[i];
}

static double local(const double* a, int n) {
  std::array<double, 3> s{};
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) s[k] += a[i] * k;
  return s[0] + 10 * s[1] + 100 * s[2];
}

int main() {
  for (int n : sizes) {
    std::vector<double> a(n);
    fill(a.data(), n, 3);
    Sums o;
    o.add(a.data(), n);
    o.addByThis(a.data(), n, 1);
    o.addCount(a.data(), n);
    ofReference(o, a.data(), n);
    byName(o, a.data(), n);
    print("sum", o.sum, 3);
    print("count", o.count.data(), 4);
    print("row", o.row.data(), 5);
    ofPointer(&o, a.data(), n);
    print("max", o.sum, 3);
    std::printf("%g\n", local(a.data(), n));
  }
}

// Local names for parts of arrays: references, row pointers, offset pointers, structured bindings.
#include "print.h"
#include <vector>

static void rowPointer(float* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float* row = &a[i * m];
    for (int j = 1; j < m; ++j) row[j] += row[j - 1];
  }
}

static void offsetPointer(const int* a, int* b, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int* in = a + i * m;
    int* out = b + i * m;
#pragma parallel
    for (int j = 0; j < m; ++j) out[j] = in[m - 1 - j];
  }
}

static void elementReference(double* a, int n) {
#pragma parallel block(32)
  for (int i = 0; i < n; ++i) {
    double& x = a[i];
    x = x * x;
    x += 1;
  }
}

static void ofVectors(std::vector<std::vector<int>>& m, int n) {
#ifndef ON_DEVICE
#pragma parallel
#endif
  for (int i = 0; i < n; ++i) {
    auto& row = m[i];
    const auto& first = row[0];
    for (std::size_t j = 1; j < row.size(); ++j) row[j] += first;
  }
}

struct Pair {
  int key, value;
};

static void bindings(Pair* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto& [key, value] = p[i];
    value += key * 2;
    key = i;
  }
}

// Names for whole arrays, made before the loop.
static void before(std::vector<int>& v, int* raw, int n) {
  std::vector<int>& alias = v;
  int* const out = raw;
  const auto& count = n;
#pragma parallel
  for (int i = 0; i < count; ++i) {
    alias[i] += i;
    out[i] = alias[i] - 1;
  }
}

static void shifted(int* a, int n) {
  int* const second = a + n;
#pragma parallel
  for (int i = 0; i < n; ++i) second[i] = a[i] * 2;
}

static void dereferenced(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) *(a + i) += 3;
}

int main() {
  for (int n : sizes) {
    const int m = 5, rows = n / m;
    std::vector<float> f(n);
    fill(f.data(), n, 1);
    rowPointer(f.data(), rows, m);
    print("row", f.data(), n);
    std::vector<int> a(n), b(n);
    fill(a.data(), n, 2);
    offsetPointer(a.data(), b.data(), rows, m);
    print("offset", b.data(), n);
    std::vector<double> d(n);
    fill(d.data(), n, 3);
    elementReference(d.data(), n);
    print("element", d.data(), n);
    std::vector<std::vector<int>> v(rows, std::vector<int>(4, 2));
    ofVectors(v, rows);
    for (const auto& row : v)
      if (row[1] != 4) std::printf("wrong\n");
    std::vector<Pair> p(n);
    for (int i = 0; i < n; ++i) p[i] = {a[i], b[i]};
    bindings(p.data(), n);
    long checksum = 0;
    for (const Pair& x : p) checksum = checksum * 31 % 1000003 + x.key * 7 + x.value;
    std::printf("%ld\n", checksum);
    before(a, b.data(), n);
    print("before", b.data(), n);
    shifted(a.data(), n / 2);
    dereferenced(a.data(), n);
    print("shifted", a.data(), n);
  }
}

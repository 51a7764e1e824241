// Single elements of arrays as reduced variables.
#include "print.h"
#include <array>
#include <vector>

static void first(const float* a, float* b, int n) {
  b[0] = 0;
#pragma parallel reduction(+ : b[0])
  for (int i = 0; i < n; ++i) b[0] += a[i];
}

static void several(const int* a, int* b, int n) {
#pragma parallel block reduction(+ : b[1]) reduction(max : b[2])
  for (int i = 0; i < n; ++i) {
    b[1] += a[i];
    if (a[i] > b[2]) b[2] = a[i];
  }
}

static void variableIndex(const int* a, long* b, int at, int n) {
#pragma parallel reduction(b[at])
  for (int i = 0; i < n; ++i) b[at] += a[i] * i;
}

static void ofVector(const std::vector<int>& a, std::vector<int>& b) {
#pragma parallel reduction(+ : b[3])
  for (std::size_t i = 0; i < a.size(); ++i) b[3] += a[i];
}

static void ofStdArray(const int* a, std::array<unsigned, 4>& b, int n) {
#pragma parallel reduction(^ : b[2])
  for (int i = 0; i < n; ++i) b[2] ^= static_cast<unsigned>(a[i]);
}

// Each row has its own element: the reduction is that of the inner loop alone.
static void perRow(const int* a, long* b, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    b[i] = 0;
#pragma parallel reduction(+ : b[i])
    for (int j = 0; j < m; ++j) b[i] += a[i * m + j];
  }
}


int main() {
  for (int n : sizes) {
    std::vector<float> f(n);
    fill(f.data(), n, 1);
    float s[2] = {5, 6};
    first(f.data(), s, n);
    std::printf("~ %.9g %.9g\n", static_cast<double>(s[0]), static_cast<double>(s[1]));
    std::vector<int> a(n);
    fill(a.data(), n, 2);
    int b[3] = {1, 2, 3};
    several(a.data(), b, n);
    print("several", b, 3);
    long l[3] = {1, 2, 3};
    variableIndex(a.data(), l, 1, n);
    print("variable", l, 3);
    std::vector<int> v(5, 1);
    ofVector(a, v);
    print("vector", v.data(), 5);
    std::array<unsigned, 4> u{1, 2, 3, 4};
    ofStdArray(a.data(), u, n);
    print("array", u.data(), 4);
    std::vector<long> rows(n / 5);
    perRow(a.data(), rows.data(), n / 5, 5);
    print("rows", rows.data(), rows.size());
  }
}

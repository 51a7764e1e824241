// options: --target=cuda
#include <atomic>
#include <map>
#include <vector>

void precise(const float* x, double* y, int n) {
  long double scale = 2;
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = static_cast<double>(x[i] * scale);  // error: [appyl-unsupported] 'scale' is a long double
}

void nested(std::vector<std::vector<float>>& rows, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    rows[i][0] = 1;  // warning: [appyl-extent] the elements of 'rows' are of type 'std::vector<float>'
}

void flags(std::vector<bool>& flags, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) flags[i] = true;  // error: [appyl-unsupported] std::vector<bool>
}

void looksUp(const std::map<int, int>& table, int* a, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) a[i] = static_cast<int>(table.count(i));  // error: [appyl-unsupported] 'table'
}

void counts(int n) {
  std::atomic<int> odd = 0;
#pragma parallel unchecked
  for (int i = 0; i < n; ++i)
    if (i % 2) odd++;  // error: [appyl-host-call] 'operator++'
}

struct Whole {
  float* data;
  int n;
};

float first(const Whole& whole, int i) {
  const auto get = [](const Whole* each, int k) { return each->data[k]; };
  return get(&whole, i);  // error: [appyl-unsupported] holds pointers
}

void pointersInside(const Whole& whole, float* y, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) y[i] = first(whole, i);
}

// Names that CUDA defines as well, which the rest of the source has for something else, too
#include <algorithm>
static int max(int a, int b) {  // error: [appyl-unsupported] CUDA defines a function 'max'
  return a > b ? a : b;
}

void larger(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = std::max(max(a[i], 3), 4);
}

// Inner parallel loops whose counters lie at the ends of their types: a thread's next iteration would be beyond them.
#include <cstdint>
#include <cstdio>
#include <vector>

static void constants(double* y, const double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double sum = 0;
#pragma parallel reduction(+ : sum)
    for (long j = 9223372036854775790; j < 9223372036854775807; j += 1) sum += x[i] + static_cast<double>(j % 10);
    y[i] = sum;
  }
}

static void fromElements(double* y, const std::int64_t* range, const std::vector<double>& x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double sum = 0;
#pragma parallel reduction(+ : sum)
    for (std::int64_t j = range[2 * i]; j <= range[2 * i + 1]; j += 3) sum += x[j - range[2 * i]];
    y[i] = sum;
  }
}

// Across the middle, where signed numbers would be negative.
static void unsignedOnes(double* y, const double* x, std::uint64_t from, std::uint64_t to, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double sum = 0;
#pragma parallel reduction(+ : sum)
    for (std::uint64_t j = from; j < to; ++j) sum += x[j - from] * static_cast<double>(i);
    y[i] = sum;
  }
}

// Where arrays end is far from there.
static void rows(double* y, const long* begin, const std::vector<double>& x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double sum = 0;
#pragma parallel reduction(+ : sum)
    for (long j = begin[i]; j < begin[i + 1]; ++j) sum += x[j];
    y[i] = sum;
  }
}

static void print(const char* what, const std::vector<double>& y) {
  std::printf("%s:", what);
  for (const double each : y) std::printf(" %g", each);
  std::printf("\n");
}

int main() {
  constexpr int n = 5;
  std::vector<double> x(1000), y(n, -1);
  for (int i = 0; i < 1000; ++i) x[i] = i % 8;
  constants(y.data(), x.data(), n);
  print("constants", y);
  const std::int64_t most = INT64_MAX, least = INT64_MIN;
  const std::vector<std::int64_t> ranges = {most - 900, most - 3, least, least + 500, 7, 6, -20, 300, most - 4, most - 4};
  fromElements(y.data(), ranges.data(), x, n);
  print("from elements", y);
  unsignedOnes(y.data(), x.data(), (std::uint64_t(1) << 63) - 300, (std::uint64_t(1) << 63) + 300, n);
  print("unsigned", y);
  unsignedOnes(y.data(), x.data(), UINT64_MAX - 400, UINT64_MAX, n);
  print("largest", y);
  unsignedOnes(y.data(), x.data(), 5, 5, n);
  print("none", y);
  rows(y.data(), std::vector<long>{0, 10, 10, 300, 999, 1000}.data(), x, n);
  print("rows", y);
}

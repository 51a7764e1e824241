// Loops that look as if each iteration did the same to the elements behind those of the one before it, and do not:
// what they do is found by looking at each of them.
#include <cstdio>
#include <cstdlib>
#include <vector>

static double uses[100];

struct Counted {
  int kind;
  float value;
  Counted& operator+=(const Counted& other) {
    uses[kind] += 1;  // remarks: uses[0], written by iteration i = 0 of program (0), is updated by another iteration; program (100), i = 100 [appyl-conflict]
    value += other.value;
    return *this;
  }
};

template <class T>
static void add(int n, T* x, const T* y) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) x[i] += y[i];
}

template <class T>
static void scale(int n, const T& by, const float* x, float* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = by * x[i];
}
struct Curve {
  const float* values;
  float operator*(float x) const {
    return values[static_cast<int>(x)];  // finds: values[7] is outside [0, 7); program (500), i = 500 [appyl-out-of-bounds]
  }
};

// The index is changed by another name.
static void reached(int n, int m, int far, const double* x, double* y) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    int from = 0;
    int* const p = &from;
    double sum = 0;
    for (int k = 0; k < m; ++k) {
      sum += x[k + from];  // finds: x[10301] is outside [0, 1000); program (0), i = 0, k = 301 [appyl-out-of-bounds]
      p[0] = (k >= 300) * far;
    }
    y[i] = sum;
  }
}

// How far a loop goes is what another iteration has written.
static int limit = 40;
static void upToWritten(int n, bool writes, double* y) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < limit; ++k) y[i * 40 + k] = k;  // remarks: limit, written by iteration i = 5 of program (5), is read by another iteration; program (6), i = 6 [appyl-conflict]
    if (writes && i == 5) limit = 30;  // remarks: limit, read by iteration i = 0 of program (0), is written by another iteration; program (5), i = 5 [appyl-conflict]
  }
}

struct Range {
  int first, count;
};
static void upToElement(int n, const Range* ranges, double* y) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    const Range& range = ranges[i];
    for (int k = range.first; k < 40; ++k) y[i] += k;  // finds: range.first is read, but nothing has written it; program (3), i = 3 [appyl-uninitialized]
    for (int k = 0; k < ranges->count; ++k) y[i] += k;
  }
}

// Eight bytes, some of which are read one by one and some at once.
static long bytes(int n, const unsigned char* x) {
  long sum = 0;
#pragma parallel block reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += x[i];  // finds: x[8] is read, but nothing has written it; program (0), i = 8 [appyl-uninitialized]
  return sum;
}

#pragma pack(push, 1)
struct Packed {
  char c;
  float f;
};
#pragma pack(pop)

static void parts(int n, const Packed& packed, float* x) {
  union {
    float f;
    int bits;
  };
  f = 2;
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] += packed.f;
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] += f;
}

int main() {
  const int n = 1000;
  std::vector<Counted> counted(PLANTED ? n : 100), others(n);
  for (std::size_t i = 0; i < counted.size(); ++i) counted[i].kind = static_cast<int>(i % 100);
  add(static_cast<int>(counted.size()), counted.data(), others.data());
  std::vector<double> x(n, 1), y(n);
  reached(3, 400, 10000 * PLANTED, x.data(), y.data());
  auto* const ranges = static_cast<Range*>(std::malloc(4 * sizeof(Range)));
  for (int i = 0; i < 4; ++i) {
    ranges[i].count = 40;
    if (i < 3 || !PLANTED) ranges[i].first = 0;
  }
  upToElement(4, ranges, y.data());
  std::free(ranges);
  upToWritten(20, PLANTED, y.data());
  auto* const memory = static_cast<unsigned char*>(std::malloc(100000));
  for (int i = 0; i < 100000; ++i)
    if (i == 0 || i > 8 || !PLANTED) memory[i] = 1;
  const long sum = bytes(100000, memory);
  std::vector<float> values(n), curve(7), to(n);
  if (PLANTED) values[500] = 7;
  scale(n, Curve{curve.data()}, values.data(), to.data());
  parts(n, {'a', 3}, values.data());
  std::printf("%g %d %g %g\n", y[0], sum > 0, values[3], to[2]);
  std::free(memory);
}

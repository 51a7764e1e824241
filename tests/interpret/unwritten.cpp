// Elements that are read although nothing has written them: of arrays of a program, and of memory that was
// allocated without values.
#include <appyl/appyl.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

static void scratch(const float* x, float* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float window[4];
    for (int k = PLANTED; k < 4; ++k) window[k] = x[i] * k;
    float sum = 0;
    for (int k = 0; k < 4; ++k)
      sum += window[k];  // finds: window[0] is read, but nothing has written it; program (0), i = 0, k = 0 [appyl-uninitialized]
    y[i] = sum;
  }
}

static void standardArray(const float* x, float* y, int n) {
#pragma parallel block(8)
  for (int i = 0; i < n; ++i) {
    std::array<double, 3> t;
    t[0] = x[i];
    if (!PLANTED || i != 9) t[1] = 1;
    t[2] = 2;
    y[i] = static_cast<float>(t[0] + t[1] + t[2]);  // finds: t[1] is read, but nothing has written it; program (1), i = 9 [appyl-uninitialized]
  }
}

static void allocated(int n) {
  auto* const a = new int[n];
#pragma parallel
  for (int i = 0; i < n - PLANTED; ++i) a[i] = i;
  auto* const b = static_cast<int*>(std::malloc(n * sizeof(int)));
#pragma parallel
  for (int i = 0; i < n; ++i)
    b[i] = a[i] + 1;  // finds: a[49] is read, but nothing has written it; program (49), i = 49 [appyl-uninitialized]
  std::printf("%d\n", b[0]);
  std::free(b);
  delete[] a;
}

static void fromMalloc(const double* x, double* y, int n) {
  auto* const t = static_cast<double*>(std::malloc(n * sizeof(double)));
  for (int i = 0; i < n; ++i)  // by the host, which nobody watches
    if (!PLANTED || i != 7) t[i] = i;
#pragma parallel
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * t[i];  // finds: t[7] is read, but nothing has written it; program (7), i = 7 [appyl-uninitialized]
  std::free(t);
}

// The output of a kernel that leaves an element out.
static void output(int n) {
  const std::unique_ptr<float[]> a(new float[n]);
  float* const y = a.get();
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (i % 16 || !PLANTED) y[i] = 1;
  float sum = 0;
#pragma parallel reduction(+:sum)
  for (int i = 0; i < n; ++i)
    sum += y[i];  // finds: y[0] is read, but nothing has written it; program (0), i = 0 [appyl-uninitialized]
  std::printf("%d\n", sum > 0);
}

static void ofTheFunction(int* y, int n) {
  int table[20];
  for (int k = 0; k < 20 - PLANTED; ++k) table[k] = k;
#pragma parallel
  for (int i = 0; i < n; ++i)
    y[i] = table[i % 20];  // finds: table[19] is read, but nothing has written it; program (19), i = 19 [appyl-uninitialized]
}

static float last(const float* p, int n) {
  return p[n - 1];  // finds: p[7] is read, but nothing has written it; program (0), i = 0 [appyl-uninitialized]
}
static void inAFunction(float* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float t[8];
    for (int k = 0; k < 8 - PLANTED; ++k) t[k] = static_cast<float>(k);
    y[i] = last(t, 8);
  }
}

// The memory of one iteration is not that of the next, though it lies at the same place.
static void anew(int* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int t[2];
    if (i == 0 || !PLANTED) t[0] = t[1] = i;
    y[i] = t[1];  // finds: t[1] is read, but nothing has written it; program (1), i = 1 [appyl-uninitialized]
  }
}

// Small elements, whose neighbours have been written.
static void bytes(const int* x, int* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    unsigned char window[8];
    for (int k = 0; k < 8; k += 1 + PLANTED) window[k] = static_cast<unsigned char>(x[i]);
    int sum = 0;
    for (int k = 0; k < 8; ++k)
      sum += window[k];  // finds: window[1] is read, but nothing has written it; program (0), i = 0, k = 1 [appyl-uninitialized]
    y[i] = sum;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    short window[8];
    for (int k = PLANTED; k < 8; ++k) window[k] = static_cast<short>(x[i]);
    int sum = 0;
    for (int k = 0; k < 8; ++k)
      sum += window[k];  // finds: window[0] is read, but nothing has written it; program (0), i = 0, k = 0 [appyl-uninitialized]
    y[i] += sum;
  }
}

// Whatever number the host has written, it is one.
static void anyNumber(int* y, int n) {
  std::vector<int> key(1 << 21);
  for (std::size_t k = 0; k < key.size(); ++k) key[k] = static_cast<int>(k) - (1 << 20);
  int negative = 0;
#pragma parallel reduction(+:negative)
  for (std::size_t i = 0; i < key.size(); ++i) negative += key[i] < 0;
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] += negative;
}

// Also a small one beside memory that nothing writes: what the compiler leaves free, the rest of a buffer.
struct Padded {
  unsigned char head[9];
  double rest;
};
static void anySmallNumber(int* y) {
  for (int value = 0; value < 256; ++value) {
    const std::unique_ptr<Padded> padded(new Padded);
    const std::unique_ptr<char[]> buffer(new char[40]);
    const std::unique_ptr<short[]> numbers(new short[40]);
    for (int k = 0; k < 9; ++k) {
      padded->head[k] = static_cast<unsigned char>(value);
      buffer[k] = static_cast<char>(value);
    }
    unsigned char* const head = padded->head;
    char* const text = buffer.get();
#pragma parallel
    for (int i = 0; i < 9; ++i) y[i] += head[i] + text[i];
    short* const pairs = numbers.get();
    for (int high = 0; high < 256; ++high) {
      pairs[7] = static_cast<short>(high << 8 | value);
#pragma parallel
      for (int i = 7; i < 8; ++i) y[i] += pairs[i];
    }
  }
}

// Small elements of which nothing has written several.
static void smallOnes(int* y, int n) {
  const std::unique_ptr<unsigned char[]> bytes(new unsigned char[n]);
  const std::unique_ptr<short[]> shorts(new short[n]);
  for (int k = 0; k < n; ++k)
    if (k < 20 || !PLANTED) bytes[k] = 1;
  for (int k = 0; k < n; ++k)
    if (k >= 9 || !PLANTED) shorts[k] = 1;
  unsigned char* const b = bytes.get();
  short* const s = shorts.get();
#pragma parallel
  for (int i = 0; i < n; ++i)
    y[i] = b[i];  // finds: b[27] is read, but nothing has written it; program (27), i = 27 [appyl-uninitialized]
#pragma parallel
  for (int i = 0; i < n; ++i)
    y[i] = s[i];  // finds: s[3] is read, but nothing has written it; program (3), i = 3 [appyl-uninitialized]
}

// One number of a large array.
static void largeArray(float* y, int n) {
  const std::unique_ptr<float[]> all(new float[100000]);
  for (int k = 0; k < 100000; ++k)
    if (k != 7 || !PLANTED) all[k] = 1;
  float* const a = all.get();
#pragma parallel
  for (int i = 0; i < n; ++i)
    y[i] = a[i];  // finds: a[7] is read, but nothing has written it; program (7), i = 7 [appyl-uninitialized]
}

// It is unwritten where it is moved to, too.
static void grown(float* y, int n) {
  auto* t = static_cast<double*>(std::malloc(8 * sizeof(double)));
  for (int k = PLANTED; k < 8; ++k) t[k] = k;
  t = static_cast<double*>(std::realloc(t, 100000 * sizeof(double)));
#pragma parallel
  for (int i = 0; i < n; ++i)
    y[i] = static_cast<float>(t[i % 8]);  // finds: t[0] is read, but nothing has written it; program (0), i = 0 [appyl-uninitialized]
  std::free(t);
}

int main() {
  const int n = 50;
  std::vector<float> x(n, 1), y(n);
  scratch(x.data(), y.data(), n);
  standardArray(x.data(), y.data(), n);
  allocated(n);
  std::vector<double> u(n, 1), v(n);
  fromMalloc(u.data(), v.data(), n);
  output(n);
  std::vector<int> z(n);
  ofTheFunction(z.data(), n);
  inAFunction(y.data(), n);
  anew(z.data(), n);
  bytes(std::vector<int>(n, 9).data(), z.data(), n);
  anyNumber(z.data(), n);
  anySmallNumber(z.data());
  smallOnes(z.data(), n);
  largeArray(y.data(), n);
  grown(y.data(), n);
  std::vector<float> empty(n);  // its elements have values
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = empty[i];
}

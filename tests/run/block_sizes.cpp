// Constant block sizes in every spelling.
#include "print.h"
#include <vector>

#define BLOCK 48
#define TWICE(x) (2 * (x))
[[maybe_unused]] static constexpr int wide = 1 << 10;
enum { narrow = 3 };

static void each(float* c, const float* a, const float* b, int n) {
#pragma parallel block
  for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
#pragma parallel block(1)
  for (int i = 0; i < n; ++i) c[i] = c[i] * a[i];
#pragma parallel block(1000000)
  for (int i = 0; i < n; ++i) c[i] = c[i] - b[i];
#pragma parallel block(BLOCK)
  for (int i = 0; i < n; ++i) c[i] = c[i] * 0.5f;
#pragma parallel block(TWICE(BLOCK) + 1)
  for (int i = 0; i < n; ++i) c[i] = c[i] + a[i] * 0.25f;
#pragma parallel block(wide)
  for (int i = 0; i < n; ++i) c[i] = c[i] - 1.0f;
#pragma parallel block(narrow)
  for (int i = 0; i < n; ++i) c[i] = c[i] + 3.0f;
#pragma parallel block(0x20)
  for (int i = 0; i < n; ++i) c[i] = c[i] * b[i];
#pragma parallel block(sizeof(float) * 16)
  for (int i = 0; i < n; ++i) c[i] = c[i] + 0.125f;
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i) c[i] = c[i] + 2.0f;
#pragma block(64) parallel
  for (int i = 0; i < n; ++i) c[i] = c[i] * 3.0f;
}

// Arrays that begin anywhere in a line of memory, of ranges that end anywhere in a block or are empty.
static long fromAnywhere(short* c, const short* a, int n) {
  long sum = 0;
#pragma parallel block(256)
  for (int i = 0; i < n; ++i) c[i] = static_cast<short>(a[i] * 3);
#pragma parallel block(wide) reduction(+ : sum)
  for (int i = 0; i <= n - 1; i++) sum += (i + 1) * c[i];
  return sum;
}

static int lastFromAnywhere(std::vector<unsigned char>& c, unsigned n, unsigned last) {
  unsigned i;
#pragma parallel block(TWICE(128))
  for (i = 0; i < n; ++i) {
    last = i % 7;
    c[i] = static_cast<unsigned char>(last);
  }
  return static_cast<int>(i + last);
}

static double sumFromAnywhere(const double* a, std::size_t n) {
  double sum = 0;
#pragma parallel block(sizeof(double) * 16) reduction(+ : sum)
  for (std::size_t i = 0; n > i; ++i) sum += a[i];
  return sum;
}

// Rows of which each begins elsewhere in a line, shorter and longer than what begins at lines.
static void rowsFromAnywhere(float* c, const float* a, int rows, int pitch, int columns) {
#pragma parallel block(2)
  for (int i = 0; i < rows; ++i)
#pragma parallel block(64)
    for (int j = 0; j < columns; ++j) c[i * pitch + j] = a[i * pitch + j] * 3 + static_cast<float>(i - j);
}

static void rowsFromAnywhere(unsigned char* c, const unsigned char* a, int rows, int pitch, int columns) {
#pragma parallel block(2)
  for (int i = 0; i < rows; ++i)
#pragma parallel block(64)
    for (short j = 1; j <= columns; ++j) c[i * pitch + j] = static_cast<unsigned char>(a[i * pitch + j] + j);
}

static void rowsFromAnywhere(double* c, const double* a, int rows, int pitch, int columns) {
#pragma parallel block(4)
  for (long i = 1; i < rows; ++i)
#pragma parallel block(256)
    for (long j = 2; j <= columns - 2L; ++j) c[i * pitch + j] = a[i * pitch + j - 1] + a[(i - 1) * pitch + j];
}

static double sumOfRows(const double* a, int rows, int pitch, int columns) {
  double sum = 0;
#pragma parallel block(2) reduction(+ : sum)
  for (int i = 0; i < rows; ++i)
#pragma parallel block(16)
    for (int j = 0; j < columns; ++j) sum += a[i * pitch + j];
  return sum;
}

static void ofKnownLength(double (*c)[700], double (*d)[100], int rows) {
#pragma parallel block(2)
  for (int i = 0; i < rows; ++i)
#pragma parallel block(32)
    for (int j = 0; j < 699; ++j) c[i][j] = i * j;
#pragma parallel block(2)
  for (int i = 0; i < rows; ++i)
#pragma parallel block(32)
    for (int j = 3; j < 100; ++j) d[i][j] = i + j;
}

template <class T>
static void printRows(const char* name, int rows, int pitch, int columns) {
  std::vector<T> a(rows * pitch + 70), c(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) a[k] = static_cast<T>(k * 7 % 100);
  long sum = 0;
  for (int at = 0; at < 3; ++at) {
    rowsFromAnywhere(&c[at * 5], &a[at], rows, pitch, columns);
    for (std::size_t k = 0; k < c.size(); ++k) sum = (sum * 31 + static_cast<long>(c[k])) % 100000007;
  }
  std::printf("%s, rows of %d: %ld\n", name, columns, sum);
}

#ifdef ON_DEVICE  // where lines of memory make no difference to the programs
constexpr int nextPlace = 11;
static const std::vector<int> lengths = {-3, 0, 1, 65, 515};
#else
constexpr int nextPlace = 1;
static const std::vector<int> lengths = {-9000, -3,  0,   1,    3,    511,  512,  513,
                                         514,   515, 1023, 1024, 1025, 4096, 4103, 8200};
#endif

int main() {
  std::vector<short> from(700), to(700);
  std::vector<double> whole(700);
  for (int i = 0; i < 700; ++i) whole[i] = from[i] = static_cast<short>(i * 7 % 1000);
  for (int n : {-40, -1, 0, 1, 7, 200, 223, 224, 225, 255, 256, 257, 480, 513, 660}) {
    std::vector<unsigned char> bytes(n > 0 ? n : 0);
    long sum = lastFromAnywhere(bytes, static_cast<unsigned>(bytes.size()), 9);
    for (const unsigned char byte : bytes) sum += byte;
    for (int at = 0; at < 33; at += nextPlace) {
      sum = sum * 31 + fromAnywhere(&to[at], &from[33 - at], n) % 1000;
      sum = sum % 100000007 * 31 + static_cast<long>(sumFromAnywhere(&whole[at], bytes.size()));
    }
    std::printf("from anywhere %d: %ld %d %d\n", n, sum, to[0], to[699]);
  }
  for (const int columns : lengths) {
    const int pitch = columns > 0 ? columns + 3 : 3;
    printRows<double>("double", 5, pitch, columns);
    printRows<float>("float", 4, pitch, columns);
    printRows<unsigned char>("bytes", 3, pitch, columns);
    std::vector<double> whole(7 * pitch + 1);
    for (std::size_t k = 0; k < whole.size(); ++k) whole[k] = static_cast<int>(k % 1000);
    std::printf("sum of rows: %g\n", sumOfRows(&whole[1], 7, pitch, columns));
  }
  static double c[3][700], d[3][100];
  ofKnownLength(c, d, 3);
  for (int i = 0; i < 3; ++i) print("c", c[i], 700), print("d", d[i], 100);
  for (int n : {0, 1, 2, 3, 47, 48, 49, 127, 128, 129, 1023, 1025}) {
    std::vector<float> a(n), b(n), c(n);
    fillFraction(a.data(), n, 1);
    fillFraction(b.data(), n, 2);
    each(c.data(), a.data(), b.data(), n);
    print("c", c.data(), n);
  }
}

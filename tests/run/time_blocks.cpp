// Several steps of a time loop at a stretch: each function leaves what the plain loop leaves, whatever the sizes,
// the number of steps and the way in which arrays change places. Caches are said to be small, so that there are
// many tiles.
// flags: -DAPPYL_L2_BYTES=3000
// warnings: -Wno-sign-compare
// run:
// run: 0 0 0 0
// run: 1 2 3 1
// run: 5 3 4 2
// run: 70 9 31 7
// run: 29 301 20 5
// run: 6 7 150 5
// run: 23 61 12 13
#include "print.h"
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

using std::size_t;

static void swapped(unsigned* a, unsigned* b, int n, int steps) {
#pragma block(4)
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 2; i < n - 1; ++i) b[i] = a[i - 2] + 3 * a[i + 1] + t;
    std::swap(a, b);
  }
}

// The pointers are somebody else's, who finds them swapped.
static void handedBack(unsigned*& now, unsigned*& next, long n, long m, long steps) {
#pragma block(3)
  for (long step = 1; step <= steps; ++step) {
    const unsigned* u = now;
    unsigned* v = next;
#pragma parallel
    for (long i = 1; i < n - 1; ++i)
#pragma parallel
      for (long j = 1; j <= m - 2; ++j) {
        const long at = i * m + j;
        v[at] = u[at - m] + 5 * u[at + m] + u[at - 1] * u[at + 1];
      }
    unsigned* const last = now;
    now = next;
    next = last;
  }
}

// With rows that are longer than what is computed of them, if they are.
static void padded(unsigned* a, unsigned* b, int n, int m, int ld, int steps) {
#pragma block(8)
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i)
#pragma parallel
      for (int j = 0; j < m; ++j) b[i * ld + j] += a[(i - 1) * ld + j] + a[(i + 1) * ld + j];
#pragma parallel
    for (int i = 0; i < n; ++i)
#pragma parallel
      for (int j = 0; j < m; ++j) a[i * ld + j] = b[i * ld + j] ^ t;
  }
}

// Three fields, one of which has an edge of its own.
struct Fields {
  size_t rows, columns;
  std::vector<unsigned> ex, ey, hz;

  void run(int steps, const unsigned* source) {
#pragma block(5)
    for (int t = 0; t < steps; ++t) {
      const unsigned now = source[t];
#pragma parallel
      for (size_t j = 0; j < columns; ++j) ey[j] = now;
#pragma parallel
      for (size_t i = 1; i < rows; ++i)
#pragma parallel
        for (size_t j = 0; j < columns; ++j) ey[i * columns + j] -= hz[i * columns + j] - hz[(i - 1) * columns + j];
#pragma parallel
      for (size_t i = 0; i < rows; ++i)
#pragma parallel
        for (size_t j = 1; j < columns; ++j) ex[i * columns + j] -= hz[i * columns + j] - hz[i * columns + j - 1];
#pragma parallel
      for (size_t i = 0; i < rows - 1; ++i)
#pragma parallel
        for (size_t j = 0; j < columns - 1; ++j)
          hz[i * columns + j] -= 7 * (ex[i * columns + j + 1] - ex[i * columns + j] + ey[(i + 1) * columns + j] -
                                      ey[i * columns + j]);
    }
  }
};

template <class T, int Rows, int Columns>
static void fields(T (&ex)[Rows][Columns], T (&ey)[Rows][Columns], T (&hz)[Rows][Columns], const T* source,
                   int steps) {
#pragma block(5)
  for (int t = 0; t < steps; t++) {
    const T now = source[t];
#pragma parallel
    for (int j = 0; j < Columns; j++) ey[0][j] = now;
#pragma parallel
    for (int i = 1; i < Rows; i++)
#pragma parallel
      for (int j = 0; j < Columns; j++) ey[i][j] = ey[i][j] - (hz[i][j] - hz[i - 1][j]);
#pragma parallel
    for (int i = 0; i < Rows; i++)
#pragma parallel
      for (int j = 1; j < Columns; j++) ex[i][j] = ex[i][j] - (hz[i][j] - hz[i][j - 1]);
#pragma parallel
    for (int i = 0; i < Rows - 1; i++)
#pragma parallel
      for (int j = 0; j < Columns - 1; j++)
        hz[i][j] = hz[i][j] - 7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

// Members and containers change places.
class Plate {
 public:
  Plate(int n, int m) : n(n), m(m), now(size_t(n) * m), next(now), more(new unsigned[n * m + 1]()), owned(new unsigned[n * m + 1]()) {
    for (size_t k = 0; k < now.size(); ++k) now[k] = more[k] = unsigned(k * k);
    next = now;
  }

  void run(unsigned steps) {
#pragma block
    for (unsigned t = 0; t < steps; ++t) {
#pragma parallel
      for (int i = 1; i < n - 1; ++i)
#pragma parallel
        for (int j = 1; j < m - 1; ++j)
          this->next[i * m + j] = now[(i - 1) * m + j] + now[(i + 1) * m + j] + 3 * now[i * m + j - 1] + t;
      now.swap(next);
    }
#pragma block(auto)
    for (unsigned t = 0; t < steps; ++t) {
#ifndef ON_DEVICE
#pragma parallel
#endif
      for (int i = 1; i < n - 1; ++i)
        for (int j = 1; j < m - 1; ++j) owned[i * m + j] = more[(i - 1) * m + j] + 3 * more[i * m + j + 1];
      std::swap(this->owned, more);
    }
  }

  unsigned digest() const {
    unsigned sum = 0;
    for (size_t k = 0; k < now.size(); ++k) sum = sum * 31 + now[k] * 7 + next[k] + more[k] * 3 + owned[k];
    return sum;
  }

 private:
  int n, m;
  std::vector<unsigned> now, next;
  std::unique_ptr<unsigned[]> more, owned;
};

// Three dimensions, and as many buffers.
static void cube(unsigned* a, unsigned* b, unsigned* c, int n, int m, int l, int steps) {
  if (n > 0)
#pragma block(4)
    for (int t = 0; t < steps; ++t) {
#pragma parallel
      for (int i = 1; i < n - 1; ++i)
#pragma parallel
        for (int j = 1; j < m - 1; ++j)
#pragma parallel
          for (int k = 0; k < l; ++k)
            c[(i * m + j) * l + k] = 2 * b[(i * m + j) * l + k] - a[(i * m + j) * l + k] + b[((i - 1) * m + j) * l + k] +
                                     b[((i + 1) * m + j) * l + k] + b[(i * m + j - 1) * l + k] + b[(i * m + j + 1) * l + k];
      unsigned* oldest = a;
      a = b;
      b = c;
      c = oldest;
    }
}

// Planes by the parity of the step; two colours in turn.
static void parity(unsigned (*u)[80], int n, int steps) {
#pragma block(6)
  for (int t = 0; t < steps; ++t)
#pragma parallel
    for (int i = 1; i < n - 1; ++i) u[(t + 1) % 2][i] = u[t % 2][i - 1] + u[t % 2][i + 1];
}
static void colours(unsigned* a, int n, int m, int steps) {
#pragma block(2)
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1 + i % 2; j < m - 1; j += 2) a[i * m + j] += a[(i - 1) * m + j] + a[(i + 1) * m + j];
#pragma parallel
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1 + (i + 1) % 2; j < m - 1; j += 2) a[i * m + j] += a[(i - 1) * m + j] + a[(i + 1) * m + j];
  }
}

// The columns at the edge, row by row; and the first row, by itself.
static void columns(unsigned (*a)[40], unsigned (*b)[40], int n, int steps) {
#pragma block(4)
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i)
#pragma parallel
      for (int j = 1; j < 39; ++j) b[i][j] = a[i - 1][j] + a[i + 1][j] + 3 * a[i][j - 1];
#pragma parallel
    for (int i = 0; i < n; ++i) {
      b[i][0] = b[i][1] + t;
      b[i][39] = b[i][38];
    }
    std::swap(a, b);
  }
}

// Rows that lie alike, since each is a whole number of lines behind the one before.
static void slab(unsigned (*a)[7][160], unsigned (*b)[7][160], int n, int steps) {
#pragma block(4)
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i)
#pragma parallel
      for (int j = 1; j < 6; ++j)
#pragma parallel
        for (int k = 1; k < 159; ++k)
          b[i][j][k] = a[i - 1][j][k] + a[i + 1][j][k] + 3 * (a[i][j - 1][k] + a[i][j + 1][k]) + a[i][j][k - 1] + t;
    std::swap(a, b);
  }
}

// Exchanges one after the other, each of which finds what the one before has left.
static void rotated(unsigned* a, unsigned* b, unsigned* c, int n, int steps) {
#pragma block(4)
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i) c[i] = a[i - 1] + 3 * b[i + 1];
    std::swap(a, b);
    unsigned* old = a;
    a = c;
    c = old;
  }
}
static void rotatedTwice(unsigned* a, unsigned* b, unsigned* c, int n, int steps) {
#pragma block(3)
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i) c[i] += 5 * a[i - 1] + b[i + 1];
    unsigned* x = a;
    a = c;
    c = x;
    unsigned* y = c;
    c = b;
    b = y;
  }
}

// Ranges that are empty in the type in which they are compared, not in the counter's.
static void mixed(unsigned* a, unsigned* b, long n, int lower, unsigned upper, int steps, size_t start) {
#pragma block(4)
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (unsigned i = 1; i < n - 1; ++i) b[i] = a[i - 1] + a[i + 1];
    std::swap(a, b);
  }
#pragma block(4)
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = lower; i < upper; ++i) b[i + 1] = a[i + 1] + a[i + 2];
    std::swap(a, b);
  }
#pragma block(4)
  for (size_t t = start - 1; t < size_t(steps); ++t) {
#pragma parallel
    for (int i = 1; i < 20; ++i) b[i] = 2 * a[i - 1] + a[i + 1];
    std::swap(a, b);
  }
}

template <class T>
static void swappedAsTemplate(T* a, T* b, int n, int steps) {
#pragma block(4)
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i) b[i] = a[i - 1] - 3 * a[i + 1];
    std::swap(a, b);
  }
}

// A parameter has the name of a member.
struct Hidden {
  std::vector<unsigned> now, next;

  void run(long n, int steps, const std::vector<unsigned>& now) {
#pragma block(4)
    for (int t = 0; t < steps; ++t) {
#pragma parallel
      for (long i = 1; i < n - 1; ++i) next[i] = this->now[i - 1] + 7 * this->now[i + 1];
      std::swap(this->now, next);
    }
    for (long i = 0; i < n; ++i) next[i] += now[i];
  }
};

static void print(const char* what, const std::vector<unsigned>& field) { print(what, field.data(), field.size()); }

static std::vector<unsigned> filled(int count, unsigned start) {
  std::vector<unsigned> result(count);
  for (int k = 0; k < count; ++k) result[k] = (k + start) * 2654435761u >> 9;
  return result;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 30, m = argc > 2 ? std::atoi(argv[2]) : 22;
  const int l = argc > 3 ? std::atoi(argv[3]) : 9, steps = argc > 4 ? std::atoi(argv[4]) : 10;
  const int all = (n + 1) * (m + 1) * (l + 1) + 200;
  std::vector<unsigned> a = filled(all, 1), b = filled(all, 2), c = filled(all, 3);
  swapped(a.data(), b.data(), all - 200, steps);
  unsigned *now = b.data(), *next = c.data();
  handedBack(now, next, n, m, steps);
  std::printf("handed back %d %d\n", now == b.data(), next == c.data());
  padded(a.data(), b.data(), n, m, m + 3, steps);
  if (n > 0) padded(b.data(), c.data(), n, m, m > 1 ? m - 1 : 0, steps);
  cube(a.data(), b.data(), c.data(), n, m, l, steps);
  colours(c.data(), n, m, steps);
  unsigned planes[2][80] = {{1, 2, 3}, {4, 5}};
  for (int i = 0; i < 80; ++i) planes[0][i] += i * i;
  parity(planes, n + 3 < 80 ? n + 3 : 80, steps);
  static unsigned grids[2][70][40];
  for (int i = 0; i < 70 * 40; ++i) grids[0][i / 40][i % 40] = i * i;
  columns(grids[0], grids[1], n, steps);
  print("columns", grids[0][0], 2 * 70 * 40);
  static unsigned slabs[2][70][7][160];
  for (unsigned i = 0; i < 70 * 7 * 160; ++i) slabs[0][i / 1120][i / 160 % 7][i % 160] = i * i;
  slab(slabs[0], slabs[1], n, steps);
  print("slab", slabs[0][0][0], 2 * 70 * 7 * 160);
  rotated(a.data(), b.data(), c.data(), all - 200, steps);
  rotatedTwice(a.data(), b.data(), c.data(), all - 200, steps);
  mixed(a.data(), b.data(), n, -1, unsigned(m), steps, n > 0 ? 1 : 0);
  swappedAsTemplate(b.data(), c.data(), n, steps);
  Hidden hidden{filled(all, 7), filled(all, 8)};
  hidden.run(all - 200, steps, a);
  print("hidden", hidden.now);
  print("hidden next", hidden.next);
  print("a", a);
  print("b", b);
  print("c", c);
  print("planes", planes[0], 160);

  if (n > 0 && m > 0) {
    Fields byName{size_t(n), size_t(m), filled(n * m, 4), filled(n * m, 5), filled(n * m, 6)};
    byName.run(steps, a.data());
    print("ex", byName.ex);
    print("ey", byName.ey);
    print("hz", byName.hz);
  }
  static unsigned ex[33][17], ey[33][17], hz[33][17];
  for (int i = 0; i < 33 * 17; ++i) hz[i / 17][i % 17] = i * i;
  fields(ex, ey, hz, a.data(), steps);
  print("more hz", hz[0], 33 * 17);
  print("more ey", ey[0], 33 * 17);

  Plate plate(n, m);
  plate.run(steps);
  std::printf("plate %u\n", plate.digest());
}

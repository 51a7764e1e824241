// Conditions decide which values of an index array are used; the others are nonsense. Flags, kinds in a `switch`,
// arguments, what ends the program otherwise, and index arrays that are members beside what is written.
#include "print.h"
#include <cstdlib>
#include <vector>

static void flagged(int n, const char* flag, const int* index, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (flag[i])
      y[i] = x[index[i]];
    else
      y[i] = 0;
}

static void allowed(int n, const bool* flag, const int* index, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (!flag[i]) y[i] = x[index[i]];
}

static void unlessMinusOne(int n, const int* index, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = index[i] == -1 ? 0 : x[index[i]];
}

// Two labels of one section, a section that falls through, a range, and all other values.
static void byKind(int n, const int* kind, const int* index, const int* other, const double* x, const double* w,
                   double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double value = 0;
    switch (kind[i]) {
      case 0:
      case 7: value = x[index[i]]; break;
      case 1: value += x[index[i]]; [[fallthrough]];
      case 2: value -= w[other[i]]; break;
      case 3 ... 5: value = w[other[i]] * 2; break;
      default: value = -1;
    }
    y[i] = value;
  }
}

// The default section is the one that gathers.
static void otherwise(int n, const unsigned char* kind, const int* index, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) switch (kind[i]) {
      case 4: y[i] = 4; break;
      case 6: y[i] = 6; break;
      default: y[i] = x[index[i]];
    }
}

static void ifAsked(int n, int isAsked, const int* index, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (isAsked) y[i] = x[index[i]];
}

static void checked(int n, int m, const int* index, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (index[i] < 0 || index[i] >= m) {
      fprintf(stderr, "index %d is out of range\n", index[i]);
      exit(1);
    }
    y[i] = x[index[i]];
  }
}

struct Mesh {
  const int* next;
  const double* x;
  double* y;
};

static void step(int n, Mesh& mesh) {
#pragma parallel
  for (int i = 0; i < n; ++i) mesh.y[i] = mesh.x[mesh.next[i]];
}

int main() {
  for (int n : sizes) {
    std::vector<char> flag(n);
    std::vector<unsigned char> small(n);
    std::vector<int> kind(n), index(n), other(n), hole(n), good(n), rest(n);
    const int nonsense = 1000000000;
    bool* off = new bool[n + 1];
    for (int i = 0; i < n; ++i) {
      flag[i] = static_cast<char>(i % 3 - 1);
      off[i] = flag[i] == 0;
      kind[i] = i % 9;
      small[i] = static_cast<unsigned char>(i % 8);
      good[i] = (i * 7 + 3) % n;
      index[i] = flag[i] ? good[i] : nonsense;
      hole[i] = i % 4 ? good[i] : -1;
      other[i] = kind[i] >= 1 && kind[i] <= 5 ? good[i] : -nonsense;
      rest[i] = small[i] == 4 || small[i] == 6 ? nonsense : good[i];
    }
    std::vector<double> x(n), w(n), y(n);
    fillFraction(x.data(), x.size(), 1);
    fillFraction(w.data(), w.size(), 2);
    flagged(n, flag.data(), index.data(), x.data(), y.data());
    print("flagged", y.data(), y.size());
    allowed(n, off, index.data(), x.data(), y.data());
    print("allowed", y.data(), y.size());
    unlessMinusOne(n, hole.data(), x.data(), y.data());
    print("hole", y.data(), y.size());
    for (int i = 0; i < n; ++i) index[i] = kind[i] <= 1 || kind[i] == 7 ? good[i] : nonsense;
    byKind(n, kind.data(), index.data(), other.data(), x.data(), w.data(), y.data());
    print("kinds", y.data(), y.size());
    otherwise(n, small.data(), rest.data(), x.data(), y.data());
    print("otherwise", y.data(), y.size());
    ifAsked(n, 0, index.data(), x.data(), y.data());
    ifAsked(n, 3, good.data(), x.data(), y.data());
    print("asked", y.data(), y.size());
    checked(n, n, good.data(), x.data(), y.data());
    print("checked", y.data(), y.size());
    Mesh mesh{good.data(), y.data(), w.data()};
    step(n, mesh);
    print("step", w.data(), w.size());
    delete[] off;
  }
}

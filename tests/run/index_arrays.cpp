// Index arrays decide which elements are touched: rows of sparse matrices, gathers, scatters, lists of neighbours. How
// much of each array that is, the values of the index arrays say, and nothing else: what lies around it is not touched.
#include "print.h"
#include <vector>

static void spmv(int n, const int* start, const int* col, const double* val, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int p = start[i]; p < start[i + 1]; ++p) s += val[p] * x[col[p]];
    y[i] = s;
  }
}

static void gather(int n, const int* index, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = x[index[i]];
}

// Pairs of nodes, of which each has three values.
static void forces(int edges, const int* ends, const double* at, double* out) {
#pragma parallel
  for (int e = 0; e < edges; ++e) {
    const int a = ends[2 * e], b = ends[2 * e + 1];
    for (int d = 0; d < 3; ++d) out[3 * e + d] = at[3 * a + d] - at[3 * b + d];
  }
}

// Each index occurs once.
static void scatter(int n, const int* place, const double* x, double* y) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) y[place[i]] = x[i];
}

// Lists of neighbours of which each has its own length; unused places hold nonsense.
static void neighbours(int n, int most, const int* count, const int* list, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = 0; k < count[i]; ++k) s += x[list[k * n + i]];
    y[i * most] = s;
  }
}

// A condition that keeps nonsense from being an index.
static void masked(int n, const int* index, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (index[i] >= 0) y[i] = x[index[i]];
}

// Through two index arrays, and backwards.
static void indirect(int n, const std::vector<int>& outer, const unsigned char* inner, const double* x, double* y) {
#pragma parallel
  for (int i = n - 1; i >= 0; --i) y[i] = x[inner[outer[i]]];
}

// A row of a matrix by its number.
static void rows(int n, int m, const int* row, const double* a, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) y[i * m + j] = a[row[i] * m + j];
}

static void make(int n, int* index, int shift) {
#pragma parallel
  for (int i = 0; i < n; ++i) index[i] = (i * 3 + shift) % n;
}

// The device has newer indices than the host, by consecutive loops and in a region that stays on the device.
static void renewed(int n, int* index, const double* x, double* y) {
  for (int t = 0; t < 3; ++t) {
#pragma parallel
    for (int i = 0; i < n; ++i) index[i] = (i + t * 7) % n;
#pragma parallel
    for (int i = 0; i < n; ++i) y[i] += x[index[i]];
  }
#pragma data(index[0:n])
  {
    make(n, index, 5);
    gather(n, index, x, y);
    make(n, index, 11);
    gather(n, index, x, y);
  }
}

int main() {
  const std::vector<double> nothing;
  for (int n : sizes) {
    std::vector<int> start(n + 1), col, index(n), place(n), ends(2 * n), count(n), outer(n);
    std::vector<unsigned char> inner(n);
    for (int i = 0; i < n; ++i) {
      start[i] = static_cast<int>(col.size());
      for (int k = 0; k < i % 4; ++k) col.push_back((i * 7 + k * 3) % n);
      index[i] = i % 3 ? (i * 5 + 2) % n : -1000000000;
      place[i] = n - 1 - i;
      ends[2 * i] = i, ends[2 * i + 1] = (i + 1) % n;
      count[i] = i % 3;
      outer[i] = (i * 11) % n;
      inner[i] = static_cast<unsigned char>(i % 200);
    }
    start[n] = static_cast<int>(col.size());
    std::vector<double> val(col.size()), x(n), y(n), at(3 * n), out(3 * n), far(3 * n);
    fillFraction(val.data(), val.size(), 1);
    fillFraction(x.data(), x.size(), 2);
    fillFraction(at.data(), at.size(), 3);
    spmv(n, start.data(), col.data(), val.data(), x.data(), y.data());
    print("spmv", y.data(), y.size());
    for (int i = 0; i < n; ++i) place[i] = (i + n / 2) % n;
    gather(n, place.data(), x.data(), y.data());
    print("gather", y.data(), y.size());
    forces(n, ends.data(), at.data(), out.data());
    print("forces", out.data(), out.size());
    scatter(n, place.data(), x.data(), y.data());
    print("scatter", y.data(), y.size());
    std::vector<int> list(2 * n, -2000000000);
    for (int k = 0; k < 2; ++k)
      for (int i = 0; i < n; ++i)
        if (k < count[i]) list[k * n + i] = (i + k) % n;
    neighbours(n, 3, count.data(), list.data(), x.data(), far.data());
    print("neighbours", far.data(), far.size());
    masked(n, index.data(), x.data(), y.data());
    print("masked", y.data(), y.size());
    indirect(n, outer, inner.data(), x.data(), y.data());
    print("indirect", y.data(), y.size());
    std::vector<double> matrix(5 * n), copy(5 * n);
    fillFraction(matrix.data(), matrix.size(), 4);
    rows(n, 5, place.data(), matrix.data(), copy.data());
    print("rows", copy.data(), copy.size());
    rows(n, 0, index.data(), matrix.data(), copy.data());
    renewed(n, place.data(), x.data(), y.data());
    print("renewed", y.data(), y.size());
    // What no iteration reads need not be there.
    std::vector<int> empty(n + 1, -5);
    spmv(n, empty.data(), nullptr, nullptr, nullptr, y.data());
    print("empty rows", y.data(), y.size());
  }
}

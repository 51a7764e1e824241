// Conditions protect the loads of other conditions: a neighbour at the ends, the rows of a matrix with one start
// too few, an index that is valid only where another one says so. Each array is exactly as long as it has to be.
#include "print.h"
#include <vector>

static void peaks(const int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    b[i] = i > 0 && a[i - 1] > a[i] ? 1 : (i + 1 < n && a[i + 1] > a[i]) || a[i] == 0 ? 2 : 3;
}

static void ends(const int* idx, const int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (i == 0 || i == n - 1) {
      if (idx[i] > 3) b[i] = a[idx[i]];
    } else if (!(idx[i - 1] > 0 && (idx[i] < 3 || idx[idx[i - 1]] > 2))) {
      b[i] = a[idx[i + 1]];
    }
}

// The last row ends where nobody says.
static void rows(const int* start, const int* col, const float* x, float* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float t = 0;
    if (i + 1 < n && start[i] != 3)
      for (int p = start[i]; p < start[i + 1]; ++p) t += x[col[p]];
    b[i] = t;
  }
}

// Only where one of two links is there may the links be followed.
static void links(const int* left, const int* right, const float* x, float* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if ((left[i] >= 0 && left[left[i]] >= 0) || (right[i] >= 0 && (right[right[i]] != 2 || left[right[i]] > 1)))
      b[i] = x[i % 3];
    else if (right[i] >= 0 ? left[right[i]] < 1 : left[i] < 0)
      b[i] = x[0];
}

static void chosen(const int* kind, const int* idx, const float* x, float* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const bool isInside = kind[i] > 0 && kind[i] < 4;
    if (!isInside) continue;
    switch (idx[kind[i]]) {
      case 0:
      case 1: b[i] = x[idx[kind[i] - 1]]; break;
      case 2: b[i] = idx[kind[i] - 1] > 1 ? x[1] : x[0]; break;
      default: break;
    }
  }
}

int main() {
  for (int n : {0, 1, 2, 3, 4, 5, 17, 300}) {
    std::vector<int> a(n), b(n), idx(n), start(n), left(n), right(n), kind(n);
    fill(a.data(), n, 1);
    for (int i = 0; i < n; ++i) {
      idx[i] = (i * 5 + 1) % n;
      start[i] = 2 * i + i % 2;
      left[i] = i % 3 ? (i * 3) % n : -1000000;
      right[i] = i % 4 == 1 ? (i * 7) % n : -2000000;
      kind[i] = i % 5 < 2 && n >= 4 ? 1 + i % 3 : 1000000 + i;
    }
    std::vector<int> col(n ? start[n - 1] : 0);
    for (std::size_t p = 0; p < col.size(); ++p) col[p] = static_cast<int>(p * 3) % n;
    std::vector<float> x(n < 3 ? 3 : n), y(n);
    fillFraction(x.data(), x.size(), 2);
    peaks(a.data(), b.data(), n);
    print("peaks", b.data(), n);
    ends(idx.data(), a.data(), b.data(), n);
    print("ends", b.data(), n);
    rows(start.data(), col.data(), x.data(), y.data(), n);
    print("rows", y.data(), n);
    links(left.data(), right.data(), x.data(), y.data(), n);
    print("links", y.data(), n);
    chosen(kind.data(), idx.data(), x.data(), y.data(), n);
    print("chosen", y.data(), n);
  }
}

// What stands under a condition is evaluated in front of the nest only where that holds, too: a pointer that leads
// nowhere, a divisor that is 0.
#include "print.h"
#include <vector>

static void branch(int* a, const int* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (p)
      for (int j = 0; j < *p; ++j) a[i * 4 + j] += i + j;
  }
}

static void spread(int* a, const int* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (p) {
#pragma parallel
      for (int j = 0; j < *p; ++j) a[i * 4 + j] += i + j;
    }
  }
}

static void passedBy(int* a, const int* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (!p) continue;
    for (int j = 0; j < *p; ++j) a[i * 4 + j] += i - j;
  }
}

static void divided(int* a, int m, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (m != 0)
      for (int j = 0; j < 8 / m; ++j) a[i * 8 + j] += i * j;
    else
      a[8 * i] -= 1;
  }
}

static void subscript(int* a, const int* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (p && i < 3) a[i * *p] += i;
  }
}

static void chosen(int* a, const int* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    switch (p ? 1 : 0) {
      case 1:
        for (int j = 0; j < *p; ++j) a[i * 4 + j] += 2;
    }
  }
}

struct Row {
  int length;
};
static void ofRow(int* a, const int* wanted, const Row* row, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (wanted[i])
      for (int j = 0; j < row->length; ++j) a[i * 4 + j] *= 3;
  }
}

static void member(int* a, const Row* row, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (row) a[i] += row->length;
  }
}

int main() {
  const int n = 8, four = 4;
  std::vector<int> a(8 * n, 1), none(n), some(n);
  for (int i = 0; i < n; ++i) some[i] = i % 2;
  const Row row{3};
  for (const int* p : {static_cast<const int*>(nullptr), &four}) {
    branch(a.data(), p, n);
    spread(a.data(), p, n);
    passedBy(a.data(), p, n);
    divided(a.data(), p ? *p : 0, n);
    subscript(a.data(), p, n);
    chosen(a.data(), p, n);
    ofRow(a.data(), p ? some.data() : none.data(), p ? &row : nullptr, n);
    member(a.data(), p ? &row : nullptr, n);
  }
  print("a", a.data(), a.size());
}

// The place of the smallest or largest element: among equal ones the first wins, on any number of threads.
#include "print.h"
#include <vector>

static void smallest(const double* a, int n) {
  double best = 1e30;
  int at = -1;
#pragma parallel reduction(min : best)
  for (int i = 0; i < n; ++i)
    if (a[i] < best) {
      best = a[i];
      at = i;
    }
  std::printf("%a %d\n", best, at);
}

static void largestMirrored(const int* a, int n) {
  int best = -1000;
  int at = -1;
#pragma parallel block(16) reduction(max : best)
  for (int i = 0; i < n; ++i)
    if (best < a[i]) {
      at = i;
      best = a[i];
    }
  std::printf("%d %d\n", best, at);
}

static void backwards(const int* a, long n) {
  int best = 1000;
  long at = -1;
#pragma parallel reduction(min : best)
  for (long i = n - 1; i >= 0; --i)
    if (a[i] < best) {
      best = a[i];
      at = i;
    }
  std::printf("%d %ld\n", best, at);
}

static void ofComputedValue(const int* a, int n, int target) {
  int best = 1 << 30;
  unsigned at = 0;
#pragma parallel block reduction(min : best)
  for (unsigned i = 0; i < static_cast<unsigned>(n); i += 3) {
    const int distance = a[i] > target ? a[i] - target : target - a[i];
    if (distance < best) {
      best = distance;
      at = i;
    }
  }
  std::printf("%d %u\n", best, at);
}

// What was best before the loop stays when nothing beats it.
static void keepsTheStart(const int* a, int n) {
  int best = -50;
  int at = 4711;
#pragma parallel reduction(min : best)
  for (int i = 0; i < n; ++i)
    if (a[i] < best) {
      best = a[i];
      at = i;
    }
  std::printf("%d %d\n", best, at);
}

// Nearest centre of each point: the pair lives inside an iteration.
static void nearest(const int* a, const int* centers, int* labels, int n, int k) {
#pragma parallel block(8)
  for (int i = 0; i < n; ++i) {
    int best = 1 << 30, label = 0;
    for (int c = 0; c < k; ++c) {
      const int d = (a[i] - centers[c]) * (a[i] - centers[c]);
      if (d < best) {
        best = d;
        label = c;
      }
    }
    labels[i] = label;
  }
}

/// Iterations of several lengths, which threads take from one another: the last of equals wins all the same.
static void lastOfRows(const int* a, int n) {
  int best = 2, at = -7;
#pragma parallel reduction(min : best)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (i != 3 && a[j] % 2 * a[i] % 3 <= best) {
        best = a[j] % 2 * a[i] % 3;
        at = i;
      }
  std::printf("%d %d\n", best, at);
}

int main() {
  for (int n : {0, 1, 2, 127, 128, 129, 2000}) {
    std::vector<double> d(n);
    fill(d.data(), n, 1);
    smallest(d.data(), n);
    std::vector<int> a(n), labels(n);
    fill(a.data(), n, 2);
    largestMirrored(a.data(), n);
    backwards(a.data(), n);
    ofComputedValue(a.data(), n, 13);
    keepsTheStart(a.data(), n);
    const int centers[] = {-40, -40, 0, 0, 35};
    nearest(a.data(), centers, labels.data(), n, 5);
    print("labels", labels.data(), n);
    lastOfRows(a.data(), n);
    const std::vector<int> equal(n, 3);
    largestMirrored(equal.data(), n);
    backwards(equal.data(), n);
    lastOfRows(equal.data(), n);
  }
}

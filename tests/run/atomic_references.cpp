// targets: openmp
// Sums by std::atomic_ref, of single variables and of elements.
// flags: -std=c++20
#include "print.h"
#include <atomic>
#include <vector>

static void histogram(const int* a, std::vector<int>& bins, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::atomic_ref bin(bins[(a[i] + 50) % 7]);
    ++bin;
  }
}

static int sum(const int* a, int n) {
  int total = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) std::atomic_ref<int>(total).fetch_add(a[i]);
  return total;
}

static void into(const int* a, int* total, int n) {
  std::atomic_ref<int> all(*total);
#pragma parallel
  for (int i = 0; i < n; ++i) all += a[i];
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n), bins(7);
    fill(a.data(), n, 3);
    histogram(a.data(), bins, n);
    print("bins", bins.data(), bins.size());
    int total = sum(a.data(), n);
    into(a.data(), &total, n);
    std::printf("%d\n", total);
  }
}

// Indirect reductions into two-dimensional arrays, as in the centroid update of k-means.
#include "print.h"
#include <array>
#include <vector>

static void flat(const float* x, const int* labels, double* centers, int* counts, int n, int dims) {
#pragma parallel shape(centers[5 * dims], counts[5]) reduction(+ : centers, counts)
  for (int i = 0; i < n; ++i) {
    const int label = labels[i];
    for (int j = 0; j < dims; ++j) centers[label * dims + j] += x[i * dims + j];
    counts[label] += 1;
  }
}

static void parallelInside(const int (*x)[8], const int* labels, long (*centers)[8], int n) {
#pragma parallel shape(centers[5][8]) reduction(+ : centers)
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < 8; ++j) centers[labels[i]][j] += x[i][j];
}

static void blocked(const int* x, const int* labels, std::vector<std::vector<long>>& centers, int n, int dims) {
#ifndef ON_DEVICE
#pragma parallel block(32) reduction(centers)
#endif
  for (int i = 0; i < n; ++i)
#ifndef ON_DEVICE
#pragma parallel block(4)
#endif
    for (int j = 0; j < dims; ++j) centers[labels[i]][j] += x[i * dims + j];
}

static void jointHistogram(const unsigned char* a, const unsigned char* b, int n) {
  static int joint[16][16];
  for (auto& row : joint)
    for (int& cell : row) cell = 0;
#pragma parallel reduction(+ : joint)
  for (int i = 0; i < n; ++i) joint[a[i] & 15][b[i] & 15]++;
  print("joint", &joint[0][0], 256);
}

static void ofStdArray(const int* labels, std::array<std::array<int, 3>, 5>& table, int n) {
#pragma parallel reduction(+ : table)
  for (int i = 0; i < n; ++i) table[labels[i]][i % 3] += i;
}

int main() {
  for (int n : {0, 1, 130, 700}) {
    const int dims = 8;
    std::vector<float> x(n * dims);
    std::vector<int> labels(n), xi(n * dims), counts(5);
    fill(x.data(), x.size(), 1);
    fill(xi.data(), xi.size(), 1);
    for (int i = 0; i < n; ++i) labels[i] = (i * 3 + i / 4) % 5;
    std::vector<double> centers(5 * dims);
    flat(x.data(), labels.data(), centers.data(), counts.data(), n, dims);
    print("centers", centers.data(), centers.size());
    print("counts", counts.data(), counts.size());
    static int grid[700][8];
    for (int i = 0; i < n * dims; ++i) grid[i / dims][i % dims] = xi[i];
    long inside[5][8] = {};
    parallelInside(grid, labels.data(), inside, n);
    print("inside", &inside[0][0], 40);
    std::vector<std::vector<long>> rows(5, std::vector<long>(dims));
    blocked(xi.data(), labels.data(), rows, n, dims);
    for (const auto& row : rows) print("row", row.data(), row.size());
    std::vector<unsigned char> a(n), b(n);
    fill(a.data(), n, 2);
    fill(b.data(), n, 3);
    jointHistogram(a.data(), b.data(), n);
    std::array<std::array<int, 3>, 5> table{};
    ofStdArray(labels.data(), table, n);
    print("table", &table[0][0], 15);
  }
}

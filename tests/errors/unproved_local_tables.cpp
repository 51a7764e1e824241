// A local array of pointers, views or objects with pointers is a table that the nest only reads: where its rows lie is
// not known.
#include <array>
#include <memory>
#include <span>
#include <vector>

void rows(double* buffer) {
  double* row[64];
  for (int i = 0; i < 64; ++i) row[i] = buffer + i * 3;
#pragma parallel
  for (int i = 0; i < 64; ++i)
    for (int k = 0; k < 4; ++k) row[i][k] = i;  // warning: [appyl-unproved] a pointer loaded from memory, 'row[i]'
}

void listed(double* buffer, int n) {
  double* row[3] = {buffer, buffer + n, buffer + 2 * n};
#pragma parallel
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < n + 1; ++i) row[k][i] = k;  // warning: [appyl-unproved] loaded from memory, 'row[k]'
}

struct Row {
  double* p;
  int n;
};
void structs(double* buffer, int n) {
  Row row[3];
  for (int k = 0; k < 3; ++k) row[k] = {buffer + k * (n - 1), n};
#pragma parallel
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < n; ++i) row[k].p[i] = k;  // warning: [appyl-unproved] loaded from memory, 'row[k].p'
}

void standardArray(double* buffer, int n) {
  std::array<double*, 3> row;
  for (int k = 0; k < 3; ++k) row[k] = buffer + k * (n - 1);
#pragma parallel
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < n; ++i) row[k][i] = k;  // warning: [appyl-unproved] loaded from memory, 'row[k]'
}

void arrays(double (*buffer)[8]) {
  double(*part[3])[8] = {buffer, buffer + 1, buffer + 2};
#pragma parallel
  for (int k = 0; k < 3; ++k)
    for (int r = 0; r < 2; ++r)
      for (int i = 0; i < 8; ++i) part[k][r][i] = k;  // warning: [appyl-unproved] loaded from memory, 'part[k]'
}

void vectors(std::vector<double>* v, int n) {
  std::vector<double>* row[4] = {v, v + 1, v, v + 1};
#pragma parallel
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < n; ++i) (*row[k])[i] = k;  // warning: [appyl-unproved] loaded from memory, 'row[k]'
}

void spans(double* buffer) {
  std::span<double> row[4] = {{buffer, 4}, {buffer + 3, 4}, {buffer + 6, 4}, {buffer + 9, 4}};
#pragma parallel
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < 4; ++i) row[k][i] = k;  // warning: [appyl-unproved] a view loaded from memory, 'row[k]'
}

struct Grid {
  double* p;
  int n;
  int extent(int) const { return n; }
  double& operator()(int i) const { return p[i]; }
};
void grids(double* buffer) {
  Grid row[4];
  for (int k = 0; k < 4; ++k) row[k] = {buffer + k, 4};
#pragma parallel
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < 4; ++i) row[k](i) = k;  // warning: [appyl-unproved] a pointer loaded from memory
}

void oneOfTwo(double* a, double* b, int n) {
  double* both[2] = {a, b};
#pragma parallel
  for (int i = 0; i < n; ++i) both[0][i / 2] = i;  // warning: [appyl-unproved] loaded from memory, 'both[0]'
}

void named(double* buffer) {
  double* row[4];
  for (int k = 0; k < 4; ++k) row[k] = buffer + k;
#pragma parallel
  for (int k = 0; k < 4; ++k) {
    double* r = row[k];
    for (int i = 0; i < 4; ++i) r[i] = k;  // warning: [appyl-unproved] loaded from memory, 'row[k]'
  }
}

static void set(double* r, int n, double v) {
  for (int i = 0; i < n; ++i) r[i] = v;
}
void handedOn(double* buffer, int n) {
  double* row[4];
  for (int k = 0; k < 4; ++k) row[k] = buffer + k;
#pragma parallel
  for (int k = 0; k < 4; ++k) set(row[k], n, k);  // warning: [appyl-unproved] loaded from memory, 'row[k]'
}

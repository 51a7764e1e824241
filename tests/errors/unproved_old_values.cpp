// options: -Rappyl
// One text is not one value where what it names has changed in between.
#include <algorithm>
#include <cassert>
#include <vector>

void half(int n, float* a) {
  const int h = n / 2;
  n *= 10;
#pragma parallel
  for (int i = 0; i < n / 2; ++i) a[i] = a[i + h] + 1;  // warning: [appyl-unproved] depending on 'h'
}

void least(int n, int p, float* a) {
  const int h = std::min(n, p);
  n = 2 * p;
#pragma parallel
  for (int i = 0; i < std::min(n, p); ++i) a[i] = a[i + h];  // warning: [appyl-unproved] depending on 'h'
}

struct Sized {
  int n;
};
void member(Sized s, float* a) {
  const int h = s.n / 2;
  s.n *= 2;
#pragma parallel
  for (int i = 0; i < s.n / 2; ++i) a[i] = a[i + h];  // error: [appyl-race]
}

void resized(std::vector<float>& v) {
  const int h = v.size() / 2;
  v.resize(4 * h);
#pragma parallel
  for (int i = 0; i < (int)v.size() / 2; ++i) v[i] = v[i + h];  // error: [appyl-race]
}

void known(int n, int* m, float* a) {
  if (*m < n) return;
  *m = 2;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = a[i + *m] + 1;  // error: [appyl-race]
}

void asserted(int n, int* m, float* a) {
  assert(*m >= n);
  --*m;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = a[i + *m] + 1;  // error: [appyl-race]
}

int global;
void elsewhere();
void opaque(float* a) {
  const int h = global / 2;
  elsewhere();
#pragma parallel
  for (int i = 0; i < global / 2; ++i) a[i] = a[i + h];  // warning: [appyl-unproved] depending on 'h'
}

// Where nothing has, it is.
void same(int n, float* a) {
  const int h = n / 2;
#pragma parallel
  for (int i = 0; i < n / 2; ++i) a[i] = a[i + h] + 1;  // remark: [appyl-proved]
}
void sameSize(const std::vector<float>& u, std::vector<float>& v) {
  const int h = v.size() / 2;
#pragma parallel
  for (int i = 0; i < h; ++i) v[i] = v[i + (int)v.size() / 2] + u[i];  // remark: [appyl-proved]
}

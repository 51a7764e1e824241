// Views that are made with strides of their own: windows of an array, one row again and again.
#include <appyl/appyl.hpp>
#include <vector>

using appyl::extents;
using appyl::view;

void windows(float* p, int n) {
  view<float, 2> a(p, extents<2>{n, 4}, extents<2>{1, 1});
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j) a(i, j) = i;  // warning: [appyl-unproved] by the strides of 'a' two elements may have one place
}

void oneRow(double* p, const double* x, int n, int m) {
  auto a = view<double, 2>(p, extents<2>{n, m}, extents<2>{0, 1});
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a(i, j) = x[i * m + j];  // warning: [appyl-unproved] by the strides
}

void inPlace(std::vector<double>& v, int n, int w) {
  view<double, 2> win(v.data(), extents<2>{n - w, w}, extents<2>{1, 1});
#pragma parallel
  for (int i = 0; i < n - w; ++i) {
    double s = 0;
    for (int j = 0; j < w; ++j) s += win(i, j);
    win(i, 0) = s / w;  // warning: [appyl-unproved] by the strides
  }
}

// Windows that are only read, columns, rows that are as long as their distance.
void right(float* p, float* q, const float* r, int n, int m) {
  view<const float, 2> windowsOf(r, extents<2>{n, 4}, extents<2>{1, 1});
  view<float, 2> columns(p, extents<2>{n, m}, extents<2>{1, n}), rows(q, extents<2>{n, m}, extents<2>{m, 1});
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < 4; ++j) s += windowsOf(i, j);
    for (int j = 0; j < m; ++j) columns(i, j) = s, rows(i, j) = s;
  }
  view<float, 1> column(p, extents<1>{n}, extents<1>{3});
#pragma parallel
  for (int i = 0; i < n; ++i) column(i) = 0;
}

// Where the view's own numbers decide it is taken for granted that rows, columns and planes do not overlap, whoever made
// it. Numbers behind the data are sizes, no strides.
view<double, 2> frames(double* p, int n, int w, int hop) {
  return view<double, 2>(p, extents<2>{n, w}, extents<2>{hop, 1});
}
void leading(float* p, float* q, double* s, double* t, double* u, int n, int m, int lda, std::size_t ldb) {
  view<float, 2> rows(p, extents<2>{n, m}, extents<2>{lda, 1}), sizes(q, n, m);
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) rows(i, j) = i, sizes(i, j) = j;
  view<double, 2> columns(s, {n, m}, {1, static_cast<std::ptrdiff_t>(ldb)});
  const auto same = columns;
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) same(i, j) = i;
  view<double, 3> planes(t, {n, m, 4}, {m * lda, lda, 1});
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < 4; ++k) planes(i, j, k) = i;
  auto out = frames(u, n, m, lda);
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) out(i, j) = i;
}

// One that is made in the nest has no numbers in front of it.
void inside(double* p, int n, int m, int lda) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    view<double, 2> own(p + i * 4 * lda, {4, m}, {lda, 1});  // warning: [appyl-unproved] any element of 'p' may be touched
#pragma parallel
    for (int k = 0; k < 4; ++k)
      for (int j = 0; j < m; ++j) own(k, j) = i;
  }
}

// Elements of the view by its pointer: where they are, the strides say.
void byPointer(view<double, 2> a, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i) a.data()[i] = a(0, i - 1);  // warning: [appyl-unproved] elements of 'a' by its pointer may be those by its indices
}
void byPointerInFront(view<double, 2> a, int n) {
  double* p = a.data();
#pragma parallel
  for (int i = 1; i < n; ++i) p[i] = a(0, i - 1);  // warning: [appyl-unproved] elements of 'a' by its pointer may be those by its indices
}

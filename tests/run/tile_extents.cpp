// Bounds that are extents of the array that the statement changes; extents with operators of every precedence.
// flags: -Iinclude
#include <appyl/appyl.hpp>
#include <cstdio>
#include <vector>
using namespace appyl;
void copy(view<const float> a, view<float> c) {
#pragma par_dim(0 : c.extent(0) : 8)
  c(slice(c.extent(0))) = a(slice(c.extent(0)));
}
void more(view<float> c) {
#pragma par_dim(0 : c.extent(0) : 8)
  c(slice(c.extent(0))) = c(slice(c.extent(0))) * 2.0f + float(c.size());
#pragma par_dim(0 : c.size() - 1 : 4)
  c(slice(c.size() - 1)) += float(c.extent(0));
}
void prod(view<const float, 2> a, view<const float, 2> b, view<float, 2> c) {
#pragma par_dim(0 : c.extent(0) : 8, 0 : c.extent(1) : 8) seq_dim( : a.extent(1) : 4)
  c(slice(c.extent(0)), slice(c.extent(1))) =
      dot(a(slice(c.extent(0)), slice(a.extent(1))), b(slice(a.extent(1)), slice(c.extent(1))));
#pragma parallel
  for (long i = 0; i < c.extent(0); i += 4)
    c(slice(i, 4), slice(c.extent(1))) = c(slice(i, 4), slice(c.extent(1))) + 1.0f;
}
void chosen(view<const float> a, view<float> c, int w, bool all) {
#pragma parallel
  for (int i = 0; i < 4; ++i) {
    c(i) = sum(a(slice(all ? 4 : 8))) + sum(a(slice(w >> 1, w << 1 | 1)));
    for (int k = 0; k < 8; k += all ? 2 : 4) c(i) += sum(a(slice(k, all ? 2 : 4)));
  }
#pragma par_dim( : w & ~1 : 8)
  c(slice(w & ~1)) = a(slice(w & ~1)) * 2.0f;
}
void places(view<const float, 2> a, view<float, 2> c, view<int> at) {
  constexpr int B = 3;
#pragma parallel
  for (int i = 0; i < 4; ++i) {
    tile<float, 2> t = zeros<float>(B-1, B+1);
    t += a(slice(i, B-1), slice(B+1));
    c(slice(i * (B+1), B+1), slice(B-1)) = reshape(t, B+1, B-1);
    at(i) = argmax(a(slice(i, 3), slice(0, B+1))) + static_cast<int>(sum(full(1.0f, B == 3 ? 2 : 4)));
  }
}
// Arrays that are longer than the loop: its last block goes past its end, unless it is a whole one.
void ahead(view<const float> a, view<float> c, int n) {
#pragma parallel
  for (int i = 2; i < n; i += 8) c(slice(i, 8)) = a(slice(i, 8)) * 2.0f + a(slice(i + 1, 8));
}
void total(view<const float> a, view<float> c, int n) {
#pragma parallel reduction(+ : c)
  for (int i = 0; i < n; i += 4) c(0) += sum(a(slice(i, 4)));
}
void blocks(view<const float, 2> a, view<float, 2> c, int m, int n) {
#pragma parallel
  for (int i = 0; i < m; i += 2)
#pragma parallel
    for (int j = 0; j < n; j += 3) c(slice(i, 2), slice(j, 3)) = a(slice(i, 2), slice(j, 3)) + float(i);
}
// Lanes past the end of the loop are part of a tile, too, and somebody reads them.
void partial(view<const float> a, view<float> c, int n) {
#pragma parallel
  for (int r = 0; r < 3; ++r) {
    tile<float, 1> t = zeros<float>(4);
    for (int i = 0; i < n; i += 4) t += a(slice(i, 4));
    c(slice(5 * r, 4)) = t;
  }
}
void packed(view<const float> a, view<float> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 4) {
    tile<float, 1> t = zeros<float>(4), u = full(1.0f, 4);
    for (int k = 0; k < 2; ++k) t += a(slice(i + k, 4));
    u += t;
    u *= a(slice(i, 4));
    c(i / 4) = sum(u);
  }
}
void earlier(view<const float> a, view<float> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 4) {
    tile<float, 1> t = zeros<float>(4);
    t += a(slice(i, 4));
    c(slice(i - 1, 4)) = t;
  }
}
// A tile that an inner loop gives other lanes, if it runs at all.
void greatest(view<const float, 2> a, view<float> c, int n) {
#pragma parallel
  for (int i = 0; i < a.extent(0); i += 4) {
    tile<float, 1> most = zeros<float>(4);
    for (int j = 0; j < n; j += 4) most = maximum(most, max(a(slice(i, 4), slice(j, 4)), 1));
    c(slice(i, 4)) = most + 2.0f;
  }
}
void longer() {
  std::vector<float> a(60), c(60);
  for (int i = 0; i < 60; ++i) a[i] = i * 7 % 11;
  for (const int n : {-8, 0, 1, 2, 8, 10, 17, 18, 26})
    for (const int more : {0, 1, 9}) {
      const int length = n < 0 ? 1 : n + more + 1;
      ahead({a.data(), length}, {c.data(), length}, n);
      total({a.data(), length}, {c.data(), length}, n);
      partial({a.data(), length}, {c.data() + 30, 14}, n);
      packed({a.data(), length}, {c.data() + 45, 10}, n);
      earlier({a.data(), length}, {c.data(), length}, n);
      for (float& v : c) std::printf("%g ", v), v = 1;
    }
  for (const int n : {0, 4})
    for (const int more : {0, 1}) {
      greatest({a.data(), 6, n}, {c.data(), 6 + more}, n);
      for (float& v : c) std::printf("%g ", v), v = 1;
    }
  for (const int m : {0, 3, 4})
    for (const int n : {5, 6})
      for (const int more : {0, 1, 2}) {
        blocks({a.data(), m + more, n + more}, {c.data(), m + more, n + more}, m, n);
        for (float& v : c) std::printf("%g ", v), v = 1;
      }
}
int main() {
  std::vector<float> a(20, 3), c(20);
  copy(a, c);
  more(c);
  for (const float v : c) std::printf("%g ", v);
  std::vector<float> x(60), y(42), z(70);
  for (int i = 0; i < 60; ++i) x[i] = i;
  for (int i = 0; i < 42; ++i) y[i] = i % 5;
  prod({x.data(), 10, 6}, {y.data(), 6, 7}, {z.data(), 10, 7});
  for (const float v : z) std::printf("%g ", v);
  chosen(a, c, 5, true);
  for (const float v : c) std::printf("%g ", v);
  chosen(x, c, 6, false);
  for (const float v : c) std::printf("%g ", v);
  std::vector<int> at(4);
  places({x.data(), 10, 6}, {z.data(), 16, 2}, at);
  for (const float v : z) std::printf("%g ", v);
  for (const int v : at) std::printf("%d ", v);
  longer();
  std::printf("\n");
}

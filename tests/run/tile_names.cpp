// Names for places, masks, slices and types; blocks by their numbers; masks by values; lanes in pairs; lanes of a
// gather that do not exist.
// flags: -Iinclude
// run: 0
// run: 1
// run: 63
// run: 64
// run: 200
// run: 256
#include <appyl/appyl.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace appyl;
constexpr int B = 64;

template <class T>
std::vector<T> fill(std::size_t n, int s) {
  std::vector<T> v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = static_cast<T>(static_cast<int>((i * 7 + s) % 13) - 6);
  return v;
}
template <class V>
void show(const char* name, const V& v) {
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += v[i] * (1 + i % 17);
  std::printf("%s %.10g\n", name, sum);
}

// The body stands on one line.
void oneLine(view<const float> x, view<float> y, view<float> part) {
  const int n = x.extent(0);
#pragma parallel
  for (int i = 0; i < n; i += B) { tile<float, 1> t = cumsum(x(slice(i, B)), 0); y(slice(i, B)) = t; part(i / B) = 1; }
}
// What only keeps compilers quiet.
void unused(view<const float> x, view<float> y) {
  const int n = x.extent(0);
#pragma parallel
  for (int i = 0; i < n; i += B) {
    auto block = x(slice(i, B));
    const tile<float> t = block * 2;
    (void)block;
    static_cast<void>(t);
    y(slice(i, B)) = t;
  }
}
void namedSlice(view<float> m, view<const float> g) {
  const int n = m.extent(0);
#pragma parallel
  for (int i = 0; i < n; i += B) {
    const auto s = slice(i, B);
    m(s) = 2.0f * g(s);
  }
}
void byNumber(view<const float> x, view<float> y) {
  const int n = x.extent(0), blocks = (n + B - 1) / B;
#pragma parallel
  for (int b = 0; b < blocks; ++b) y(slice(b * B, B)) = cumsum(x(slice(b * B, B)), 0);
}
// As one writes it in Triton.
void offsets(view<const float> x, view<const float> y, view<float> o, int n) {
  const int blocks = (n + B - 1) / B;
#pragma parallel
  for (int pid = 0; pid < blocks; ++pid) {
    const tile<int, 1> offs = pid * B + arange<int>(B);
    const auto mask = offs < n;
    const tile<float, 1> a = load(x(offs), mask, 0.0f);
    const tile<float, 1> b = load(y(offs), mask, 0.0f);
    store(o(offs), a + b, mask);
  }
}
void namedMasks(view<const float> x, view<float> y, view<float> z) {
  const int n = x.extent(0);
#pragma parallel
  for (int i = 0; i < n; i += B) {
    auto idx = i + arange<int>(B);
    auto mask = i + arange<int>(B) < n;
    y(slice(i, B)) = load(x(slice(i, B)), idx < n, -7.0f);
    z(slice(i, B)) = load(x(slice(i, B)), mask, -7.0f);
  }
}
// Lanes behind the end that the mask leaves out would count as -7, if there were any.
void byValue(view<const float> x, view<float> y, view<float> sums) {
  const int n = x.extent(0);
#pragma parallel
  for (int i = 0; i < n; i += B) {
    y(slice(i, B)) = load(x(slice(i, B)), (i + arange<int>(B)) % 3 != 0, -7.0f);
    sums(i / B) = sum(load(x(slice(i, B)), x(slice(i, B)) > 0.0f, -7.0f));
  }
}
void pairs(view<const float> x, view<float> y, view<float> z) {
  const int n = y.extent(0);
#pragma parallel
  for (int i = 0; i < n; i += 32) {
    tile<float, 1> t = x(slice(2 * i, 64));
    y(slice(i, 32)) = max(reshape(t, 32, 2), 1);
    z(slice(i, 32)) = sum(reshape(x(slice(2 * i, 64)), 32, 2), 1);
  }
}
template <class T>
using matrix = view<T, 2>;
template <class T, int N>
void turned(matrix<const T> a, matrix<T> o) {
  const int m = a.extent(0), n = a.extent(1);
#pragma parallel
  for (int i = 0; i < m; i += N)
#pragma parallel
    for (int j = 0; j < n; j += N) o(slice(j, N), slice(i, N)) = transpose(a(slice(i, N), slice(j, N)));
}
void pick(view<const float, 2> x, view<const int> label, view<float> o) {
  const int n = x.extent(0);
#pragma parallel
  for (int i = 0; i < n; i += B) {
    auto l = label(slice(i, B));
    o(slice(i, B)) = x(i + arange<int>(B), l);
  }
}

// The name of the block has no use where the loops over elements go without blocks.
void rowSums(view<const float, 2> x, view<float> o) {
  constexpr int columns = 16;
#pragma parallel
  for (int i = 0; i < x.extent(0); ++i) {
    float total = 0;
    for (int j = 0; j < x.extent(1); j += columns) total += sum(x(i, slice(j, columns)));
    o(i) = total;
  }
}
void filters(view<const float, 2> x, view<const float> w, view<float, 2> o) {
  const int columns = 16;
  if (x.extent(0) == 0) return;
#pragma parallel
  for (int i = 0; i < o.extent(0); ++i)
#pragma parallel
    for (int j = 0; j < o.extent(1); j += 2 * columns) {
      auto total = zeros<float>(2 * columns);
      for (int k = 0; k < w.extent(0); ++k) total += w(k) * x(i, slice(j + k, 2 * columns));
      o(i, slice(j, 2 * columns)) = total;
    }
}
// Other names for the extent of an array.
void neighbours(view<const float> x, view<float> o) {
#pragma parallel
  for (int i = 0; i < x.size(); i += B) o(slice(i, B)) = x(slice(i, B)) - x(slice(i + 1, B));
}
void neighboursOf(view<const float> x, view<float> o) {
  const int n = static_cast<int>(x.size());
#pragma parallel
  for (int i = 0; i < n; i += B) o(slice(i, B)) = x(slice(i - 1, B)) + x(slice(i + 1, B));
}

int main(int, char** argv) {
  const int n = std::atoi(argv[1]);
  const auto x = fill<float>(2 * n, 1);
  std::vector<float> y(n), z(n), part(n / B + 1);
  const view<const float> in(x.data(), n);
  oneLine(in, y, part), show("oneLine", y), show("parts", part);
  unused(in, y), show("unused", y);
  namedSlice(y, in), show("namedSlice", y);
  byNumber(in, y), show("byNumber", y);
  offsets(in, view<const float>(x.data() + n, n), y, n), show("offsets", y);
  namedMasks(in, y, z), show("namedMasks", y), show("namedMasks", z);
  byValue(in, y, part), show("byValue", y), show("sums", part);
  pairs(x, y, z), show("pairs", y), show("pairs", z);
  const auto a = fill<float>(n * 5, 2);
  std::vector<float> t(n * 5);
  turned<float, 32>(matrix<const float>(a, n, 5), matrix<float>(t, 5, n)), show("turned", t);
  std::vector<int> labels(n);
  for (int k = 0; k < n; ++k) labels[k] = k * k % 5;
  pick(view<const float, 2>(a, n, 5), labels, y), show("pick", y);
  rowSums(matrix<const float>(a, n, 5), y), show("rowSums", y);
  filters(matrix<const float>(a, n, 5), view<const float>(a.data(), n < 3 ? n : 3), matrix<float>(t, n, 3)), show("filters", t);
  neighbours(in, y), show("neighbours", y);
  neighboursOf(in, y), show("neighboursOf", y);
}

// Tiles of 2-byte types, bytes and integers; atomic updates, gathers and scatters; whole views; par_dim in all forms.
// flags: -Iinclude
// run: 1
// run: 10
// run: 33
// run: 49
#include <appyl/appyl.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;
constexpr int B = 16;
void halves(view<const half, 2> a, view<const half, 2> b, view<float, 2> c, int M, int N, int K) {
#pragma parallel
  for (int i = 0; i < M; i += B)
#pragma parallel
    for (int j = 0; j < N; j += B) {
      tile<float, 2> acc = zeros<float>(B, B);
      for (int k = 0; k < K; k += 8) acc += dot(a(slice(i, B), slice(k, 8)), b(slice(k, 8), slice(j, B)));
      c(slice(i, B), slice(j, B)) = acc;
    }
}
// Each program along k adds to the result; small numbers are added up in float.
void splitK(view<const half, 2> a, view<const half, 2> b, view<float, 2> c, int M, int N, int K) {
#pragma par_dim(:M:8, :N:8, :K:16)
  c(slice(M), slice(N)) += dot(a(slice(M), slice(K)), b(slice(K), slice(N)));
#pragma par_dim(:M:8, :N:8, 1:K)
  c(slice(M), slice(N)) -= dot(a(slice(M), slice(1, K - 1)), b(slice(1, K - 1), slice(N)));
}
void splitSmall(view<const half, 2> a, view<const half, 2> b, view<half, 2> c, int M, int N, int K) {
#pragma par_dim(:M:8, :N:8, :K:16)
  c(slice(M), slice(N)) += dot(a(slice(M), slice(K)), b(slice(K), slice(N)));
#pragma par_dim(:M:8, :N:8, 1:K)
  c(slice(M), slice(N)) -= dot(a(slice(M), slice(1, K - 1)), b(slice(1, K - 1), slice(N)));
}
void brains(view<const bfloat16> a, view<bfloat16> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) c(slice(i, B)) = where(a(slice(i, B)) > 2.0f, exp(-a(slice(i, B))), a(slice(i, B)) * 2.0f);
}
void halfMax(view<const half, 2> a, view<half> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 4) c(slice(i, 4)) = max(a(slice(i, 4), slice(8)), 1);
}
void bytes(view<const signed char, 2> a, view<const signed char, 2> b, view<int, 2> c, int n) {
#pragma par_dim(:n:8, :n:8) seq_dim(:n:8)
  c(slice(n), slice(n)) = dot(a(slice(n), slice(n)), b(slice(n), slice(n)));
}
void ints(view<const int> a, view<int> lowest, view<int> highest, view<int> bits, view<int> odd, view<int> none, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    atomic_min(lowest(0), min(a(slice(i, B))));
    atomic_max(highest(0), max(a(slice(i, B))));
    atomic_or(bits(0), 1 << (a(i) % 8));
    atomic_xor(odd(0), a(i));
    atomic_and(none(0), ~(1 << (a(i) % 8)));
  }
}
void histogram(view<const int> a, view<int> counts, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) atomic_add(counts(a(slice(i, B))), 1);
}
void scatter(view<const int> to, view<const float> a, view<float> c, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; i += B) c(to(slice(i, B))) = a(slice(i, B)) * 2;
}
void wholes(view<const float, 2> a, view<float, 2> c, view<float> sums) {
#pragma parallel
  for (int i = 0; i < 1; ++i) c() = a() + 1;
#pragma par_dim(:c.extent(0):8)
  sums(slice(c.extent(0))) = sum(c(slice(c.extent(0)), appyl::all), 1);
}
void reshaped(view<const float> a, view<float> c, int n) {
  const auto in = a.reshape(n, 24);
  const auto out = c.reshape(n, 24);
#pragma parallel
  for (int i = 0; i < n; i += 8) out(slice(i, 8), appyl::all) = in(slice(i, 8), appyl::all) / 2;
}
void outer(view<const float> a, view<const float> b, view<float, 2> c, int m, int n) {
#pragma par_dim(:m:8, :n:8)
  c(slice(m), slice(n)) = reshape(a(slice(m)), m, 1) * b(slice(n));
}
void vector(view<const float, 2> a, view<const float> x, view<float> y, int m, int n) {
#pragma par_dim(:m:8) seq_dim(:n)
  y(slice(m)) = dot(a(slice(m), slice(n)), x(slice(n)));
}
void minusEq(view<const float, 2> a, view<const float> x, view<float> y, int m, int n) {
#pragma par_dim(:m:8, :n:16)
  y(slice(m)) -= dot(a(slice(m), slice(n)), x(slice(n)));
}
float norm(view<const float> x, int n) {
  float s = 0;
#pragma par_dim(:n:64)
  s = sum(x(slice(n)) * x(slice(n)));
  return s;
}
float largest(view<const float> x, int n) {
  float s = 0;
#pragma par_dim(:n:64)
  s = max(abs(x(slice(n)))) + 1;
  return s;
}
void offset(view<const float> x, view<float> y, int n) {
#pragma par_dim(1:n:8)
  y(slice(1, n - 1)) = x(slice(1, n - 1)) * 3;
}
// Places have the types of their tiles beside other numbers, whatever they are counted in.
void places(view<const int> a, view<const unsigned> u, view<long long> c, int n) {
#pragma parallel
  for (int i = -1; i < (n + 7) / 8 - 1; ++i) {
    const int first = 8 * i + 8;
    c(slice(first, 8)) = (arange<int>(8) + i - 5 + a(slice(first, 8))) > u(slice(first, 8));
    c(slice(first, 8)) += minimum(arange<int>(8) + i - 5 + a(slice(first, 8)), a(slice(first, 8)));
    c(slice(first, 8)) *= where(u(slice(first, 8)) > 1, a(slice(first, 8)) + (arange<int>(8) - 4), -arange<int>(8)) / 3u;
    c(slice(first, 8)) -= map([](auto v) { return v / 5u; }, a(slice(first, 8)) + (arange<int>(8) - 4));
    c(slice(first, 8)) += (arange<unsigned>(8) + i) < u(slice(first, 8));
  }
}
void widePlaces(view<long long> c, int n) {
  const int high = 2147483645;
#pragma parallel
  for (int i = 0; i < n; i += 8) {
    c(slice(i, 8)) = (arange<long long>(8) + i) * 1000000000 + (arange<long long>(8) + i + 2147483645);
    c(slice(i, 8)) += dot(arange<long long>(8) * 1000000, arange<long long>(8) + high);
    c(slice(i, 8)) -= -(arange<long long>(8) + i) * 1000000000;
  }
}
// The places that are folded are those of the whole block in each of its lanes.
void foldedPlaces(view<int> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 8) c(slice(i, 8)) = sum((arange<int>(8) + i) * 10) + max(arange<int>(1) + i);
}
// Each result of halves is rounded, by whatever name they go.
using Short = half;
void roundings(view<const Short> a, view<float> c, view<Short> sums, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 8) {
    auto t = a(slice(i, 8)) * Short(0.3f);
    t += a(slice(i, 8)) / Short(7.0f) * a(slice(i, 8));
    c(slice(i, 8)) = t * a(slice(i, 8)) + a(slice(i, 8)) * sum(a(slice(i, 8)) * a(slice(i, 8)) / Short(3.0f));
    sums(slice(i, 8)) += a(slice(i, 8)) * a(slice(i, 8)) - Short(0.7f);
    c(slice(i, 8)) += map([](auto v) { return v * v; }, where(a(slice(i, 8)) > 0, a(slice(i, 8)) / Short(3.0f), -a(slice(i, 8))));
    c(slice(i, 8)) -= minimum(a(slice(i, 8)), load(a(slice(i, 8)), arange(8) % 2 == 0, 1)) * t;
  }
}
void show(const char* name, const std::vector<float>& x) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) s += x[i] * (1 + i % 7);
  std::printf("%s %.5g\n", name, s);
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 10;
  std::vector<float> X(n * 24), Y(n * 24), y(n), S(n);
  for (int i = 0; i < n * 24; ++i) X[i] = i * 7 % 11 * 0.25f;
  std::vector<half> h(n * 24), h2(24 * n), hm(n);
  for (int i = 0; i < n * 24; ++i) h[i] = static_cast<half>(X[i]), h2[i] = static_cast<half>(i % 3);
  std::vector<float> C(n * n);
  halves(view<half, 2>(h, n, 24), view<half, 2>(h2, 24, n), view<float, 2>(C, n, n), n, n, 24), show("halves", C);
  splitK(view<half, 2>(h, n, 24), view<half, 2>(h2, 24, n), view<float, 2>(C, n, n), n, n, 24);
  show("splitK", C);
  std::vector<half> hc(n * n);
  splitSmall(view<half, 2>(h, n, 24), view<half, 2>(h2, 24, n), view<half, 2>(hc, n, n), n, n, 24);
  for (int i = 0; i < n * n; ++i) C[i] = static_cast<float>(hc[i]);
  show("splitK", C);
  halfMax(view<half, 2>(h, n, 24), hm, n);
  for (int i = 0; i < n; ++i) y[i] = static_cast<float>(hm[i]);
  show("halfMax", y);
  std::vector<bfloat16> b(n), c(n);
  for (int i = 0; i < n; ++i) b[i] = static_cast<bfloat16>(X[i]);
  brains(b, c, n);
  for (int i = 0; i < n; ++i) y[i] = static_cast<float>(c[i]);
  show("brains", y);
  std::vector<signed char> sc(n * n, 3), sd(n * n, -2);
  std::vector<int> si(n * n);
  bytes(view<signed char, 2>(sc, n, n), view<signed char, 2>(sd, n, n), view<int, 2>(si, n, n), n);
  show("bytes", std::vector<float>(si.begin(), si.end()));
  std::vector<int> a(n), low{1000}, high{-1000}, bits{0}, odd{0}, none{-1}, counts(7), to(n);
  for (int i = 0; i < n; ++i) a[i] = i * 5 % 7, to[i] = (i + 3) % n;
  ints(a, low, high, bits, odd, none, n), histogram(a, counts, n);
  for (int v : {low[0], high[0], bits[0], odd[0], none[0]}) std::printf("%d ", v);
  show("histogram", std::vector<float>(counts.begin(), counts.end()));
  scatter(to, view<float>(X.data(), n), y, n), show("scatter", y);
  const view<float, 2> x2(X, n, 24), y2(Y, n, 24);
  wholes(x2, y2, S), show("wholes", S);
  reshaped(X, Y, n), show("reshaped", Y);
  outer(view<float>(X.data(), n), y, view<float, 2>(C, n, n), n, n), show("outer", C);
  vector(x2, view<float>(X.data(), 24), y, n, 24), show("vector", y);
  minusEq(x2, view<float>(X.data(), 24), y, n, 24), show("minusEq", y);
  std::printf("~ %g %g\n", norm(y, n), largest(y, n));
  offset(view<float>(X.data(), n), y, n), show("offset", y);
  std::vector<unsigned> u(n);
  std::vector<long long> p(n), w(n);
  for (int i = 0; i < n; ++i) u[i] = i % 4, a[i] = i * 7 % 11 - 6, h[i] = static_cast<half>((i * 7 % 23 - 11) * 0.3173f);
  places(a, u, p, n), widePlaces(w, n), foldedPlaces(to, n);
  for (int i = 0; i < n; ++i) std::printf("%lld %lld %d\n", p[i], w[i], to[i]);
  roundings(view<half>(h.data(), n), y, hm, n);
  for (int i = 0; i < n; ++i) std::printf("%a %a\n", y[i], static_cast<double>(hm[i]));
}

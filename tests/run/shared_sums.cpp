// Products whose summed dimension is parallel, too: blocks of results small and large, few and many of them.
// run: 0 0 0
// run: 1 1 1
// run: 5 3 400
// run: 40 33 70
// run: 33 17 0
#include "print.h"

#include <appyl/appyl.hpp>

#include <cstdlib>
#include <vector>

using namespace appyl;

template <class T>
std::vector<T> values(std::size_t n, unsigned seed) {
  std::vector<T> v(n);
  fill(v.data(), n, seed);
  return v;
}

// A flat array, an update that subtracts, and terms that are left out.
void flat(int m, int n, int k, const double* a, const double* b, double* c) {
#pragma parallel block(8)
  for (int i = 0; i < m; ++i)
#pragma parallel block(24)
    for (int j = 0; j < n; ++j)
#pragma parallel block(16) reduction(+ : c)
      for (int p = 0; p < k; ++p)
        if (p % 3 != 1) c[i * n + j] -= a[i * k + p] * b[p * n + j];
}

// Written out, from the middle on, by a counter that begins elsewhere.
void longhand(int m, int n, int k, const int* a, const int* b, long* c) {
#pragma parallel block(20)
  for (int j = 1; j < n; ++j)
#pragma parallel block(12)
    for (int i = 0; i <= m - 1; ++i)
#pragma parallel block(5) reduction(+ : c)
      for (long p = 2; p < k; ++p) {
        const long term = static_cast<long>(a[i * k + p]) * b[p * n + j];
        c[i * n + j] = term + c[i * n + j];
      }
}

template <class T, int B>
void tiles(view<const T, 2> a, view<const T, 2> b, view<T, 2> c) {
  const int M = c.extent(0), N = c.extent(1), K = a.extent(1);
#pragma par_dim( : M : B, : N : 2 * B, : K : 100)
  c(slice(M), slice(N)) += dot(a(slice(M), slice(K)), b(slice(K), slice(N)));
}

void batched(view<const float, 3> a, view<const float, 3> b, view<float, 3> c, int Z, int M, int N, int K) {
#pragma par_dim( : Z, : M : 16, : N : 16, : K : 8)
  c(slice(Z), slice(M), slice(N)) = dot(a(slice(Z), slice(M), slice(K)), b(slice(Z), slice(K), slice(N)));
}

// One result only, and a single row of them.
void single(int k, const double* a, const double* b, view<double> c) {
#pragma parallel block(2)
  for (int i = 0; i < 1; ++i)
#pragma parallel block(32) reduction(+ : c)
    for (int p = 0; p < k; ++p) c(i) += a[p] * b[p];
}

// A stencil's sum: neighbours share what they read.
void windows(int n, int w, const double* x, const double* weights, double* y) {
#pragma parallel block(64)
  for (int i = 0; i < n; ++i)
#pragma parallel block(16) reduction(+ : y)
    for (int p = 0; p < w; ++p) y[i] += x[i + p] * weights[p];
}

int main(int, char** argv) {
  const int m = std::atoi(argv[1]), n = std::atoi(argv[2]), k = std::atoi(argv[3]);
  const auto mk = static_cast<std::size_t>(m) * k, kn = static_cast<std::size_t>(k) * n,
             mn = static_cast<std::size_t>(m) * n;
  {
    const auto a = values<double>(mk, 1), b = values<double>(kn, 2);
    auto c = values<double>(mn, 3);
    flat(m, n, k, a.data(), b.data(), c.data());
    print("flat", c.data(), c.size());
    tiles<double, 16>(view<const double, 2>(a, m, k), view<const double, 2>(b, k, n), view<double, 2>(c, m, n));
    print("tiles", c.data(), c.size());
    std::vector<double> one(1, 5);
    single(static_cast<int>(mk < kn ? mk : kn), a.data(), b.data(), one);
    print("single", one.data(), one.size());
    auto y = values<double>(m + n, 4);
    const auto x = values<double>(m + n + k, 5), weights = values<double>(k, 6);
    windows(m + n, k, x.data(), weights.data(), y.data());
    print("windows", y.data(), y.size());
  }
  {
    const auto a = values<int>(mk, 1), b = values<int>(kn, 2);
    auto c = values<long>(mn, 3);
    longhand(m, n, k, a.data(), b.data(), c.data());
    print("longhand", c.data(), c.size());
    auto d = values<int>(mn, 3);
    tiles<int, 8>(view<const int, 2>(a, m, k), view<const int, 2>(b, k, n), view<int, 2>(d, m, n));
    print("tiles of integers", d.data(), d.size());
  }
  {
    const auto a = values<float>(2 * mk, 1), b = values<float>(2 * kn, 2);
    auto c = values<float>(2 * mn, 3);
    batched(view<const float, 3>(a, 2, m, k), view<const float, 3>(b, 2, k, n), view<float, 3>(c, 2, m, n), 2, m,
            n, k);
    print("batched", c.data(), c.size());
  }
}

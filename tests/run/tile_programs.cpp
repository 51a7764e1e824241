// Programs that keep tiles: normalised rows, attention, nearest centres, convolutions, masks, gathers.
// flags: -Iinclude
// run: 1
// run: 10
// run: 100
// run: 127
#include <appyl/appyl.hpp>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>
using namespace appyl;
constexpr int D = 24, Bq = 8, Bk = 16, B = 32;
// one row per program, in shared memory
void softmax(view<const float, 2> x, view<float, 2> y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const tile<float> row = x(i, slice(D));
    const tile<float> e = exp(row - max(row));
    y(i, slice(D)) = e / sum(e);
  }
}
void softmaxBlocks(view<const float, 2> x, view<float, 2> y, int n) {
#pragma parallel
  for (int i = 0; i < n; i += Bq) {
    const tile<float, 2> rows = x(slice(i, Bq), slice(D));
    const tile<float, 1> m = max(rows, 1);
    const tile<float, 2> e = exp(rows - reshape(m, Bq, 1));
    y(slice(i, Bq), slice(D)) = e / reshape(sum(e, 1), Bq, 1);
  }
}
void layernorm(view<const float, 2> x, view<const float> gain, view<const float> bias, view<float, 2> y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const tile<float> row = x(i, slice(D));
    const float mean = sum(row) / D;
    const tile<float> d = row - mean;
    const float inverse = rsqrt(sum(d * d) / D + 1e-5f);
    y(i, slice(D)) = d * inverse * gain(slice(D)) + bias(slice(D));
  }
}
void attention(view<const float, 2> q, view<const float, 2> k, view<const float, 2> v, view<float, 2> o, int n) {
  const float scale = 0.25f;
#pragma parallel
  for (int i = 0; i < n; i += Bq) {
    const tile<float, 2> qi = q(slice(i, Bq), slice(D)) * scale;
    tile<float, 2> acc = zeros<float>(Bq, D);
    tile<float, 1> m = full(-std::numeric_limits<float>::infinity(), Bq);
    tile<float, 1> l = zeros<float>(Bq);
    for (int j = 0; j < n; j += Bk) {
      const tile<float, 2> s = dot(qi, transpose(k(slice(j, Bk), slice(D))));
      const tile<float, 1> m_new = maximum(m, max(s, 1));
      const tile<float, 2> p = exp(s - reshape(m_new, Bq, 1));
      const tile<float, 1> f = exp(m - m_new);
      l = l * f + sum(p, 1);
      acc = acc * reshape(f, Bq, 1) + dot(p, v(slice(j, Bk), slice(D)));
      m = m_new;
    }
    o(slice(i, Bq), slice(D)) = acc / reshape(l, Bq, 1);
  }
}
void nearest(view<const float, 2> x, view<const float, 2> centers, view<int> labels, int n) {
  constexpr int K = 5;
#pragma parallel
  for (int i = 0; i < n; i += B) {
    const auto xi = x(slice(i, B), slice(D));
    const tile<float, 2> d = reshape(sum(xi * xi, 1), B, 1) - 2 * dot(xi, transpose(centers(slice(K), slice(D)))) +
                             reshape(sum(centers(slice(K), slice(D)) * centers(slice(K), slice(D)), 1), 1, K);
    labels(slice(i, B)) = argmin(d, 1);
  }
}
void convolve(view<const float> x, view<const float> w, view<float> y, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    tile<float> acc = zeros<float>(B);
    for (int k = 0; k < 5; ++k) acc += w(k) * x(slice(i + k - 2, B));
    y(slice(i, B)) = acc;
  }
}
void convolve2(view<const float, 2> x, view<const float, 2> w, view<float, 2> y, int h, int v) {
#pragma parallel
  for (int i = 0; i < h; i += Bq)
#pragma parallel
    for (int j = 0; j < v; j += Bk) {
      tile<float, 2> acc = zeros<float>(Bq, Bk);
      for (int p = 0; p < 3; ++p)
        for (int r = 0; r < 3; ++r) acc += w(p, r) * x(slice(i + p, Bq), slice(j + r, Bk));
      y(slice(i, Bq), slice(j, Bk)) = acc;
    }
}
template <class Activation>
void fused(view<const float, 2> a, view<const float, 2> b, view<float, 2> c, Activation act) {
  const int M = c.extent(0), N = c.extent(1), K = a.extent(1);
#pragma parallel
  for (int i = 0; i < M; i += Bq)
#pragma parallel
    for (int j = 0; j < N; j += Bk) {
      tile<float, 2> acc = zeros<float>(Bq, Bk);
      for (int k = 0; k < K; k += 4) acc += dot(a(slice(i, Bq), slice(k, 4)), b(slice(k, 4), slice(j, Bk)));
      c(slice(i, Bq), slice(j, Bk)) = map(act, acc);
    }
}
struct Relu {
  float operator()(float x) const { return x < 0 ? 0 : x; }
};
void masked(view<const float> x, view<float> y, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    const auto inside = arange(B) + i < n;
    const tile<float> v = load(x(slice(i, B)), inside, 1.0f);
    store(y(slice(i, B)), v * 2, inside && v > 3);
  }
}
void pairs(view<const int> index, view<const float, 2> x, view<float, 2> y, int n) {
#pragma parallel
  for (int i = 0; i < n; i += Bq) y(slice(i, Bq), slice(D)) = x(index(slice(i, Bq)), slice(D)) + 1;
}
void partial(view<const float> x, view<float> sums, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) sums(i / B) = sum(x(slice(i, B)));
}
void show(const char* name, const std::vector<float>& x) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) s += x[i] * (1 + i % 7);
  std::printf("%s %.5g\n", name, s);
}
// The row of `x` is read again after the same row was changed by another name, and in `y`; in rows of their own.
void twice(view<const float, 2> x, view<float, 2> y, view<float, 2> z, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    const tile<float> row = x(i, slice(D));
    const float least = min(row);
    const tile<float> above = row - least;
    y(i, slice(D)) = above + row * 0.5f;
    z(i, slice(D)) = row + above;
  }
}
void inPlace(view<const float, 2> x, view<float, 2> y, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    const tile<float> row = x(i, slice(D));
    const tile<float> powers = exp(row - max(row));
    y(i, slice(D)) = powers / sum(powers);
  }
}
#ifndef ON_DEVICE
// Numbers between a tile and its use that change memory, each once for a block.
struct Taken {
  float was;
  explicit Taken(float* p) : was((*p)++) {}
};
void changed(view<const float, 2> x, float* p, view<float, 2> y, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    const tile<float> row = x(i, slice(D));
    const auto set = [&] { return p[i * D + 1] = 5; };
    const float a = set();
    const float b = std::exchange(p[i * D + 2], 6.0f);
    const Taken c(p + i * D + 3);
    const tile<float> both = row * 2.0f + (a + b + c.was);
    y(i, slice(D)) = both;
  }
}
void countedBlocks(view<float> calls, view<float> y, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; i += B) {
    const auto count = [&] { return calls(i / B) += 1; };
    const float once = count();
    y(slice(i, B)) = y(slice(i, B)) + once;
  }
}
#endif
// One instance converts, the other reads what it keeps.
template <class T>
void converted(view<const T, 2> x, view<float, 2> y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const tile<float> row = x(i, slice(D));
    const tile<float> shifted = row - min(row);
    y(i, slice(D)) = shifted * 3.0f;
  }
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 10, m = n % 40 + 1;
  std::vector<float> X(n * D), Y(n * D), K(n * D), V(n * D), g(D, 1.5f), b(D, 0.5f), C(5 * D), w(9), sums(n / B + 1);
  for (int i = 0; i < n * D; ++i) X[i] = i * 7 % 11 * 0.25f, K[i] = i * 5 % 13 * 0.125f, V[i] = i % 17;
  for (int i = 0; i < 5 * D; ++i) C[i] = i % 9 * 0.25f;
  for (int i = 0; i < 9; ++i) w[i] = i + 1;
  const view<float, 2> x(X, n, D), y(Y, n, D), k(K, n, D), v(V, n, D);
  softmax(x, y, n), show("softmax", Y);
  softmaxBlocks(k, y, n), show("softmaxBlocks", Y);
  layernorm(x, g, b, y, n), show("layernorm", Y);
  attention(x, k, v, y, n), show("attention", Y);
  std::vector<int> labels(n);
  nearest(x, view<float, 2>(C, 5, D), labels, n);
  std::vector<float> L(labels.begin(), labels.end());
  show("nearest", L);
  std::vector<float> c1(n * D - 3);
  convolve(X, w, L, n), show("convolve", L);
  std::vector<float> P((n + 2) * (D + 2), 1.0f), Q(n * D);
  for (std::size_t i = 0; i < P.size(); ++i) P[i] = i % 5;
  convolve2(view<float, 2>(P, n + 2, D + 2), view<float, 2>(w, 3, 3), view<float, 2>(Q, n, D), n, D), show("convolve2", Q);
  std::vector<float> F(n * n);
  for (int i = 0; i < n * D; ++i) Y[i] = i % 5 - 2;
  std::vector<float> T(D * n);
  for (int i = 0; i < n * D; ++i) T[i] = i % 7 - 3;
  fused(x, view<float, 2>(T, D, n), view<float, 2>(F, n, n), Relu()), show("fused", F);
  std::vector<float> z(n, 0.5f);
  masked(V, z, n), show("masked", z);
  for (int i = 0; i < n; ++i) labels[i] = i * 3 % n;
  pairs(labels, x, y, n), show("pairs", Y);
  partial(z, sums, n), show("partial", sums);
  std::vector<float> R = X, S(n * D);
  twice(view<float, 2>(R, n, D), view<float, 2>(R, n, D), view<float, 2>(S, n, D), n), show("twice", R), show("and", S);
  R = X;
  inPlace(view<float, 2>(R, n, D), view<float, 2>(R, n, D), n), show("inPlace", R);
#ifndef ON_DEVICE
  R = X;
  changed(view<float, 2>(R, n, D), R.data(), view<float, 2>(S, n, D), n), show("changed", S), show("and", R);
  countedBlocks(sums, S, n * D > 5 ? n : 0), show("counted", S), show("calls", sums);
#endif
  std::vector<double> W(X.begin(), X.end());
  converted(view<const double, 2>(W, n, D), view<float, 2>(R, n, D), n), show("converted", R);
  converted(view<const float, 2>(X, n, D), view<float, 2>(S, n, D), n), show("kept", S);
  (void)m;
}

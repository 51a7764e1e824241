// Slices that leave their arrays inside of sums, numbers that change between the lines of a program, steps that
// use what they add up, unsigned places.
// flags: -Iinclude
// run: 0
// run: 1
// run: 8
// run: 37
#include <appyl/appyl.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;
constexpr int B = 8;

void slidingSums(view<const double> a, view<double> c, int n) {
#pragma parallel
  for (int j = 0; j < n; ++j) {
    double s = 0;
    for (int k = 0; k < n; k += B) s += sum(a(slice(k + j - 1, B)));
    c(j) = s;
  }
}
void shiftedProduct(view<const double, 2> a, view<const double, 2> b, view<double, 2> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B)
    for (int j = 0; j < n; j += B)
      for (int k = 0; k < n; k += B)
        c(slice(i, B), slice(j, B)) += dot(a(slice(i, B), slice(k - 1, B)), b(slice(k, B), slice(j, B)));
}
void singleLanes(view<const double, 2> a, view<double> c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    c(i) = sum(a(slice(i + 1, 1), slice(B)));
    c(slice(i, 1)) += sum(a(slice(i + 1, 1), slice(B)), 1);
    c(slice(i, 1)) = c(slice(i, 1)) + sum(a(0, slice(i - 1, 1)));
  }
}
void sumOfItself(view<const double> a, view<double> c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double s = i + 1;
    for (int k = 0; k < n; k += B) s += sum(a(slice(k, B)) * s);
    c(i) = std::fmod(s, 1000);
  }
}
void tileOfItself(view<const double, 2> a, view<double> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    tile<double> x = full(1.0, B);
    for (int k = 0; k < n; k += B) x += sum(a(slice(k, B), slice(i, B)) * x, 0);
    for (int k = 0; k < n; k += B) x += sum(a(slice(k, B), slice(i, B)) * x(1), 0);
    x = x / 2.0 - x(0);
    x -= x(1) + max(x);
    c(slice(i, B)) = x;
  }
}
void arrayOfItself(view<const double> a, view<double> c, int n) {
#pragma parallel unchecked
  for (int i = 0; i < 1; ++i) {
    for (int k = 0; k < n; k += B) c(slice(k, B)) = c(slice(k, B)) * c(0) + a(slice(k, B)) + i;
    for (int k = 0; k < n; k += B) c(slice(k, B)) += (c(slice(1)) + sum(a(slice(k, B))));
  }
}
// Places have no fractions.
void fractions(view<const double> a, view<double> c, int n) {
#pragma parallel
  for (int i = 0; i < (n + B - 1) / B; ++i) c(slice(B * i, B)) += a(slice(static_cast<double>(B) * i - 2.5, B)) * B;
}
double calls = 0;
double next() { return calls += 1; }
void effects(view<const double> a, view<double> c, int n) {
#pragma block
  for (int i = 0; i < n; i += B) c(slice(i, B)) = a(slice(i, B)) * next();
}
void fullBlocks(view<const double> a, view<double> c, int n) {
#pragma parallel unchecked
  for (int t = 0; t < 2; ++t) {
    int i = 0;
    for (; i + B <= n / 2; i += B) c(slice(t * (n / 2) + i, B)) = a(slice(i, B));
    for (; i < n / 2; ++i) c(t * (n / 2) + i) = a(i);
  }
}
void chain(view<const double> a, view<double> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    tile<double> x = zeros<double>(B);
    int at = i;
    for (int k = 0; k < 4; ++k) {
      x += a(slice(at, B));
      at = (at * 7 + 3) % n;
    }
    c(slice(i, B)) = x;
  }
}
void outerSlices(view<const double> a, view<double> c, int n) {
  for (int t = 0; t < 3; ++t) {
    const slice s(t, 4);
#pragma parallel
    for (int i = 0; i < n; ++i) c(i) += sum(a(s));
  }
}
void conditions(view<const double> a, view<double> c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const double s = i > 2 && sum(a(slice(i - 3, 3))) > 0 ? sum(a(slice(i, 4))) : 1.0;
    c(i) = s;
    if (i % 3 == 0)
      c(i) += 1;
    else if (sum(a(slice(i, B))) > 0)
      c(slice(i, 1)) += 2 * a(slice(i, 1));
    else
      c(slice(i, 1)) -= max(a(slice(i, B)));
  }
}
void otherLoops(view<const double> a, view<double> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    tile<double> x = zeros<double>(B);
    int count = 0;
    do {
      x += a(slice(i, B)) * double(count);
    } while (++count < 5);
    switch (i % 3) {
      case 0: x += 1.0; break;
      case 1: x += sum(a(slice(i, 2))); [[fallthrough]];
      default: x += 4.0;
    }
    for (const int q : {1, 2, 3}) x -= double(q);
    c(slice(i, B)) = x;
  }
}
void unsignedPlaces(view<const double> a, view<double> c, unsigned n) {
#pragma parallel
  for (unsigned i = 0; i < n; i += B) {
    c(slice(i, B)) = a(slice(i, B)) + sum(a(slice(i - 1, B)));
    c(slice(i, 1)) += a(slice(i - 1, 1));
    c(slice(i, 1)) += a(slice((i * 2654435761u) % n, 1));
  }
}
void longUnsignedPlaces(view<const double> a, view<double> c, std::size_t n) {
#pragma parallel
  for (std::size_t i = 0; i < n; i += B) {
    c(slice(i, B)) = a(slice(i, B)) + sum(a(slice(i - 1, B)));
    c(slice(i, 1)) += a(slice(i - 1, 1));
    for (std::size_t k = 1; k < 4; ++k) c(slice(i, k)) += a(slice(i - k, k));
  }
}
void parallelSums(view<const double, 2> a, view<double, 2> c, view<double> d, int n) {
#pragma par_dim(:n, :n, :n:B)
  c() = 2 * dot(a(slice(n), slice(n)), a(slice(n), slice(n)));
#pragma par_dim(:n, :n:4)
  d(slice(n)) = max(a(slice(n), slice(n)), 1) - 1;
#pragma par_dim(:n:B)
  d(0) = 2 * sum(a(0, slice(n))) + 1;
#pragma par_dim(1:n)
  c(0, slice(1, n - 1)) = a(1, slice(0, n - 1)) + a(1, slice(1, n - 1));
}
void counters(view<const double> a, view<double> c, int n) {
  const view<const double> part(a.data(), n > 4 ? 4 : n);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) c(i) += sum(part(slice(k, 4)));
    for (int k = -3; k < 3; ++k) c(i) += sum(part(slice(k, 4)));
  }
}
// Tiles that have fewer lanes for a while.
void lanesForAWhile(view<const double> a, view<double, 2> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    tile<double> t = a(slice(i, B));
    c(i / B, slice(B)) = t;
    t = full(2.0, B);
    c(i / B, slice(B)) += t;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    tile<double> t = full(2.0, B);
    for (int k = 0; k < n; k += B) t = t / 2 + a(slice(k, B));
    c(i, slice(B)) -= t;
  }
}
// What a number changes it changes once, whether lanes exist or not.
void once(view<const double, 2> a, view<double> c, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; i += 4) {
    int k = 3;
    c(slice(i, 4)) = sum(a(slice(i, 4), slice(B)) * k++, 1);
    c(slice(i, 4)) += max(a(slice(i, 4), slice(B)) * k++, 1);
    c(slice(i, 4)) += argmax(a(slice(i, 4), slice(B)) * k--, 1);
    c(slice(i + 3, 1)) += 7 * k++;
    c(i) += sum(a(slice(i - 2, 1), slice(3)) * k++);
    c(i) += k;
    switch (i % 3) {
      case 0: c(i) += sum(a(i, slice(3))); break;
      case 1: c(i) += max(a(i, slice(3))); [[fallthrough]];
      default: c(i) -= min(a(i, slice(3))) + k;
    }
  }
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 37;
  std::vector<double> a(n), matrix(n * n), signs(n * n);
  for (int i = 0; i < n; ++i) a[i] = (i * 37 + 11) % 19 - 7;
  for (int i = 0; i < n * n; ++i) matrix[i] = (i * 37 + 11) % 19 - 7, signs[i] = matrix[i] > 0;
  const view<const double> v(a.data(), n);
  const view<const double, 2> m(matrix.data(), n, n), s(signs.data(), n, n);
  const auto show = [](const char* name, const std::vector<double>& values) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[i] * static_cast<double>(i % 13 + 1);
    std::printf("%s %.17g\n", name, sum);
  };
  const auto vector = [&](const char* name, auto program) {
    std::vector<double> c(n, 1);
    program(view<double>(c.data(), n));
    show(name, c);
  };
  const auto square = [&](const char* name, auto program) {
    std::vector<double> c(n * n, 1);
    program(view<double, 2>(c.data(), n, n));
    show(name, c);
  };
  vector("sliding sums", [&](auto c) { slidingSums(v, c, n); });
  square("shifted product", [&](auto c) { shiftedProduct(m, m, c, n); });
  vector("single lanes", [&](auto c) { singleLanes(m, c, n); });
  vector("sum of itself", [&](auto c) { sumOfItself(v, c, n); });
  vector("tile of itself", [&](auto c) { tileOfItself(s, c, n); });
  vector("array of itself", [&](auto c) { arrayOfItself(v, c, n); });
  vector("fractions", [&](auto c) { fractions(v, c, n); });
  vector("effects", [&](auto c) { effects(v, c, n); });
  vector("full blocks", [&](auto c) { fullBlocks(v, c, n); });
  vector("chain", [&](auto c) { chain(v, c, n); });
  vector("outer slices", [&](auto c) { outerSlices(v, c, n); });
  vector("conditions", [&](auto c) { conditions(v, c, n); });
  vector("other loops", [&](auto c) { otherLoops(v, c, n); });
  vector("unsigned", [&](auto c) { unsignedPlaces(v, c, n); });
  vector("long unsigned", [&](auto c) { longUnsignedPlaces(v, c, n); });
  vector("counters", [&](auto c) { counters(v, c, n); });
  square("lanes for a while", [&](auto c) { if (n > B) lanesForAWhile(v, c, n); });
  vector("once", [&](auto c) { once(m, c, n); });
  std::vector<double> d(n + 1, 1);
  square("parallel sums", [&](auto c) { if (n) parallelSums(m, c, view<double>(d.data(), n), n); });
  show("and of rows", d);
}

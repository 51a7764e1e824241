// Small well-known programs: Mandelbrot set, softmax, Black-Scholes, prefix by doubling, primes, Monte Carlo.
// tolerance: 1e-9
// run: 20 15
// run: 131 7
#include "print.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

static void mandelbrot(int* counts, int width, int height) {
#pragma parallel
  for (int py = 0; py < height; ++py)
#pragma parallel block(16)
    for (int px = 0; px < width; ++px) {
      const double cx = -2.0 + px * 3.0 / width, cy = -1.5 + py * 3.0 / height;
      double x = 0, y = 0;
      int k = 0;
      while (k < 100 && x * x + y * y < 4.0) {
        const double t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        ++k;
      }
      counts[py * width + px] = k;
    }
}

static void softmax(const double* x, double* y, int rows, int columns) {
#pragma parallel
  for (int i = 0; i < rows; ++i) {
    double most = -INFINITY, sum = 0;
    for (int j = 0; j < columns; ++j) most = std::max(most, x[i * columns + j]);
    for (int j = 0; j < columns; ++j) {
      y[i * columns + j] = std::exp(x[i * columns + j] - most);
      sum += y[i * columns + j];
    }
    for (int j = 0; j < columns; ++j) y[i * columns + j] /= sum;
  }
}

static double normal(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

static void blackScholes(const double* price, const double* strike, const double* years, double* call, int n) {
  const double rate = 0.02, volatility = 0.3;
#pragma parallel block
  for (int i = 0; i < n; ++i) {
    const double root = volatility * std::sqrt(years[i]);
    const double d1 = (std::log(price[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / root;
    call[i] = price[i] * normal(d1) - strike[i] * std::exp(-rate * years[i]) * normal(d1 - root);
  }
}

static void doubling(std::vector<long>& a) {
  const int n = static_cast<int>(a.size());
  std::vector<long> b(a.size());
  for (int distance = 1; distance < n; distance *= 2) {
#pragma parallel
    for (int i = 0; i < n; ++i) b[i] = i >= distance ? a[i] + a[i - distance] : a[i];
    a.swap(b);
  }
}

static int primes(int n) {
  int count = 0;
#pragma parallel block(10) reduction(+ : count)
  for (int i = 2; i < n; ++i) {
    bool prime = true;
    for (int d = 2; d * d <= i; ++d)
      if (i % d == 0) {
        prime = false;
        break;
      }
    if (prime) ++count;
  }
  return count;
}

// Monte Carlo with a counter-based generator: integers make the result exact.
static unsigned inside(unsigned n) {
  unsigned hits = 0;
#pragma parallel reduction(+ : hits)
  for (unsigned i = 0; i < n; ++i) {
    unsigned h = i * 2654435761u;
    h ^= h >> 16;
    h *= 2246822519u;
    h ^= h >> 13;
    const unsigned x = h & 0xffffu, y = h >> 16;
    if (static_cast<unsigned long>(x) * x + static_cast<unsigned long>(y) * y < 0xffffffffUL) hits++;
  }
  return hits;
}

int main(int argc, char** argv) {
  const int w = argc > 1 ? std::atoi(argv[1]) : 8, h = argc > 2 ? std::atoi(argv[2]) : 8, n = w * h;
  std::vector<int> counts(n);
  mandelbrot(counts.data(), w, h);
  print("mandelbrot", counts.data(), n);
  std::vector<double> x(n), y(n), z(n), c(n);
  fillFraction(x.data(), n, 1);
  softmax(x.data(), y.data(), h, w);
  fillFraction(y.data(), n / 2, 2);
  fillFraction(z.data(), n, 3);
  for (double& v : y) v += 0.1;
  blackScholes(x.data(), y.data(), z.data(), c.data(), n);
  for (int i = 0; i < n; i += 31) std::printf("~ %.15g %.15g\n", y[i], c[i]);
  std::vector<long> a(n, 3);
  doubling(a);
  print("doubling", a.data(), n);
  std::printf("%d %u\n", primes(n * 10), inside(static_cast<unsigned>(n) * 100u));
}

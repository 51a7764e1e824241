// Sequential loops around parallel ones: the threads are forked once, and all of them compute what stands between the
// nests. What is another value for each thread, or changes something, keeps a fork for each nest.
#include "print.h"
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

static void wavefront(double* u, const double* f, int n, int m) {
  for (int d = 2; d <= n + m - 4; ++d) {
    const int lo = std::max(1, d - m + 2), hi = std::min(n - 2, d - 1);
#pragma parallel
    for (int i = lo; i <= hi; ++i) {
      const int j = d - i;
      u[i * m + j] = 0.25 * (u[(i - 1) * m + j] + u[i * m + j - 1] + u[(i + 1) * m + j] + u[i * m + j + 1]) + f[i * m + j];
    }
  }
}

static void decompose(double* a, int n) {
  for (int k = 0; k < n - 1; ++k) {
#pragma parallel
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; ++j) a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
}

// Two nests in each step, and a loop around the loop of steps.
static void relax(double* u, double* w, int n, int rounds, int steps) {
  for (int r = 0; r < rounds; ++r)
    for (int s = 0; s < steps + r; ++s) {
      const double weight = 0.5 / (r + 1.0) + 0.01 * s;
      if (s % 2 == 0) {
#pragma parallel
        for (int i = 1; i < n - 1; ++i) w[i] = weight * (u[i - 1] + u[i + 1]);
      } else {
#pragma parallel block(16)
        for (int i = 1; i < n - 1; ++i) w[i] = weight * u[i];
      }
#pragma parallel
      for (int i = 1; i < n - 1; ++i) u[i] = w[i];
    }
}

// A stride that doubles.
static void doubling(int* x, int n) {
  for (int stride = 1; stride < n; stride *= 2) {
#pragma parallel
    for (int i = 0; i < n / (2 * stride); ++i) x[2 * stride * i] += x[2 * stride * i + stride];
  }
}

// The sum is read between the nests, and the pointers change places.
static double balanced(double* u, double* w, int n, int steps) {
  double scale = 1;
  for (int s = 0; s < steps; ++s) {
    long sum = 0;
#pragma parallel reduction(+ : sum)
    for (int i = 0; i < n; ++i) sum += static_cast<long>(u[i] * 1000);
    scale = sum > 0 ? 1 / (1.0 + static_cast<double>(sum)) : 1;
#pragma parallel
    for (int i = 0; i < n; ++i) w[i] = u[i] * scale;
    std::swap(u, w);
  }
  return scale;
}

// What stands between the nests changes an array.
static void withEnds(double* u, int n, int steps) {
  for (int s = 0; s < steps; ++s) {
    u[0] = s;
#pragma parallel
    for (int i = 1; i < n; ++i) u[i] += 0.5 * u[0];
  }
}

// A value of the iteration before is no value of the thread.
static int counting(int* x, int n, int steps) {
  int seen = 0;
  for (int s = 0; s < steps; ++s) {
    const int from = seen % 3;
#pragma parallel
    for (int i = from; i < n; ++i) x[i] += from + 1;
    seen += 2;
  }
  return seen;
}

// A value for afterwards, and one from before.
static double lastOnes(const double* x, double* y, int n, int steps) {
  double last = -1, start = 2;
  for (int s = 0; s < steps; ++s) {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      last = x[i] + s;
      y[i] = last * start;
    }
  }
  return last;
}

class Grid {
 public:
  Grid(int nx, int ny) : nx_(nx), ny_(ny), data_(static_cast<std::size_t>(nx) * ny, 1.0) {}
  int nx() const { return nx_; }
  int ny() const { return ny_; }
  double& operator()(int i, int j) { return data_[static_cast<std::size_t>(i) * ny_ + j]; }
  const double* data() const { return data_.data(); }

 private:
  int nx_, ny_;
  std::vector<double> data_;
};

static void sweep(Grid& g, int nx, int ny) {
  for (int plane = 2; plane <= nx + ny - 4; ++plane) {
#pragma parallel
    for (int i = nx - 2; i >= 1; --i) {
      const int j = plane - i;
      if (j < 1 || j > ny - 2) continue;
      g(i, j) += 0.125 * (g(i - 1, j) + g(i, j - 1) - g(i + 1, j) + g(i, j + 1));
    }
  }
}

template <class T>
static void columns(T* a, int rows, int width) {
  for (int c = 1; c < width; ++c) {
#pragma parallel
    for (int r = 0; r < rows; ++r) a[r * width + c] += a[r * width + c - 1] / 2;
  }
}

// As C had to write it.
static void oldCounters(int* x, int n, int m) {
  int i, k, r;
  for (r = 0; r < 3; r++)
    for (k = 1; k < m; k++) {
#pragma parallel
      for (i = 0; i < n; i++) x[i * m + k] += x[i * m + k - 1] % 7 + r;
    }
  for (k = 0; k < 2; k++) {
#pragma parallel
    for (i = 0; i < n; i++) x[i * m] += k;
  }
}

// The counter has a value afterwards.
static int outsideCounter(int* x, int n) {
  int s;
  for (s = 0; s < 5; ++s) {
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] += s;
  }
  return s;
}

// Two variables of one name: one is the same for all threads, each iteration has the other one for itself. And a counter
// whose last value is read, beside one whose is not.
static double shadowed(const double* x, double* y, int n) {
  double t = 1;
  int i, last = 0;
  for (int s = 0; s < 3; ++s) {
    if (s % 2 == 0) {
      const double t = s + 0.5;
#pragma parallel
      for (int k = 0; k < n; ++k) y[k] += t;
    }
#pragma parallel
    for (int k = 0; k < n; ++k) {
      t = x[k] * 2;
      y[k] += t * t;
    }
  }
  t = 3;
  for (int s = 0; s < 2; ++s) {
#pragma parallel
    for (i = 0; i < n; ++i) y[i] += s;
  }
  last = i;
  return t + last;
}

// What the nests store may be the bound, by another name: a reference, a member of a whole object, an address.
struct Step {
  int n, more;
};

static Step shorter(Step s, int k) { return {s.n - 2, s.more + k}; }

static int boundsInMemory(int* count, Step* s, int m) {
  int& rounds = count[0];
  for (int k = 0; k < rounds; ++k) {
#pragma parallel
    for (int i = 0; i < m; ++i) count[i] -= 3;
  }
  for (int k = 0; k < s->n; ++k) {
#pragma parallel
    for (int i = 0; i < m; ++i) s[i] = shorter(s[i], k);
  }
  int limit = 20;
  int* address = &limit;
  for (int k = 0; k < 5; ++k) {
#pragma parallel
    for (int i = 0; i < limit; ++i)
      if (i < m) count[i] += limit;
#pragma parallel
    for (int i = 0; i < 1; ++i) address[i] -= 1;
  }
  return limit;
}

// Each thread has another one, which is 0.
static thread_local int ownSteps = 0;

static void stepsOfThread(int* x, int n) {
  ownSteps = 4;
  for (int k = 0; k < ownSteps; ++k) {
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] += i * k;
  }
}

// Nothing is read where no step is made.
struct Rows {
  int n, pitch;
  int* d;
};

static void nobody(const Rows* r, int steps) {
  for (int k = 0; k < steps; ++k) {
#pragma parallel
    for (int i = 0; i < r->n; ++i)
      for (int j = 0; j < r->n; ++j) r->d[i * r->pitch + j] += k;
  }
}

int main() {
  for (int n : {0, 1, 2, 3, 7, 40}) {
    const int m = n + 3;
    std::vector<double> u(n * m), f(n * m), w(n * m);
    fillFraction(u.data(), u.size(), 1);
    fillFraction(f.data(), f.size(), 2);
    wavefront(u.data(), f.data(), n, m);
    print("wavefront", u.data(), u.size());
    std::vector<double> a(n * n);
    fillFraction(a.data(), a.size(), 3);
    for (int i = 0; i < n; ++i) a[i * n + i] += n;
    decompose(a.data(), n);
    print("decomposed", a.data(), a.size());
    relax(u.data(), w.data(), static_cast<int>(u.size()), 3, 2);
    print("relaxed", u.data(), u.size());
    std::vector<int> x(n * m);
    fill(x.data(), x.size(), 4);
    doubling(x.data(), static_cast<int>(x.size()));
    print("doubled", x.data(), x.size());
    const double scale = balanced(u.data(), w.data(), static_cast<int>(u.size()), 3);
    print("scale", &scale, 1);
    print("balanced", u.data(), u.size());
    if (n) withEnds(u.data(), static_cast<int>(u.size()), 3);
    print("ends", u.data(), u.size());
    const int seen = counting(x.data(), static_cast<int>(x.size()), 4) + outsideCounter(x.data(), static_cast<int>(x.size()));
    print("seen", &seen, 1);
    oldCounters(x.data(), n, m);
    print("counted", x.data(), x.size());
    const double last = lastOnes(f.data(), w.data(), static_cast<int>(w.size()), n);
    print("last", &last, 1);
    print("lasts", w.data(), w.size());
    Grid g(n + 2, m);
    sweep(g, g.nx(), g.ny());
    print("swept", g.data(), static_cast<std::size_t>(g.nx()) * g.ny());
    const double shadow = shadowed(f.data(), w.data(), static_cast<int>(w.size()));
    print("shadow", &shadow, 1);
    print("shadowed", w.data(), w.size());
    std::vector<int> counts(40);
    std::vector<Step> steps(40, Step{21, 0});
    for (int i = 0; i < 40; ++i) counts[i] = 41 + i;
    const int limit = boundsInMemory(counts.data(), steps.data(), n);
    print("limit", &limit, 1);
    print("counts", counts.data(), counts.size());
    for (int i = 0; i < 40; ++i) counts[i] += steps[i].n + 3 * steps[i].more;
    print("steps", counts.data(), counts.size());
    stepsOfThread(counts.data(), n);
    nobody(nullptr, 0);
    const Rows rows{3, 4, counts.data()};
    nobody(&rows, 3);
    print("own", counts.data(), counts.size());
    columns(u.data(), n, m);
    print("columns", u.data(), u.size());
  }
}

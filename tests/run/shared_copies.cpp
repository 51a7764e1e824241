// Launches that follow each other share their device copies as long as the host leaves the arrays alone; what the host
// does in between finds the arrays as the program left them.
#include "print.h"
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

// Pointers change places; the copies are found by address.
static int untilItSettles(double* now, double* next, int n, double limit) {
  double change = 0;
  int steps = 0;
  do {
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = (now[i - 1] + now[i + 1]) / 2;
    change = 0;
#pragma parallel reduction(max : change)
    for (int i = 1; i < n - 1; ++i) change = std::max(change, std::abs(next[i] - now[i]));
    std::swap(now, next);
    ++steps;
    if (steps > 40) return -steps;
  } while (change > limit);
  return steps;
}

static void hostReadsBetween(int* a, int n, int* seen) {
  for (int step = 0; step < 3; ++step) {
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] += i;
    seen[step] = n > 0 ? a[n - 1] : -1;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] *= 2;
}

static void hostWritesBetween(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += 1;
  if (n > 2) a[2] = 77;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] *= 3;
}

static void touch(int* a, int n) {
  for (int i = 0; i < n; i += 5) a[i] = -a[i];
}

static void callBetween(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += 1;
  touch(a, n);
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] *= 3;
}

static std::vector<int> ownVectors(const std::vector<int>& in, int n) {
  std::vector<int> first(n), second(n);
#pragma parallel
  for (int i = 0; i < n; ++i) first[i] = in[i] * 2;
#pragma parallel
  for (int i = 0; i < n; ++i) second[i] = first[i] + in[i];
  for (int step = 0; step < 4; ++step) {
#pragma parallel
    for (int i = 0; i < n; ++i) first[i] += second[i] % 7;
    std::swap(first, second);
  }
  return second;
}

static long leavesEarly(int* a, int n, int mode) {
  for (int step = 0; step < 5; ++step) {
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] += step;
    if (step == mode) return step;
    if (step == mode + 1) break;
    long sum = 0;
#pragma parallel reduction(+ : sum)
    for (int i = 0; i < n; ++i) sum += a[i];
    if (sum > 100000) return sum;
  }
  return -1;
}

// Where the rows would overlap, the host runs the loop instead.
static void rowsThatMayOverlap(double* c, int n, int ldc) {
  for (int step = 0; step < 2; ++step) {
#pragma parallel
    for (int i = 0; i < n; ++i)
#pragma parallel
      for (int j = 0; j < n; ++j) c[i * ldc + j] += i - j;
#pragma parallel
    for (int i = 0; i < n; ++i) c[i] *= 0.5;
  }
}

// Other names for what a kernel changes.
static int otherNames(int* a, int n) {
  int flag = 0, seen = 0;
  int* const p = &flag;
  int none = 0;
  int& first = n > 0 ? a[0] : none;
  for (int step = 0; step < 3; ++step) {
#pragma parallel unchecked
    for (int i = 0; i < n; ++i) p[0] = step + 1;
    seen += flag;
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] += 2;
    first += 100;
  }
  return seen * 1000 + first % 1000;
}

struct Model {
  std::vector<double> state, rate;
  double total = 0;

  void advance(int steps) {
    for (int step = 0; step < steps; ++step) {
#pragma parallel
      for (std::size_t i = 0; i < state.size(); ++i) state[i] += rate[i] * 0.25;
#pragma parallel reduction(+ : total)
      for (std::size_t i = 0; i < state.size(); ++i) total += state[i];
    }
  }
};

// References to elements, variables that something points to.
struct Particle {
  float mass, place;
};
static void references(std::vector<Particle>& p, int n) {
  const Particle& second = p[1];
#pragma parallel
  for (int i = 0; i < n; ++i) p[i].mass += 1;
  const float mass = second.mass;
#pragma parallel
  for (int i = 0; i < n; ++i) p[i].place += mass;
  for (Particle& each : p) {
#pragma parallel
    for (int i = 0; i < n; ++i) p[i].place += 1;
    const float place = each.place;
#pragma parallel
    for (int i = 0; i < n; ++i) p[i].mass += place / 64;
    each.mass = 1;
    if (place > 4)
#pragma parallel
      for (int i = 0; i < n; ++i) p[i].mass -= 1;
  }
}

static int counted;
struct Counter {
  int total = 0;
  int* into = &total;
  int& again = total;
  int own = 5;
  void count(int* a, int n) {
    int* global = &counted;
#pragma parallel
    for (int i = 0; i < 1; ++i) global[i] = a[n - 1];
    const int shift = counted;
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] += shift + own;
#pragma parallel
    for (int i = 0; i < 1; ++i) into[i] = a[n - 1];
    const int moved = total;
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] -= moved;
#pragma parallel
    for (int i = 0; i < 1; ++i) into[i] = a[0];
    const int back = again;
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] += back;
  }
};

int main() {
  for (int n : sizes) {
    std::vector<double> now(n), next(n);
    fillFraction(now.data(), now.size(), 1);
    next = now;
    std::printf("%d\n", untilItSettles(now.data(), next.data(), n, 1e-3));
    print("settled", now.data(), now.size());
    std::vector<int> a(n);
    fill(a.data(), n, 2);
    int seen[3];
    hostReadsBetween(a.data(), n, seen);
    std::printf("%d %d %d\n", seen[0], seen[1], seen[2]);
    hostWritesBetween(a.data(), n);
    callBetween(a.data(), n);
    print("between", a.data(), a.size());
    const std::vector<int> own = ownVectors(a, n);
    print("own", own.data(), own.size());
    for (int mode : {0, 2, 9}) std::printf("%ld\n", leavesEarly(a.data(), n, mode));
    print("early", a.data(), a.size());
    std::printf("%d\n", otherNames(a.data(), n));
    print("names", a.data(), a.size());
    if (n > 1) {
      std::vector<Particle> p(n < 9 ? n : 9, Particle{1, 2});
      references(p, static_cast<int>(p.size()));
      for (const Particle& each : p) std::printf("%g %g\n", each.mass, each.place);
      Counter counter;
      counter.count(a.data(), n);
      print("counted", a.data(), a.size());
    }
    const int rows = n < 30 ? n : 30;
    std::vector<double> c(rows * rows + 1);
    rowsThatMayOverlap(c.data(), rows, rows);
    rowsThatMayOverlap(c.data(), rows, rows / 2);
    print("rows", c.data(), c.size());
    Model model;
    model.state.assign(n, 1.5);
    model.rate.assign(n, 0.125);
    model.advance(3);
    print("state", model.state.data(), model.state.size());
    std::printf("~ %.17g\n", model.total);
  }
}

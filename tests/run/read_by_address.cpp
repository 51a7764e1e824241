// Variables from outside that the iterations read by their address: what a function gets as a pointer to a constant,
// what is copied as bytes. They stay what they are for all iterations, and no iteration has one of its own.
#include "print.h"
#include <cstring>
#include <vector>

struct Point {
  double x, y;
  int kind;
};

static double distance(const Point* a, const Point* b) {
  return (a->x - b->x) * (a->x - b->x) + (a->y - b->y) * (a->y - b->y) + (*a).kind;
}
static double square(const double* value) { return *value * *value; }
static double copied(const Point* p) {
  const Point q = *p;
  return q.x + q.y;
}
static double byReference(const double& value) { return value; }
static void split(double value, double* whole, double* rest) {
  *whole = static_cast<double>(static_cast<int>(value));
  *rest = value - *whole;
}
// Who knows that it writes nothing?
static double plain(double* value) { return *value + 1; }

static double nearest(int n, const Point* points, Point centre) {
  double least = 1e30;
#pragma parallel reduction(min : least)
  for (int i = 0; i < n; ++i)
    if (distance(&points[i], &centre) < least) least = distance(&points[i], &centre);
  return least;
}

static void update(int n, double* v, double scale, const Point& p) {
  const double offset = 3;
#pragma parallel
  for (int i = 0; i < n; ++i) v[i] = v[i] * square(&scale) + square(&offset) + copied(&p) + square(&p.x);
#pragma parallel
  for (int i = 0; i < n; ++i) v[i] += square(&scale) + scale + byReference(scale);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double y;
    std::memcpy(&y, &scale, sizeof y);
    v[i] += y;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double whole, rest;
    split(v[i], &whole, &rest);
    v[i] = whole - rest;
  }
}

static double vouchedFor(int n, double* v, double scale) {
  double whole = -1, rest = -1;
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) v[i] += plain(&scale);
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    split(v[i], &whole, &rest);
    v[i] += whole - rest;
  }
  return n > 0 ? whole + rest : 0;
}

int main() {
  for (const int n : sizes) {
    std::vector<double> v(static_cast<std::size_t>(n));
    fill(v.data(), v.size(), 1);
    std::vector<Point> points;
    for (int i = 0; i < n; ++i) points.push_back({v[static_cast<std::size_t>(i)], i * 0.5, i % 3});
    const double least = nearest(n, points.data(), {7, 9, 0});
    print("nearest", &least, 1);
    update(n, v.data(), 2, {1, 2, 3});
    print("update", v.data(), v.size());
    const double last = vouchedFor(n, v.data(), 5);
    print("vouched for", v.data(), v.size());
    print("last", &last, 1);
  }
}

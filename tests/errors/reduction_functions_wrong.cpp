// Calls that give something else than what was there and a number, and flags that are more than that.
#include <algorithm>
#include <cmath>
#include <functional>

static inline double subtract(double x, double s) { return x - s; }
static inline double square(double x, double s) { return x + s * s; }
static inline float narrow(float x, float s) { return x + s; }
static inline int truncate(int s, double x) { return s + x; }
static inline double add(double s, double x) { return s + x; }

double f(const double* a, const double* b, int n) {
  double s = 0;
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) s = std::fma(s, a[i], b[i]);  // error: [appyl-reduction] 's' is written here outside its reduction
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) s = std::fma(s, a[i], s);  // error: [appyl-reduction] 's' is written here outside its reduction
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) s = std::minus<>{}(a[i], s);  // error: [appyl-reduction] 's' is written here outside its reduction
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) s = subtract(a[i], s);  // error: [appyl-reduction] 's' is written here outside its reduction
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) s = square(a[i], s);  // error: [appyl-reduction] 's' is written here outside its reduction
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) s = narrow(a[i], s);  // error: [appyl-reduction] 's' is written here outside its reduction
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) s = add(s, s * a[i]);  // error: [appyl-reduction] 's' is written here outside its reduction
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) s = s > 3 ? s + a[i] : s;  // error: [appyl-reduction] 's' is written here outside its reduction
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) s = a[i] > 3 ? s + a[i] : 0;  // error: [appyl-reduction] 's' is written here outside its reduction
#pragma parallel reduction(*:s)
  for (int i = 0; i < n; ++i) s = add(s, a[i]);  // error: [appyl-reduction] 's' is updated by '+', but the clause says '*'
  return s;
}

int g(const double* a, int n) {
  int s = 0;
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) s = truncate(s, a[i]);  // error: [appyl-reduction] 's' is written here outside its reduction
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) s = std::plus<>{}(s, a[i]);  // error: [appyl-reduction] 's' is written here outside its reduction
  int found = 0;
#pragma parallel reduction(||:found)
  for (int i = 0; i < n; ++i)
    if (a[i] > 3) found = 2;  // error: [appyl-reduction] 'found' is written here outside its reduction
#pragma parallel reduction(||:found)
  for (int i = 0; i < n; ++i) {
    if (a[i] > 3) found = 1;
    if (a[i] > 4) found = 0;  // error: [appyl-reduction] 'found' is written here outside its reduction
  }
#pragma parallel reduction(max:found)
  for (int i = 0; i < n; ++i)
    if (a[i] > 3) found = 1;  // error: [appyl-reduction] 'found' is written here outside its reduction
  return s + found;
}

// What the user's operators do, what is less by the user's order, and who else gets the sum.
struct Factor {
  double of;
};
static double operator+(double s, Factor x) { return s * x.of; }
static double& operator+=(double& s, Factor x) { return s = s / 2 + x.of; }

double h(const Factor* a, const double* b, int n) {
  double s = 0;
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) s = s + a[i];  // error: [appyl-reduction] 's' is written here outside its reduction
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) s += a[i];  // error: [appyl-reduction] 's' is written here outside its reduction
#pragma parallel reduction(min:s)
  for (int i = 0; i < n; ++i) s = std::min(s, b[i], std::greater<>());  // error: [appyl-reduction] 's' is written here outside its reduction
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) {
    double x = b[i];
    s = (x -= s);  // error: [appyl-reduction] 's' is written here outside its reduction
  }
  return s;
}

// What a reduction's variable rounds at every step depends on the order of the iterations.
bool anyOf(const int* x, int n) {
  bool b = false;
#pragma parallel reduction(+:b)
  for (int i = 0; i < n; ++i) b += x[i] > 0;  // error: [appyl-reduction] rounds to 'bool' at every step
  return b;
}
bool sumOf(const int* x, int n) {
  bool b = false;
#pragma parallel reduction(+:b)
  for (int i = 0; i < n; ++i) b = b + (x[i] > 0);  // error: [appyl-reduction] rounds to 'bool' at every step
  return b;
}
bool toggled(const int* x, int n) {
  bool b = false;
#pragma parallel reduction(+:b)
  for (int i = 0; i < n; ++i) b -= x[i] == 2;  // error: [appyl-reduction] rounds to 'bool' at every step
  return b;
}
bool parity(const int* x, int n) {
  bool b = false;
#pragma parallel reduction(^:b)
  for (int i = 0; i < n; ++i) b ^= x[i];  // error: [appyl-reduction] rounds to 'bool' at every step
  return b;
}
bool writtenParity(const int* x, int n) {
  bool b = false;
#pragma parallel reduction(^:b)
  for (int i = 0; i < n; ++i) b = b ^ x[i];  // error: [appyl-reduction] rounds to 'bool' at every step
  return b;
}
bool realParity(const bool* x, int n) {
  bool b = false;
#pragma parallel reduction(^:b)
  for (int i = 0; i < n; ++i) b ^= x[i] ^ (i > 3);
  return b;
}
int nearest(const double* d, int n) {
  float best = 1e9f;
  int at = -1;
#pragma parallel reduction(min:best)
  for (int i = 0; i < n; ++i)
    if (d[i] < best) {
      best = d[i];  // error: [appyl-reduction] rounds to 'float' at every step
      at = i;
    }
  return at;
}
int nearestOfWhole(const long* d, int n) {
  double best = 1e9;
  int at = -1;
#pragma parallel reduction(min:best)
  for (int i = 0; i < n; ++i)
    if (d[i] < best) {
      best = d[i];  // error: [appyl-reduction] rounds to 'double' at every step
      at = i;
    }
  return at;
}
int nearestOfSmall(const int* d, const short* e, int n) {
  double best = 1e9;
  float other = 1e9f;
  int at = -1, there = -1;
#pragma parallel reduction(min:best, other)
  for (int i = 0; i < n; ++i) {
    if (d[i] < best) {
      best = d[i];
      at = i;
    }
    if (e[i] < other) {
      other = e[i];
      there = i;
    }
  }
  return at + there;
}
struct Bits {
  unsigned f : 4;
};
unsigned largest(const unsigned* x, int n) {
  Bits b{0};
#pragma parallel reduction(max:b.f)
  for (int i = 0; i < n; ++i)
    if (x[i] > b.f) b.f = x[i];  // error: [appyl-reduction] rounds to 'unsigned int' at every step
  return b.f;
}
unsigned largestOfBits(const Bits* x, int n) {
  Bits b{0};
#pragma parallel reduction(max:b.f)
  for (int i = 0; i < n; ++i)
    if (x[i].f > b.f) b.f = x[i].f;
  return b.f;
}

// A counter declared outside that begins at a value made of its own: the one from before the loop.
#include <vector>
#include <cstdio>
#include "print.h"
static long down(std::vector<int>& v) {
  long e = (long)v.size();
#pragma parallel
  for (e = e - 1; e >= 0; e -= 1) v[e] -= 1;
  return e;
}
static long up(std::vector<int>& v) {
  long e = 1, n = (long)v.size();
#pragma parallel
  for (e = e + 1; e < n; ++e) v[e] += 3;
  return e;
}
static long upb(std::vector<int>& v) {
  int e = 1, n = (int)v.size();
#pragma parallel block(32)
  for (e = e + 2; e < n; e += 2) v[e] += 3;
  return e;
}
static long same(std::vector<int>& v) {
  int e = 1, n = (int)v.size();
#pragma parallel block(32)
  for (e = e; e < n; ++e) v[e] += 5;
  return e;
}
static long two(std::vector<int>& v) {
  int e = 1, f = 2, n = (int)v.size() / 4;
#pragma parallel
  for (e = e + 1; e < n; ++e)
#pragma parallel
    for (f = 0; f < 4; f++) v[e * 4 + f] += 5;
  return e + f;
}
int main() {
  for (int n : {0, 1, 7, 300}) { std::vector<int> v(n); 
  std::printf("%ld\n", down(v)); print("v", v.data(), n);
  std::printf("%ld\n", up(v)); print("v", v.data(), n);
  std::printf("%ld\n", upb(v)); print("v", v.data(), n);
  std::printf("%ld\n", same(v)); print("v", v.data(), n);
  std::printf("%ld\n", two(v)); print("v", v.data(), n);
  }
}

// A bit that is kept by value is a name of what its neighbours share.
#include <bitset>
#include <vector>

void sameBit(float* x, int n) {
  std::vector<bool> v(10);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto r = v[0];
    r = x[i] > 0;  // warning: [appyl-unproved] 'r' is a bit whose neighbours share a byte
  }
  x[0] = v[0];
}

void neighbours(const float* x, std::vector<bool>& v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto&& r = v[i];
    r = x[i] > 0;  // warning: [appyl-unproved] 'r' is a bit whose neighbours share a byte
  }
}

void put(std::vector<bool>::reference bit, bool value) { bit = value; }
void handedOver(const float* x, std::vector<bool>& v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) put(v[i], x[i] > 0);  // warning: [appyl-unproved] 'bit' is a bit whose neighbours share a byte
}

void inLambda(const float* x, std::vector<bool>& v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto r = v[i];
    auto set = [&] { r = x[i] > 0; };  // warning: [appyl-unproved] 'r' is a bit whose neighbours share a byte
    set();
  }
}

template <class V>
void open(const float* x, V& v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto r = v[i];
    r = x[i] > 0;  // warning: [appyl-unproved] 'r' is a bit whose neighbours share a byte
  }
}
void useOpen(const float* x, std::vector<bool>& v, int n) { open(x, v, n); }

void fromOutside(const float* x, std::vector<bool>& v, std::bitset<64>& w, int n) {
  auto r = v[0];
  auto s = w[0];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    r = x[i] > 0;  // warning: [appyl-unproved] 'r' is a bit whose neighbours share a byte
    s = x[i] > 1;
  }
}

void own(float* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::vector<bool> v(2);
    auto r = v[0];
    r = x[i] > 0;
    x[i] = v[0];
  }
}

void read(float* x, const std::vector<bool>& v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto r = v[i];
    x[i] = r;
  }
}

void allOf(const int* a, std::vector<bool>& v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (auto r : v) r = a[i];  // warning: [appyl-unproved] 'r' is a bit whose neighbours share a byte
}

void swapped(std::vector<bool>& v, std::vector<bool>& w, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::vector<bool>::swap(v[i], w[i]);  // warning: [appyl-unproved] 'v[i]' is a bit whose neighbours share a byte
}

struct Bit {
  std::vector<bool>::reference bit;
};
void inStruct(const int* a, std::vector<bool>& v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Bit own{v[i]};
    own.bit = a[i] > 0;  // warning: [appyl-unproved] 'own.bit' is a bit whose neighbours share a byte
  }
}

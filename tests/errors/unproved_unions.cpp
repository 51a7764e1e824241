// The members of a union share their bytes, whatever they are made of.
#include <cstdint>

struct P {
  union {
    struct {
      double x, y, z;
    };
    struct {
      double r, g, b;
    };
    double c[3];
  };
};

void named(P* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) p[i].x = p[i + 1].c[0];  // warning: [appyl-unproved]
}

void structs(P* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) p[i].r = p[i + 1].x;  // warning: [appyl-unproved]
}

void elements(P* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) p[i].c[0] = p[i + 1].z;  // warning: [appyl-unproved]
}

union Reg {
  std::uint32_t w;
  struct {
    std::uint16_t lo, hi;
  } h;
  std::uint8_t b[4];
};

void bytes(Reg* r, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) r[i].h.lo = static_cast<std::uint16_t>(r[i + 1].b[0] + 1);  // warning: [appyl-unproved]
}

void words(Reg* r, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) r[i].w = r[i + 1].h.hi;  // warning: [appyl-unproved]
}

void scalars(Reg* r, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) r[i].w = r[i].h.hi + r[i].b[1];
}

void own(P* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) p[i].c[k] += p[i].x + p[i + n].g;
}

// Handed over as a whole, alone and in an array.
void fill(unsigned char* b);
void handedOver(Reg& r, double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    fill(r.b);  // warning: [appyl-unproved]
    x[i] = r.h.lo;
  }
}
void eachHandedOver(Reg* r, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) fill(r[i].b);  // warning: [appyl-unproved]
}

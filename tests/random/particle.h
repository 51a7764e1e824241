// The element of arrays of structs, in C and C++.
#pragma once

struct Particle {
  double x, y;
  int kind, hits;
};

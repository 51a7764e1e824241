#pragma once
#define STEP 2
inline double stepped(double x) { return x * STEP; }
#undef STEP
struct Stepping {
  double* data;
  int step;
#define STRIDE(i) ((i) * step)
  double& at(int i) { return data[STRIDE(i)]; }
#undef STRIDE
};

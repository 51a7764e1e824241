// Finite differences in the time domain: two electric fields and a magnetic one.
#include "program.hpp"

constexpr int Steps = 500, NX = 1000, NY = 1200;

static void fdtd(double (*ex)[NY], double (*ey)[NY], double (*hz)[NY], const double* fict) {
#pragma block(8)
  for (int t = 0; t < Steps; t++) {
#pragma parallel
    for (int j = 0; j < NY; j++) ey[0][j] = fict[t];
#pragma parallel
    for (int i = 1; i < NX; i++)
#pragma parallel
      for (int j = 0; j < NY; j++) ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
#pragma parallel
    for (int i = 0; i < NX; i++)
#pragma parallel
      for (int j = 1; j < NY; j++) ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
#pragma parallel
    for (int i = 0; i < NX - 1; i++)
#pragma parallel
      for (int j = 0; j < NY - 1; j++)
        hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

int main() {
  kernels::Matrix<NY> ex(NX, NX, 1), ey(NX, NY, 2), hz(NX, NX, 3);
  kernels::Matrix<Steps> fict(1, Steps, 1);
  kernels::time([&] { fdtd(ex.rows(), ey.rows(), hz.rows(), fict.elements.data()); }, hz.elements);
}

// Strides that nobody relates: with some the rows and planes overlap, with those that are meant they do not.
void planesByStrides(int nx, int ny, int nz, int sy, int sz, int* a) {
#pragma parallel
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) a[i + j * sy + k * sz] = 1;  // warning: [appyl-unproved] subscript 'j*sy + k*sz + i'
}

void updatedPlanes(int nx, int ny, int nz, int sy, int sz, int* a) {
#pragma parallel
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) a[i + j * sy + k * sz] *= 2;  // warning: [appyl-unproved] subscript 'j*sy + k*sz + i'
}

void bothStrides(int n, int m, int rs, int cs, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[i * rs + j * cs] = 1;  // warning: [appyl-unproved] subscript 'cs*j + i*rs'
}

// Whatever the sizes are.
void samePlane(int nx, int ny, int nz, int sy, int* a) {
#pragma parallel
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) a[i + j * sy] = k;  // error: [appyl-race] both write a[0]
}

// What they are computed from has changed since, or is another size.
void changedSince(int nx, int ny, int nz, int* b) {
  const int sx = ny * nz, sy = nz;
  ny -= 2;
#pragma parallel
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j)
      for (int k = 0; k < nz; ++k) b[i * sx + j * sy + k] = i;  // warning: [appyl-unproved] depending on 'ny'
}
void ofAnotherSize(int nx, int ny, int nz, int* b) {
  const int sx = ny * nz, sy = ny;
#pragma parallel
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j)
      for (int k = 0; k < nz; ++k) b[i * sx + j * sy + k] = i;  // warning: [appyl-unproved] is not affine
}

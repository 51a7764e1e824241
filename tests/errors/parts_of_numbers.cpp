// To change a part of a complex number or a lane of a vector is to change the whole.
using Vector = float __attribute__((vector_size(16)));
using Lanes = float __attribute__((ext_vector_type(4)));

void imaginary(double* a, int n) {
  _Complex double z = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = __imag__ z;
    __real__ z = a[i];  // error: [appyl-race] 'z' carries a value from one iteration of 'i' to the next
    __imag__ z = i;
  }
}

void lane(float* a, int n) {
  Lanes t = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = t.x;
    t.x = i;  // error: [appyl-race] 't' carries a value from one iteration of 'i' to the next
  }
}

void sharedVector(Vector* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i / 4][i % 4] = i;  // warning: [appyl-unproved] a subscript of 'a' is not affine
}

void ownVector(Vector* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i][0] = i;
    a[i][3] = a[i][0];
  }
}

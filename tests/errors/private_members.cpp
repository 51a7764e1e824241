// A struct is each iteration's own where every member that the loop writes is written before it is read.
struct Vector {
  double x, y, z;
  double sum() const { return x + y + z; }
  void scale(double s) {
    x *= s;
    y *= s;
    z *= s;
  }
};

void sometimes(int n, const double* p, double* a) {
  Vector v{};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    v.x = p[i];  // error: [appyl-race] 'v' carries a value
    if (p[i] > 0) v.z = p[i + 2];
    a[i] = v.x + v.y + v.z;  // note: it is read here
  }
}

void method(int n, const double* p, double* a) {
  Vector v{};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    v.x = p[i];  // error: [appyl-race] 'v' carries a value
    a[i] = v.sum();  // note: it is read here
    v.z = a[i];
  }
}

void changingMethod(int n, const double* p, double* a) {
  Vector v{};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    v.x = p[i];  // error: [appyl-race] 'v' carries a value
    v.scale(2);
    a[i] = v.x + v.z;
  }
}

void copied(int n, const Vector* p, Vector* a) {
  Vector v{};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    v.x = p[i].x;  // error: [appyl-race] 'v' carries a value
    a[i] = v;  // note: it is read here
    v.z = p[i].z;
  }
}

double summed(int n, const double* x, double* a) {
  Vector v{};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    v.x = x[i];  // error: [appyl-race] 'v' carries a value
    v.y += x[i];  // note: it is read here
    a[i] = v.x;
  }
  return v.y;
}

double conditional(int n, const double* x, double* a) {
  Vector v{};
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (x[i] > 0) {
      v.x = x[i];  // error: [appyl-race] 'v' is read after the loop over 'i', but not every iteration writes it
      a[i] = v.x;
    }
  return v.x;  // note: it is read here
}

void byClause(int n, const double* x, double* a) {
  Vector v{};
#pragma parallel private(v)
  for (int i = 0; i < n; ++i) {
    v.x = x[i];
    v.y += x[i];  // warning: [appyl-unproved] 'v.y' is private, and may be read before the iteration has written it
    a[i] = v.y + v.x;
  }
}

void given(double*, double*);
void address(int n, const Vector* p, Vector* a) {
  Vector v{};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    v.x = p[i].x;  // error: [appyl-race] 'v' carries a value
    given(&v.y, &v.z);
    a[i].x = v.y + v.x + v.z;
  }
}

// A time loop of which several steps cannot be taken at a stretch stays as it is, and the remark says why.
// options: -Rappyl
#include <utility>

double* global;
double value(int i) { return global[i]; }

void converges(double* a, double* b, int n, int steps) {
#pragma block(4)  // remark: [appyl-block] its body is not understood as a whole
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i) b[i] = a[i - 1] + a[i + 1];
    if (b[1] < 1e-6) break;
  }
}

void doesMore(double* a, double* b, int n, int steps) {
  double last = 0;
#pragma block(4)  // remark: [appyl-block] line 24 is neither a parallel loop nor an exchange of arrays
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i) b[i] = a[i - 1] + a[i + 1];
    std::swap(a, b);
    a[0] = t;
  }
  a[1] = last;
}

void reduces(double* a, double* b, int n, int steps) {
#pragma block(4)  // remark: [appyl-block] there is a reduction in it
  for (int t = 0; t < steps; ++t) {
    double sum = 0;
#pragma parallel reduction(+ : sum)
    for (int i = 1; i < n - 1; ++i) sum += a[i];
#pragma parallel
    for (int i = 1; i < n - 1; ++i) b[i] += sum;
  }
}

void mirrored(double* a, double* b, int n, int steps) {
#pragma block(4)  // remark: [appyl-block] the elements of 'a' are no rows of constant distance
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 0; i < n; ++i) b[i] = a[n - 1 - i];
    std::swap(a, b);
  }
}

void shrinks(double* a, double* b, int n, int steps) {
#pragma block(4)  // remark: [appyl-block] the loop over 'i' does not count up by one between bounds of its own type that stay the same
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n - t; ++i) b[i] = a[i - 1] + a[i];
    std::swap(a, b);
  }
}

void local(double* a, double* b, int n, int steps) {
#pragma block(4)  // remark: [appyl-block] the bounds of 'i' are declared in the loop
  for (int t = 0; t < steps; ++t) {
    const int end = n - 1;
#pragma parallel
    for (int i = 1; i < end; ++i) b[i] = a[i - 1] + a[i + 1];
    std::swap(a, b);
  }
}

void otherName(double* a, double* b, int n, int steps) {
  const double* first = a;
#pragma block(4)  // remark: [appyl-block] 'a' is reached by other names than its own
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i) b[i] = a[i - 1] + a[i + 1];
    std::swap(a, b);
#pragma parallel
    for (int i = 1; i < n - 1; ++i) b[i] = first[i];  // warning: [appyl-unproved]
  }
}

void hidden(double* b, int n, int steps) {
#pragma block(4)  // remark: [appyl-block] 'global' is global
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i) b[i] = value(i - 1);
    std::swap(global, b);
  }
}

void between(double* a, double* b, int n, int steps) {
#pragma block(4)  // remark: [appyl-block] 'a' is accessed between the nests of a step
  for (int t = 0; t < steps; ++t) {
    const double edge = a[0];
#pragma parallel
    for (int i = 1; i < n - 1; ++i) b[i] = a[i - 1] + edge;
    std::swap(a, b);
  }
}

void keepsLast(double* a, double* b, int n, int steps) {
  int i;
#pragma block(4)  // remark: [appyl-block] the counter 'i' is declared outside of its loop
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (i = 1; i < n - 1; ++i) b[i] = a[i - 1];
    std::swap(a, b);
  }
}

void ownRow(double* a, double* b, int n, int steps) {
  double row[64];
#pragma block(4)  // remark: [appyl-block] each iteration of ownRow_kernel0 has a 'row' of its own
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i) {
      for (int k = 0; k < 64; ++k) row[k] = a[i - 1] + k;
      for (int k = 0; k < 64; ++k) b[i] += row[63 - k];
    }
    std::swap(a, b);
  }
}

struct Size {
  int n, m;
};
void binding(double* a, double* b, Size size, int steps) {
  const auto [n, m] = size;
#pragma block(4)  // remark: [appyl-block] it names a structured binding
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n - m; ++i) b[i] = a[i - 1];
    std::swap(a, b);
  }
}

void otherType(double* a, double* b, long n, int steps) {
#pragma block(4)  // remark: [appyl-block] the loop over 'i' does not count up by one between bounds of its own type
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (unsigned i = 1; i < n; ++i) b[i] = a[i - 1];
    std::swap(a, b);
  }
}

void backwards(double* a, double* b, int n, int steps) {
#pragma block(4)  // remark: [appyl-block] it does not count up by one
  for (int t = steps; t > 0; --t) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i) b[i] = a[i - 1];
    std::swap(a, b);
  }
}

// Who reduces a part of an object leaves the object alone.
#include <vector>

struct Sums {
  double sum[3];
  int count;
};

void written(Sums& o, const Sums& p, double* a, int n) {
#pragma parallel reduction(+ : o.sum)
  for (int i = 0; i < n; ++i) {
    o.sum[i % 3] += a[i];
    o = p;  // warning: [appyl-unproved] 'o' is written beside the reduction of 'o.sum'
  }
}

void writtenElement(Sums& o, const Sums& p, double* a, int n) {
#pragma parallel reduction(+ : o.sum[1])
  for (int i = 0; i < n; ++i) {
    o.sum[1] += a[i];
    o = p;  // warning: [appyl-unproved] 'o' is written beside the reduction of 'o.sum[1]'
  }
}

void moved(double* b, const double* a, int n) {
#pragma parallel reduction(+ : b[0])
  for (int i = 0; i < n; ++i) {
    b[0] += a[i];
    ++b;  // warning: [appyl-unproved] 'b' is written beside the reduction of 'b[0]'
  }
}

void movedRow(double* b, const double* a, int n) {
#pragma parallel reduction(+ : b)
  for (int i = 0; i < n; ++i) {
    *b += a[i];
    ++b;  // warning: [appyl-unproved] 'b' is written beside the reduction of 'b'
  }
}

void otherRow(double* b, double* c, const int* at, int n) {
#pragma parallel reduction(+ : b)
  for (int i = 0; i < n; ++i) {
    b[at[i]] += 1;
    if (at[i] == 3) b = c;  // warning: [appyl-unproved] 'b' is written beside the reduction of 'b'
  }
}

struct Counts {
  std::vector<int> sum;

  void take(const Counts& other, const int* at, int n) {
#pragma parallel reduction(+ : sum)
    for (int i = 0; i < n; ++i) {
      sum[at[i]] += 1;
      if (at[i] == 3) sum = other.sum;  // warning: [appyl-unproved] 'sum' is written beside the reduction of 'sum'
    }
  }
};

void otherPart(Counts& o, const Counts& p, const int* at, int n) {
#pragma parallel reduction(+ : o.sum)
  for (int i = 0; i < n; ++i) {
    o.sum[at[i]] += 1;
    if (at[i] == 3) o.sum = p.sum;  // error: [appyl-reduction] 'o.sum' is written here outside its reduction
  }
}

void read(Sums& o, double* a, int n) {
#pragma parallel reduction(+ : o.sum)  // note: the reduction is declared here
  for (int i = 0; i < n; ++i) {
    o.sum[i % 3] += a[i];
    a[i] = o.sum[0];  // error: [appyl-reduction] 'o.sum' is read here outside its reduction
  }
}

void readByOtherName(Sums& o, double* a, int n) {
  auto& sum = o.sum;
#pragma parallel reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    sum[i % 3] += a[i];  // error: [appyl-race] reads o.sum[0], which iteration i = 0 writes
    a[i] = o.sum[0];
  }
}

void copied(Sums& o, double* a, int n) {
#pragma parallel reduction(+ : o.sum)
  for (int i = 0; i < n; ++i) {
    o.sum[i % 3] += a[i];
    const Sums now = o;  // warning: [appyl-unproved] any element of 'o.sum' may be touched
    a[i] = now.sum[0];
  }
}

// Arrays of records whose members, of several types, are summed up.
#include <array>
#include <cstdio>
#include <vector>

struct Bin {
  double sum;
  int n;
};

struct V3 {
  double x, y, z;
};

void mean(Bin* w, const int* k, const double* x, int m) {
#pragma parallel reduction(+ : w) shape(w[13])
  for (int i = 0; i < m; ++i) {
    w[k[i]].sum += x[i];
    ++w[k[i]].n;
  }
}

void meanOfVector(std::vector<Bin>& w, const int* k, const double* x, int m) {
#pragma parallel reduction(+ : w)
  for (int i = 0; i < m; ++i) {
    ++w[k[i]].n;
    w[k[i]].sum += x[i];
  }
}

void forces(std::vector<V3>& f, const int* k, const double* x, int m) {
#pragma parallel reduction(+ : f)
  for (int i = 0; i < m - 1; ++i) {
    f[k[i]].x += x[i];
    f[k[i]].y -= 2 * x[i];
    f[k[i + 1]].z += x[i + 1];
  }
}

int main() {
  for (const int m : {0, 1, 2, 1000}) {
    std::vector<int> k(m);
    std::vector<double> x(m);
    for (int i = 0; i < m; ++i) k[i] = i * 7 % 13, x[i] = i % 5 - 2;
    std::vector<Bin> w(13);
    mean(w.data(), k.data(), x.data(), m);
    meanOfVector(w, k.data(), x.data(), m);
    std::vector<V3> f(13);
    forces(f, k.data(), x.data(), m);
    double sum = 0;
    for (int j = 0; j < 13; ++j) sum += j * (w[j].sum + 3 * w[j].n + f[j].x + 5 * f[j].y + 7 * f[j].z);
    std::printf("%.9g\n", sum);
  }
}

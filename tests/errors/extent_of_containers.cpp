#include <appyl/appyl.hpp>

#include <cstdlib>
#include <span>
#include <vector>

// What an array was made with is known as long as nobody changes it: past its end for every size is an error.
void made(int n) {
  std::vector<double> v(n);
#pragma parallel
  for (int i = 0; i <= n; ++i) v[i] = i;  // error: [appyl-extent] index 1 of 'v' is outside [0, 1), for n = 1 and every other size
}

void madeOfTemporary(int n) {
  auto v = std::vector<double>(n + 1, 0.5);
#pragma parallel
  for (int i = 0; i < n; ++i) v[i + 2] = 0;  // error: [appyl-extent] index 2 of 'v' is outside [0, 2), for n = 1 and every other size
}

void constant() {
  std::vector<int> v(10);
#pragma parallel
  for (int i = 0; i <= 10; ++i) v[i] = 1;  // error: [appyl-extent] index 10 of 'v' is outside [0, 10)
}

void ofVariableLength(int n, int m) {
  double v[n][m];
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= m; ++j) v[i][j] = 1;  // error: [appyl-extent] index 1 of 'v' is outside [0, 1), for m = 1, n = 1 and every other size
}

void allocated(int n) {
  double* v = new double[n];
  double* w = static_cast<double*>(std::malloc(n * sizeof(double)));
#pragma parallel
  for (int i = 0; i < n; ++i) {
    v[i + 1] = i;  // error: [appyl-extent] index 1 of 'v' is outside [0, 1), for n = 1 and every other size
    w[i - 1] = i;  // error: [appyl-extent] index -1 of 'w' is outside [0, 1), for n = 1 and every other size
  }
  std::free(w);
  delete[] v;
}

void asked(std::vector<double>& v, std::span<double> s, appyl::view<double, 2> a) {
#pragma parallel
  for (std::size_t i = 0; i <= v.size(); ++i) v[i] = 1;  // error: [appyl-extent] index 1 of 'v' is outside [0, 1), for v.size() = 1 and every other size
#pragma parallel
  for (std::size_t i = s.size(); i > 0; --i) s[i] = 1;  // error: [appyl-extent] index 1 of 's' is outside [0, 1), for s.size() = 1
#pragma parallel
  for (int i = 0; i < a.extent(0); ++i)
    for (int j = 0; j <= a.extent(1); ++j) a(i, j) = 1;  // error: [appyl-extent] index 1 of 'a' is outside [0, 1), for a.extent(0) = 1, a.extent(1) = 1
}

struct Owner {
  std::vector<double> v;
  void run() {
#pragma parallel
    for (std::size_t i = 0; i <= v.size(); ++i) v[i] = 1;  // error: [appyl-extent] index 1 of 'this->v' is outside [0, 1)
  }
};

void member(Owner& owner) {
#pragma parallel
  for (std::size_t i = 0; i <= owner.v.size(); ++i) owner.v[i] = 1;  // error: [appyl-extent] index 1 of 'owner.v' is outside [0, 1)
}

void ofIteration(int n, double* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::vector<double> t(i + 1);
    for (int j = 0; j <= i + 1; ++j) t[j] = j;  // error: [appyl-extent] index 1 of 't' is outside [0, 1), for n = 1
    x[i] = t[0];
  }
}

void byAnotherName(int n) {
  std::vector<double> v(n);
  double* p = v.data();
#pragma parallel
  for (int i = 0; i <= n; ++i) p[i] = i;  // error: [appyl-extent] index 1 of 'v' is outside [0, 1), for n = 1
}

void shaped(double* a, int n) {
#pragma parallel shape(a[n])
  for (int i = 0; i <= n; ++i) a[i] = 1;  // error: [appyl-extent] index 1 of 'a' is outside [0, 1), for n = 1
}

// --- nothing wrong, or not certainly ---------------------------------------------------------------------------------

void roomForOneMore(int n) {
  std::vector<double> v(n + 1);
#pragma parallel
  for (int i = 0; i <= n; ++i) v[i] = i;
}

void resized(int n) {
  std::vector<double> v(n);
  v.resize(n + 1);
#pragma parallel
  for (int i = 0; i <= n; ++i) v[i] = i;
}

void grow(std::vector<double>& v);

void grownElsewhere(int n) {
  std::vector<double> v(n);
  grow(v);
#pragma parallel
  for (int i = 0; i <= n; ++i) v[i] = i;
}

void grownByLambda(int n) {
  std::vector<double> v(n);
  const auto add = [&] { v.push_back(1); };
  add();
#pragma parallel
  for (int i = 0; i <= n; ++i) v[i] = i;
}

void grownByAnotherName(int n) {
  std::vector<double> v(n);
  auto& w = v;
  w.push_back(1);
#pragma parallel
  for (int i = 0; i <= n; ++i) v[i] = i;
}

struct Grower {
  Grower(std::vector<double>& v) { v.push_back(1); }
};

void grownByObject(int n) {
  std::vector<double> v(n);
  Grower grower(v);
#pragma parallel
  for (int i = 0; i <= n; ++i) v[i] = i;
}

void swapped(int n) {
  std::vector<double> v(n), w(n + 1);
  v.swap(w);
#pragma parallel
  for (int i = 0; i <= n; ++i) v[i] = i;
}

void grownBehindTheLoop(int n) {
  std::vector<double> v(n + 1);
  for (int t = 0; t < 3; ++t) {
#pragma parallel
    for (int i = 0; i <= n + t; ++i) v[i] = i;
    v.push_back(0);
  }
}

void otherSize(int n) {
  std::vector<double> v(n);
  n = n / 2;
#pragma parallel
  for (int i = 0; i <= n; ++i) v[i] = i;
}

void sizeOfDeclaration(int n) {
  double v[n][n];
  n = n / 2;
#pragma parallel
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) v[i][j] = i;
}

void sizeBeforeGrowing(std::vector<double>& v) {
  const std::size_t n = v.size();
  v.resize(n + 1);
#pragma parallel
  for (std::size_t i = 0; i <= n; ++i) v[i] = i;
}

void unrelated(int n, int m) {
  std::vector<double> v(n);
#pragma parallel
  for (int i = 0; i <= m; ++i) v[i] = i;
}

void underCondition(int n) {
  std::vector<double> v(n);
#pragma parallel
  for (int i = 0; i <= n; ++i)
    if (i < int(v.size())) v[i] = i;
}

void leftBefore(int n, const int* stop) {
#pragma parallel
  for (int k = 0; k < n; ++k) {
    std::vector<double> t(n);
    for (int i = 0; i <= n; ++i) {
      t[i] = 1;
      if (stop[i]) break;
    }
  }
}

void grownInIteration(int n, const int* grows) {
#pragma parallel
  for (int k = 0; k < n; ++k) {
    std::vector<double> t(n);
    if (grows[k]) t.push_back(1);
    for (int i = 0; i <= n; ++i) t[i] = 1;
  }
}

void clipped(appyl::view<const float> a, appyl::view<float> c) {
  using namespace appyl;
#pragma parallel
  for (int i = 0; i < c.extent(0); i += 8) c(slice(i, 8)) = a(slice(i, 8)) + sum(a(slice(i - 1, 8))) + float(a.extent(0));
}

static int elementOf(const std::vector<int>& v, int i) { return v[i]; }

void ofAnotherName(const std::vector<int>& v, const std::vector<int>& w, std::vector<int>& out) {
#pragma parallel
  for (int i = 0; i < int(v.size()); ++i) out[i] = v[i] + elementOf(w, i + int(v.size()));
}

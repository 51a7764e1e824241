// A clause gives each iteration an object of its own, not the state that the iteration before it left.
#include <iterator>
#include <random>
#include <string>
#include <tuple>
#include <vector>

void grows(int n, const int* x, int* a) {
  std::vector<int> found;
#pragma parallel private(found)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k)
      if (x[i + k] > 0) found.push_back(k);  // warning: [appyl-unproved] 'found' is private, and may be read before
    a[i] = found.size();
  }
}

void clearedTooLate(int n, const int* x, int* a) {
  std::vector<int> found;
#pragma parallel private(found)
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0) found.clear();
    found.push_back(i);  // warning: [appyl-unproved] 'found' is private, and may be read before
    a[i] = found.size();
  }
}

void elements(int n, const double* x, double* a) {
  std::vector<double> w(4);
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    a[i] = w[0] + w[1];  // warning: [appyl-unproved] 'w' is private, and may be read before
    w[0] = x[i];
    w[1] = x[i];
  }
}

void counts(int n, const int* k, const double* x, double* a) {
  std::vector<double> w(4);
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w[k[i]] += x[i];  // warning: [appyl-unproved] 'w' is private, and may be read before
    a[i] = w[0];
  }
}

void draws(int n, double* a) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> uniform;
#pragma parallel private(engine, uniform)
  for (int i = 0; i < n; ++i) a[i] = uniform(engine);  // warning: [appyl-unproved] is private, and may be read before
}

void appends(int n, const char* x, int* a) {
  std::string word;
#pragma parallel private(word)
  for (int i = 0; i < n; ++i) {
    word.push_back(x[i]);  // warning: [appyl-unproved] 'word' is private, and may be read before
    a[i] = word.size();
  }
}

// --- set first -------------------------------------------------------------------------------------------------------

void cleared(int n, const int* x, int* a) {
  std::vector<int> found;
#pragma parallel private(found)
  for (int i = 0; i < n; ++i) {
    found.clear();
    for (int k = 0; k < 4; ++k)
      if (x[i + k] > 0) found.push_back(k);
    a[i] = found.size();
  }
}

void seeded(int n, unsigned* a) {
  std::mt19937 engine;
#pragma parallel private(engine)
  for (int i = 0; i < n; ++i) {
    engine.seed(i);
    a[i] = engine();
  }
}

void filled(int n, int m, const int* k, const double* x, double* a) {
  std::vector<double> w(m);
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) w[j] = x[i + j];
    w[k[i]] += 1;
    for (double each : w) a[i] += each;
  }
}

static void fill(std::vector<double>& w, double x) {
  for (double& each : w) each = x;
}
void filledByOthers(int n, const double* x, double* a) {
  std::vector<double> w(4);
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    fill(w, x[i]);
    a[i] = w[0] + w[3];
  }
}

// Assignments that do not make all of the object anew, or make something else.
struct Line {
  std::vector<double> x;
  Line& operator=(double k) {
    for (double& each : x) each += k;
    return *this;
  }
};
void goesOn(int n, Line w, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    w = a[i];  // warning: [appyl-unproved] 'w' is reached in a way that is not followed
    a[i] = w.x[0];
  }
}

void byReferences(int n, double* x, double* a) {
  std::tuple<double&, double&> both(x[0], x[1]);
#pragma parallel
  for (int i = 0; i < n; ++i) both = std::make_tuple(a[i], 1.);  // warning: [appyl-unproved] what 'both' refers to is not known
}

void appended(int n, std::vector<double>& x, double* a) {
  auto end = std::back_inserter(x);
#pragma parallel
  for (int i = 0; i < n; ++i) end = a[i];  // warning: [appyl-unproved] what 'end' refers to is not known
}

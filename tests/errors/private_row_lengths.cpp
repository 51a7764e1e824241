// options: -Rappyl
// A loop whose length is another one in each iteration may not run at all in some of them.
#include <utility>
#include <vector>

void rows(int n, const std::vector<std::vector<int>>& rows, int* a) {
  int last = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const auto& row = rows[i];
    for (unsigned j = 0; j < row.size(); ++j) last = row[j];  // error: [appyl-race] 'last' carries a value
    a[i] = last;  // note: it is read here
  }
}

void lengths(int n, const int* length, const int* x, int* a) {
  int last = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int m = length[i];
    for (int j = 0; j < m; ++j) last = x[8 * i + j];  // error: [appyl-race] 'last' carries a value
    a[i] = last;  // note: it is read here
  }
}

void pointers(int n, const int* length, const int* x, int* a) {
  int last = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int* m = length + i;
    for (int j = 0; j < *m; ++j) last = x[8 * i + j];  // error: [appyl-race] 'last' carries a value
    a[i] = last;  // note: it is read here
  }
}

struct Row {
  int m, v[8];
};
void members(int n, const Row* rows, int* a) {
  int last = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const Row& row = rows[i];
    for (int j = 0; j < row.m; ++j) last = row.v[j];  // error: [appyl-race] 'last' carries a value
    a[i] = last;  // note: it is read here
  }
}

void begins(int n, const int* x, int* a) {
  int last = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int from = i % 3;
    for (int j = from; j < 2; ++j) last = x[j] + i;  // error: [appyl-race] 'last' carries a value
    a[i] = last;  // note: it is read here
  }
}

void bound(int n, const std::pair<int, int>* ranges, const int* x, int* a) {
  int last = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const auto [from, to] = ranges[i];
    for (int j = from; j < to; ++j) last = x[j];  // error: [appyl-race] 'last' carries a value
    a[i] = last;  // note: it is read here
  }
}

static void lastOf(const int* x, int m, int& last) {
  for (int j = 0; j < m; ++j) last = x[j];
}
void called(int n, const int* length, const int* x, int* a) {
  int last = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    lastOf(x + i, length[i], last);  // error: [appyl-race] 'last' carries a value
    a[i] = last;  // note: it is read here
  }
}

void inLambda(int n, const int* length, const int* x, int* a) {
  int last = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const auto take = [&](int m) {
      for (int j = 0; j < m; ++j) last = x[j];  // error: [appyl-race] 'last' carries a value
    };
    take(length[i]);
    a[i] = last;  // note: it is read here
  }
}

void increments(int n, const int* x, int* a) {
  int step = 1;
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 8; k += step) {  // note: it is read here
      if (x[i + k] < 0) continue;
      step = x[i + k];  // error: [appyl-race] 'step' carries a value
      a[i] += k;
    }
}

// One length for all, by another name.
void same(int n, int m, const int* x, int* a) {
  int last = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int count = m < 8 ? m : 8;
    for (int j = 0; j < count; ++j) last = x[8 * i + j];  // remark: [appyl-private] each iteration of 'i' has its own 'last'
    a[i] = last;
  }
}

// Where a loop runs its first element is there, but not the second, nor the first where another one runs.
void second(const double* x, double* y, int n, int m) {
  std::vector<double> w(m + 1);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) w[j] = x[i * m + j];  // error: [appyl-race] both write w[0]
    for (int j = 0; j < m; ++j) y[i] += w[j] * w[1];
  }
}
void firstElsewhere(const double* x, double* y, int n, int m, int k) {
  std::vector<double> w(m + 1);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) w[j] = x[i * m + j];  // error: [appyl-race] both write w[0]
    for (int j = 0; j < k; ++j) y[i] += w[0];
  }
}

// options: --target=cuda
#include <vector>

void scatter(const float* at, const float* x, float* y, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) y[int(at[i])] = x[i];  // warning: [appyl-extent] add 'shape(y[N])'
}

void rows(float** table, const int* length, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < length[i]; ++j) table[i][j] = 0;  // warning: [appyl-extent] 'table' leads to pointers into the host's memory
}

// That a byte is less than 256 does not say that there are so many elements.
void table(const unsigned char* at, const float* x, float* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = x[at[i] ^ 5];  // warning: [appyl-extent] add 'shape(x[N])'
}

// The loop changes the indices that it reads.
void links(int* next, const float* x, float* y, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    y[i] = x[next[i]];  // warning: [appyl-extent] add 'shape(x[N])'
    next[i] = 0;
  }
}

// A search may end before it comes to an index.
void search(const int* start, const int* list, const float* x, float* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int p = start[i]; p < start[i + 1]; ++p) {
      if (list[p] == 7) break;  // warning: [appyl-extent] add 'shape(list[N])'
      y[i] += x[list[p]];  // warning: [appyl-extent] add 'shape(x[N])'
    }
}

// With the clause it is known.
void scatterShaped(const int* at, const float* x, float* y, int n, int m) {
#pragma parallel unchecked shape(y[m])
  for (int i = 0; i < n; ++i) y[at[i]] = x[i];
}

// The condition may be what keeps the subscript inside.
void before(const float* flag, const float* a, float* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (flag[i] > 0) y[i] = a[i - 1];  // warning: [appyl-extent] only a condition on values may keep its subscripts
}

void moving(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k = 2 * i;
    a[i + k++] = 1;
    a[i + k] = 2;
  }
}

void containers(std::vector<std::vector<float>>& table, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) table[i][0] = 0;  // warning: [appyl-extent] of type 'std::vector<float>', objects whose memory is the host's: the loop runs on the host
}

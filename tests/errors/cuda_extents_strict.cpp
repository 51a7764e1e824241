// options: --target=cuda --legality=strict
void scatter(const float* at, const float* x, float* y, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) y[int(at[i])] = x[i];  // error: [appyl-extent] add 'shape(y[N])'
}
#include <vector>

void rows(float** table, const int* length, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < length[i]; ++j) table[i][j] = 0;  // error: [appyl-extent] 'table' leads to pointers
}

float chosen(const float* a, const float* b, float* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = (i % 2 ? a : b)[i];  // error: [appyl-extent] by a pointer that is chosen or moves  // error: [appyl-unproved]
  return y[0];
}

void containers(std::vector<std::vector<float>>& table, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) table[i][0] = 0;  // error: [appyl-extent] of type 'std::vector<float>', objects whose memory is the host's; one array
}

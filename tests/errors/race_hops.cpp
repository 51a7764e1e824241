// What holds around a nest is not taken to be otherwise: where a stride is less than what it encloses, rows overlap.
void doubling(int m, int n, const float* frames, float* out) {
  int hop = 1;
  while (hop < n) {
#pragma parallel
    for (int f = 0; f < m; ++f)
      for (int k = 0; k < n; ++k) out[f * hop + k] += frames[f * n + k];  // error: [appyl-reduction] add 'reduction(+:out)'
    hop *= 2;
  }
}

void doublingFor(int m, int n, const float* frames, float* out) {
  for (int hop = 1; hop < n; hop *= 2)
#pragma parallel
    for (int f = 0; f < m; ++f)
      for (int k = 0; k < n; ++k) out[f * hop + k] = frames[f * n + k];  // error: [appyl-race] both write out[
}

void halving(int m, int n, const float* frames, float* out) {
  for (int hop = n / 2; hop > 0; hop /= 2)
#pragma parallel
    for (int f = 0; f < m; ++f)
      for (int k = 0; k < n; ++k) out[f * hop + k] = frames[f * n + k];  // error: [appyl-race] both write out[
}

void shifted(int m, int n, const float* frames, float* out) {
  for (int l = 1; (1 << l) < n; ++l)
#pragma parallel
    for (int f = 0; f < m; ++f)
      for (int k = 0; k < n; ++k) out[f * (1 << l) + k] = frames[f * n + k];  // error: [appyl-race] both write out[
}

void inBranch(int m, int n, int hop, const float* frames, float* out) {
  if (hop < n) {
#pragma parallel
    for (int f = 0; f < m; ++f)
      for (int k = 0; k < n; ++k) out[f * hop + k] = frames[f * n + k];  // error: [appyl-race] both write out[
  }
  hop = n;
}

// It was less, but is so no more; or only before the loop in which it changes.
void changed(int m, int n, int hop, const float* frames, float* out) {
  while (hop < n) {
    hop = 2 * n;
#pragma parallel
    for (int f = 0; f < m; ++f)
      for (int k = 0; k < n; ++k) out[f * hop + k] = frames[f * n + k];
  }
}
void changedInside(int m, int n, int hop, const float* frames, float* out) {
  while (hop < n)
    for (int t = 0; t < 3; ++t) {
#pragma parallel
      for (int f = 0; f < m; ++f)
        for (int k = 0; k < n; ++k) out[f * hop + k] = frames[f * n + k];
      hop += n;
    }
}
void changedByName(int m, int n, int hop, const float* frames, float* out) {
  int* const p = &hop;
  while (hop < n) {
    *p = 2 * n;
#pragma parallel
    for (int f = 0; f < m; ++f)
      for (int k = 0; k < n; ++k) out[f * hop + k] = frames[f * n + k];
  }
}
void pitched(int m, int n, int pitch, const float* frames, float* out) {
  while (pitch >= n) {
#pragma parallel
    for (int f = 0; f < m; ++f)
      for (int k = 0; k < n; ++k) out[f * pitch + k] += frames[f * n + k];
    pitch /= 2;
  }
}

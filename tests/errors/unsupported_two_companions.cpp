struct Best {
  float value;
  int at;
};

void f(const float* a, int n, Best* all, int* out) {
  float best = -1;
  int row = 0, column = 0;
#pragma parallel reduction(max:best)
  for (int i = 0; i < n; ++i)
    if (a[i] > best) { best = a[i]; row = i; column = row; }  // error: [appyl-unsupported] 'row' goes with 'best' and is used elsewhere in the loop
  out[0] = row; out[1] = column;
#pragma parallel reduction(max:all[0].value)
  for (int i = 0; i < n; ++i)
    if (a[i] > all[0].value) {  // error: [appyl-reduction] 'all[0].value' is read here
      all[0].value = a[i];
      all[0].at = i;
    }
}

struct Object {
  Best best;
  int at;
  void find(const float* a, int n) {
#pragma parallel reduction(max:best.value)
    for (int i = 0; i < n; ++i)
      if (a[i] > best.value) {  // error: [appyl-reduction] 'best.value' is read here
        best.value = a[i];
        best.at = i;
      }
  }
};

void g(const float* a, const float* b, int n, int* out) {
  float best = 0;
  int at = 0;
#pragma parallel reduction(min:best)
  for (int i = 0; i < n; ++i) {
    if (a[i] < best) {
      best = a[i];
      at = i;
    }
    if (b[i] < best) best = b[i];  // error: [appyl-unsupported] 'best' and its companion are updated at two places
  }
  *out = at;
}

void h(const float* a, int n, int* y, int* out) {
  float best = 0;
  int at = 0;
  int& alias = at;
#pragma parallel reduction(min:best)
  for (int i = 0; i < n; ++i) {
    if (a[i] < best) {  // error: [appyl-unsupported] 'at' goes with 'best' and is used elsewhere in the loop
      best = a[i];
      at = i;
    }
    y[i] = alias;
  }
  *out = at;
}

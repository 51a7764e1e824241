// Variables that an iteration may read before it has written them: a path leaves the write out.

static void set(bool& b) { b = true; }
static void returnsFromLoop(int& t, int x) {
  for (;;) {
    if (x > 0) return;
    t = 1;
    break;
  }
}
static void returnsBefore(int& t, int x) {
  for (int k = 0; k < 3; ++k)
    if (x > k) return;
  t = 1;
}

void returned(const int* a, int* y, int n) {
  int t = 0, u = 0, v = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    returnsFromLoop(t, a[i]);  // error: [appyl-race] 't' carries a value from one iteration
    returnsBefore(u, a[i]);    // error: [appyl-race] 'u' carries a value from one iteration
    const auto put = [&] {
      for (int k = 0; k < 3; ++k)
        if (a[i] > k) return;
      v = 1;  // error: [appyl-race] 'v' carries a value from one iteration
    };
    put();
    y[i] = t + u + v;
  }
}

void otherConditions(int* mask, const double* a, const int* b, int* y, int n) {
  int t = 0, u = 0, v = 0, w = 0, z = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    bool up = b[i] > 0;
    if (up) t = 1;  // error: [appyl-race] 't' carries a value from one iteration
    up = !up;
    if (up) y[i] = t;
    double x = a[i];
    if (x > 0) u = 1;  // error: [appyl-race] 'u' carries a value from one iteration
    if (x <= 0) u = 2;
    y[i] += u;
    if (mask[i] > 0) v = 1;  // error: [appyl-race] 'v' carries a value from one iteration
    mask[i] = 1;
    if (mask[i] > 0) y[i] += v;
    bool down = b[i] < 9;
    bool& other = down;
    if (down) w = 1;  // error: [appyl-race] 'w' carries a value from one iteration
    other = true;
    if (down) y[i] += w;
    int j = i;
    if (b[j] > 0) z = 1;  // error: [appyl-race] 'z' carries a value from one iteration
    ++j;
    if (b[j] > 0) y[i] += z;
  }
}

void otherName(const int* mask, int* y, int n) {
  int t = 0;
  int* changed = (int*)mask;
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) changed[i] = i;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (mask[i] > 0) t = 1;  // error: [appyl-race] 't' carries a value from one iteration
    changed[i] = 1;
    if (mask[i] > 0) y[i] = t;
  }
}

void turns(const int* b, int* y, int n) {
  int t = 0, u = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 3; ++j) {
      bool up = b[i + j] > 0;
      if (!up) y[i] += t;
      if (up) t = b[i];  // error: [appyl-race] 't' carries a value from one iteration
    }
    while (true) {
      if (b[i] > 3) break;
      u = 1;  // error: [appyl-race] 'u' carries a value from one iteration
      if (b[i] > 2) break;
    }
    y[i] += u;
  }
}

int emptyNowAndThen(const int* a, int n, int low, int m) {
  int one = 0, two = 0, three = 0;
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) one = a[j];  // error: [appyl-race] 'one' is read after the loop over 'i'
#pragma parallel
  for (int i = low; i < n; ++i)
    for (int j = 0; j <= i; ++j) two = a[j];  // error: [appyl-race] 'two' is read after the loop over 'i'
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= m * i; ++j) three = a[j];  // error: [appyl-race] 'three' is read after the loop over 'i'
  return one + two + three;
}

void flags(const int* a, int* y, int n, int m) {
  int t = 0, u = 0, v = 0, w = 0, z = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    bool one = false, two = true, three = false, four = false, five = false;
    for (int j = 0; j < m; ++j) {
      if (a[j] > 0) t = 1;  // error: [appyl-race] 't' carries a value from one iteration
      if (a[j] > 2) one = true;
      if (a[j] > 3) {
        u = 1;  // error: [appyl-race] 'u' carries a value from one iteration
        two = true;
        v = 1;  // error: [appyl-race] 'v' carries a value from one iteration
        three = true;
      }
      if (a[j] > 4) {
        four = true;
        w = four ? w + 1 : 0;  // error: [appyl-race] 'w' carries a value from one iteration
      }
      if (a[j] > 5) {
        five = true;
        if (a[j] > 6) break;
        z = 1;  // error: [appyl-race] 'z' carries a value from one iteration
      }
    }
    if (a[i] > 9) set(three);
    y[i] = (one ? t : 0) + (two ? u : 0) + (three ? v : 0) + (four ? w : 0) + (five ? z : 0);
  }
}

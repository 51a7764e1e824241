// An array in front of the loop that all iterations use alike, and that nothing reads behind it.
void slopes(int n, int m, int first, int last, const double* fine, double* slope) {
  double part[512];
#pragma parallel
  for (int i = 1; i < n; ++i) {  // note: 'private(part)' gives each iteration a 'part' of its own
    for (int j = 0; j < m; ++j) part[j] = fine[i * 1024 + j] / 2;  // error: [appyl-race] both write part[0]
    for (int j = first; j < last; ++j) slope[i * m + j] = part[j + 1] - part[j - 1];
  }
}

double kept(int n, const double* x) {
  double part[4] = {};
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j) part[j] = x[i] + part[j] * j;  // error: [appyl-race] part
  return part[0];
}

static double lines[64];

void ofFile(double* u, int m) {
#pragma parallel
  for (int j = 0; j < m; ++j) {  // note: 'private(lines)' gives each iteration a 'lines' of its own
    for (int k = 0; k < 32 + j; ++k) lines[k] = u[j * 64 + k] * 2;  // error: [appyl-race] both write lines[0]
    for (int k = 1; k < 32 + j; ++k) u[j * 64 + k] = lines[k] + lines[k - 1];
  }
}
double lastLine() { return lines[5]; }

// Functions that the loop calls name the one array that is there.
static double shared[64];
static double first() { return shared[0]; }

void inCalled(double* u, int m) {
#pragma parallel
  for (int j = 0; j < m; ++j) {
    for (int k = 0; k < 64; ++k) shared[k] = u[j * 64 + k] * 2;  // error: [appyl-race] both write shared[0]
    u[j * 64] = first();
  }
}

// Variables that every iteration writes and of which no thread can have its own.
struct Solver {
  static double last;
  double* v;
  int n;
  void run() {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      last = i;  // error: [appyl-unsupported] 'last', which every iteration of 'i' writes, is a static member
      v[i] = last * 2;
    }
  }
};

namespace settings {
int scale;
int level;
void inside(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    level = i;
    a[i] = level * 2;
  }
}
}  // namespace settings

void outside(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    settings::scale = i;  // error: [appyl-unsupported] 'scale', which every iteration of 'i' writes, is named with its namespace
    a[i] = settings::scale * 2;
  }
}

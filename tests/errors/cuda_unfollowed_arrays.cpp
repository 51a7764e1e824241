// options: --target=cuda --legality=off
// What a kernel cannot follow is not copied: it is used where it lies; what would leave the kernel is refused.
static int* pick(int* a, int* b, int k) { return k ? a : b; }
void chosen(int n, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) (i & 1 ? a : b)[i] += 3;  // warning: [appyl-extent] how much of 'a' to copy  // warning: [appyl-extent] how much of 'b' to copy
}
void picked(int n, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) pick(a, b, i & 1)[i] += 3;  // warning: [appyl-extent] of 'a'  // warning: [appyl-extent] 'b'
}
void compared(int n, int* a, const int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = b ? i : 0;
}
int lastPointer(int n, int* y) {
  int* w = nullptr;
#pragma parallel
  for (int i = 0; i < n; ++i) {  // error: [appyl-unsupported] 'w', of which the last iteration's value is read after the loop, would point to the device's memory
    w = y + i;
    *w = i;
  }
  return w - y;
}
int partly(int n, int* y) {
  int w[2] = {7, 8};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {  // error: [appyl-unsupported] is an array that not every iteration may write as a whole
    w[0] = i;
    if (i & 1) w[1] = 2 * i;
    y[i] = w[0];
  }
  return w[1];
}

void f(float* a, int n) {
#pragma parallel
  for (float x = 0; x < n; x += 1.0f)  // error: [appyl-loop-form] 'x'
    a[static_cast<int>(x)] = x;
}

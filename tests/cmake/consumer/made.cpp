// What it includes is made by the build, or precompiled by the target.
#include "made.h"

int main() {
  std::vector<int> a(20);
#pragma parallel
  for (int i = 0; i < 20; ++i) a[i] = i * MADE;
  std::printf("%d %s\n", a[19], TITLE);
}

// Containers that several iterations change as a whole.
// not-checked: library
#include <cstdio>
#include <string>
#include <vector>

static void grown(std::vector<int>& found, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i)
    if (i == 0 || (PLANTED && i == 3))
      found.push_back(i);  // remarks: found, written by iteration i = 0 of program (0), is updated by another iteration; program (3), i = 3 [appyl-conflict]
}
static void cleared(std::vector<int>& found, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (i == 0 || (PLANTED && i == 2))
      found.clear();  // finds: found, written by iteration i = 0 of program (0), is updated by another iteration; program (2), i = 2 [appyl-conflict]
}

int main() {
  std::vector<int> found;
  grown(found, 5);
  cleared(found, 5);
  std::printf("%d\n", static_cast<int>(found.size()));
}

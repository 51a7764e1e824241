#include <string>

// What looks through a string reads all of it.
void found(std::string& s, int* at, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    s[i] = 'x';
    at[i] = int(s.find('x'));  // warning: [appyl-unproved] any element of 's' may be touched
  }
}

void counted(std::string& s, int* at, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    s[i] = 'x';
    at[i] = int(s.length());
  }
}

// What a minimum begins with has to be the greatest number where it is compared, too.
#include <algorithm>

namespace unsigned_elements {
int f(int n, const unsigned* a) {
  int s = 3;
#pragma parallel reduction(max:s)
  for (int i = 0; i < n; ++i)
    if (a[i] > s) s = a[i];  // error: [appyl-reduction] the update of 's' compares as 'unsigned int', which does not have all values of its type 'int'; compare values of type 'int'
  return s;
}
}

namespace unsigned_conditional {
int f(int n, const unsigned* a) {
  int s = 3;
#pragma parallel reduction(max:s)
  for (int i = 0; i < n; ++i) s = a[i] > s ? a[i] : s;  // error: [appyl-reduction] the update of 's' compares as 'unsigned int', which does not have all values of its type 'int'; compare values of type 'int'
  return s;
}
}

namespace narrow_call {
long f(int n, const int* a) {
  long s = 3;
#pragma parallel reduction(min:s)
  for (int i = 0; i < n; ++i) s = std::min<int>(s, a[i]);  // error: [appyl-reduction] the update of 's' compares as 'int', which does not have all values of its type 'long'; compare values of type 'long'
  return s;
}
}

namespace integer_call {
double f(int n, const int* a) {
  double s = 3;
#pragma parallel reduction(max:s)
  for (int i = 0; i < n; ++i) s = std::max<int>(s, a[i]);  // error: [appyl-reduction] the update of 's' compares as 'int', which does not have all values of its type 'double'; compare values of type 'double'
  return s;
}
}

namespace wide_elements_of_the_same_sign {
short f(int n, const short* a, const unsigned char* b, long& most) {
  short s = 3;
  long t = 3;
#pragma parallel reduction(min:s) reduction(max:t)
  for (int i = 0; i < n; ++i) {
    if (a[i] < s) s = a[i];
    t = std::max<long>(t, b[i]);
  }
  most = t;
  return s;
}
}

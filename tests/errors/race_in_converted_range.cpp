// Inner loops whose bounds are converted to the type of the comparison: they do run, and race.
// flags: -std=c++20 -Wno-sign-compare

void negative(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (unsigned k = 4294967290u; k < -1; ++k) a[7] = i;  // error: [appyl-race]
}
void throughAName(int n, int* a) {
  constexpr int last = -3;
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (unsigned long k = 18446744073709551601ul; k < last; k += 4) a[7] = i;  // warning: [appyl-unproved]
}
void moved(int n, int* a) {
  constexpr int last = -3;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    unsigned k = 4294967000u;
    while (k < last) {
      a[7] = i;  // warning: [appyl-unproved]
      k += 5;
    }
  }
}
void movedDown(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k = -1;
    while (k > 4294967200u) {
      a[7] = i;  // warning: [appyl-unproved]
      --k;
    }
  }
}
void downwards(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int k = -1; k > 4294967200u; --k) a[7] = i;  // error: [appyl-race]
}

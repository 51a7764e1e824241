// What is nested more than 20,000 levels deep is refused; the parser has room for more.
#define SIGNS1(m) m m m m m m m m m m
#define SIGNS2(m) SIGNS1(m) SIGNS1(m) SIGNS1(m) SIGNS1(m) SIGNS1(m) SIGNS1(m) SIGNS1(m) SIGNS1(m) SIGNS1(m) SIGNS1(m)
#define SIGNS3(m) SIGNS2(m) SIGNS2(m) SIGNS2(m) SIGNS2(m) SIGNS2(m) SIGNS2(m) SIGNS2(m) SIGNS2(m) SIGNS2(m) SIGNS2(m)
#define SIGNS4(m) SIGNS3(m) SIGNS3(m) SIGNS3(m) SIGNS3(m) SIGNS3(m) SIGNS3(m) SIGNS3(m) SIGNS3(m) SIGNS3(m) SIGNS3(m)

void deep(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    a[i] = SIGNS4(-) SIGNS4(-) SIGNS4(-) i;  // error: [appyl-unsupported] more than 20000 deep inside one another
}

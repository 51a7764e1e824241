// A name means in a called function what it means there, whatever the loop's function calls so.
struct Sizes {
  int rows, pitch;
  int get() const { return rows; }
  int at(int i) const { return i + rows; }
};
Sizes sizes;
int pitch;
namespace other {
int pitch;
}
int shifted(int i) { return i + sizes.rows; }
int moved(int i) { return sizes.at(i); }
int asked(int i) { return i + sizes.get(); }
int placed(int i, int j) { return i * pitch + j; }

void member(double* d, int n, Sizes sizes) {
#pragma parallel
  for (int i = 0; i < n; ++i) d[shifted(i)] = d[i + sizes.rows];  // warning: [appyl-unproved]
}
void method(double* d, int n, Sizes sizes) {
#pragma parallel
  for (int i = 0; i < n; ++i) d[moved(i)] = d[sizes.at(i)];  // error: [appyl-race]
}
void getter(double* d, int n, Sizes sizes) {
#pragma parallel
  for (int i = 0; i < n; ++i) d[asked(i)] = d[i + sizes.get()];  // error: [appyl-race]
}
// prints: m <= ::pitch
// options: -Rappyl
void hidden(double* d, int n, int m) {
  const int pitch = n + m;
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) d[placed(i, j)] += pitch;
}
namespace other {
// Nothing hides it, but it is another one here.
void inSpace(double* d, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) d[placed(i, j)] += pitch;
}
}

// What hides it may be a member of a base, a parameter of a template, an enumerator, a name that is brought in.
int placedBy(int i, int j);
int width;
int placedBy(int i, int j) { return i * width + j; }
struct Wide {
  int width;
};
struct Grid : Wide {
  void member(double* d, int n, int m) {
#pragma parallel
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) d[placedBy(i, j)] += width;
  }
};
template <int width>
void ofTemplate(double* d, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) d[placedBy(i, j)] += width;
}
template void ofTemplate<3>(double*, int, int);
void enumerated(double* d, int n, int m) {
  enum { width = 7 };
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) d[placedBy(i, j)] += width;
}
// prints: m <= ::width
template <class T>
int wide = 5;
int placedWide(int i, int j) { return i * wide<double> + j; }
void ofVariableTemplate(double* d, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)  // warning: [appyl-unproved] which cannot be checked in front of the loop
    for (int j = 0; j < m; ++j) d[placedWide(i, j)] = 1;
}

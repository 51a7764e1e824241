// What a function reads on the way to the element that it gives is read, too; so is what its object is found by, by the
// names that are known where the call stands.
#include <cassert>
#include <vector>

struct Rows {
  double* data;
  int* start;
  std::vector<int> order;
  int m;
  double& at(int j) { return data[start[j]]; }
  double get(int j) const { return data[start[j]]; }
  double* row(int i) { return data + start[i]; }
  const double* begin(int i) const { return &data[order[i]]; }
  int place(int j) const { return start[j]; }
  double& operator()(int i, int j) { return data[place(i) + j]; }
  double& operator[](int j) { return at(j); }
  double& checked(int j) {
    assert(j >= 0);
    const int k = start[j];
    return data[k];
  }
  double& ordered(int j) {
    double* const from = data + order[j];
    return *from;
  }
  double& plain(int i, int j) { return data[index(i, j)]; }
  int index(int i, int j) const { return i * m + j; }
};
static double& behind(double* d, const int* start, int j) { return d[start[j]]; }

void reference(Rows r, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    out[i] = r.at(i);
    r.start[i + 1] = 3;  // error: [appyl-race] reads r.start[
  }
}
void value(Rows r, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    out[i] = r.get(i);
    r.start[i + 1] = 3;  // error: [appyl-race] reads r.start[
  }
}
void pointer(Rows r, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    out[i] = r.row(i)[2];
    r.start[i + 1] = 3;  // error: [appyl-race] reads r.start[
  }
}
void localPointer(Rows r, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const double* from = r.begin(i);
    out[i] = from[0] + from[1];
    r.order[i + 1] = 3;  // error: [appyl-race] reads r.order[
  }
}
void localReference(Rows r, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const double& from = r.at(i);
    out[i] = from;
    r.start[i + 1] = 3;  // error: [appyl-race] reads r.start[
  }
}
void byAnother(Rows r, double* out, int n, int j) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    out[i] = r(i, j);
    r.start[i + 1] = 3;  // error: [appyl-race] reads r.start[
  }
}
void nested(Rows r, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    out[i] = r[i];
    r.start[i + 1] = 3;  // error: [appyl-race] reads r.start[
  }
}
void severalStatements(Rows r, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    out[i] = r.checked(i);
    r.start[i + 1] = 3;  // error: [appyl-race] reads r.start[
  }
}
void localOfIts(Rows r, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    out[i] = r.ordered(i);
    r.order[i + 1] = 3;  // error: [appyl-race] reads r.order[
  }
}
void function(double* d, int* start, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    out[i] = behind(d, start, i);
    start[i + 1] = 3;  // error: [appyl-race] reads start[
  }
}
void lambda(double* d, int* start, double* out, int n) {
  const auto at = [&](int j) -> double& { return d[start[j]]; };
#pragma parallel
  for (int i = 0; i < n; ++i) {
    out[i] = at(i);
    start[i + 1] = 3;  // error: [appyl-race] reads start[
  }
}
void object(Rows* r, int* which, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    out[i] = r[which[i]].plain(2, 3);
    which[i + 1] = 3;  // error: [appyl-race] reads which[
  }
}
void argument(Rows r, int* which, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    out[i] = r.at(which[i]);
    which[i + 1] = 3;  // error: [appyl-race] reads which[
  }
}

// An element's own operator names its members, not those of the object that has the elements.
struct Number {
  int value, columns, index[3];
  Number& operator+=(Number other) { return *this = other; }
  Number& add(const Number& other) { return value += other.value, *this; }
};
struct Matrix {
  Number* data;
  int *index, columns, rows;

  void addRow(const Number* row) {
#pragma parallel
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) data[i * columns + j] += row[j];
  }
  void addAll() {
#pragma parallel
    for (int i = 0; i < rows; ++i) data[i].add(data[i + columns % 2 + 1]);  // error: [appyl-race] reads this->data[
  }
  void addOthers(const Number* other) {
#pragma parallel
    for (int i = 0; i < rows; ++i) {
      data[i].add(other[index[i]]);
      index[i + 1] = 0;  // error: [appyl-race] reads this->index[
    }
  }
};

// Functions that interpret_unwatched.cpp calls. They stay here, since one of them names the file.
#pragma once

inline void put(int* p, int i, int value) { p[i] = value; }
inline int twice(int i) { return 2 * i; }
inline void putTwice(int* p, int i) { put(p, i, twice(i)); }
inline const char* here() { return __FILE__; }
inline int table[16];
inline int fromTable(int i) { return table[i]; }
struct Pair {
  int first, second;
  int sum() const { return first + second; }
};
struct Cells {
  int* cells;
  void set(int i, int value) { cells[i] = value; }
};
struct Mark {
  int* place;
  ~Mark() { *place = 1; }
};
struct Shape {
  virtual ~Shape() = default;
  virtual int at(const int* p, int i) const { return p[i]; }
};
struct Last final : Shape {
  int at(const int*, int i) const override { return i; }
};

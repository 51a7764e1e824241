// Code that runs without being written in the nest: constructors, defaults of members and arguments, iterators, what the
// library calls, what the compiler makes.
#include <algorithm>
#include <vector>

int total;

struct Counted {
  Counted(int x) { total += x; }
};
void constructor(std::vector<int>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Counted counted(a[i]);  // warning: [appyl-unproved] 'Counted' changes 'total'
    a[i] = i;
  }
}

struct Increments {
  Increments(int& x) { ++x; }
};
void handedOver(std::vector<int>& a, int t, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Increments increments(t);  // warning: [appyl-unproved] 't' is handed to a constructor
    a[i] = i;
  }
}

struct Copied {
  int value = 0;
  Copied() = default;
  Copied(const Copied& other) : value(other.value) { ++total; }
};
int byValue(Copied copied) { return copied.value; }
void copies(const std::vector<Copied>& a, std::vector<int>& b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = byValue(a[i]);  // warning: [appyl-unproved] 'Copied' changes 'total'
}

struct Numbered {
  int value = ++total;
};
void memberDefault(std::vector<int>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Numbered numbered;  // warning: [appyl-unproved] changes 'total'
    a[i] = numbered.value;
  }
}

int next(int x = ++total) { return x; }
void argumentDefault(std::vector<int>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = next();  // warning: [appyl-unproved] 'x' changes 'total'
}

struct Iterator {
  int at;
  Iterator& operator++() {
    ++total;
    ++at;
    return *this;
  }
  bool operator!=(const Iterator& other) const { return at != other.at; }
  int operator*() const { return at; }
};
struct Range {
  Iterator begin() const { return {0}; }
  Iterator end() const { return {3}; }
};
void iterators(std::vector<int>& a, const Range& range, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int x : range) a[i] += x;  // warning: [appyl-unproved] 'operator++' changes 'total'
}

struct Less {
  bool operator()(int x, int y) const {
    ++total;
    return x < y;
  }
};
void comparison(std::vector<std::vector<int>>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    std::sort(a[i].begin(), a[i].end(), Less{});  // warning: [appyl-unproved] 'operator()' changes 'total'
}

struct Assigned {
  int value;
  Assigned& operator=(const Assigned& other) {
    ++total;
    value = other.value;
    return *this;
  }
};
struct Holds {
  Assigned assigned;
};
void assignment(std::vector<Holds>& a, const std::vector<Holds>& b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = b[i];  // warning: [appyl-unproved] 'operator=' changes 'total'
}

// A copy may change what it is made of.
struct CountsCopies {
  int value = 0;
  mutable int copies = 0;
  CountsCopies() = default;
  CountsCopies(const CountsCopies& other) : value(other.value + ++other.copies) {}
};
int valueOf(CountsCopies object) { return object.value; }
void copy(std::vector<int>& a, const CountsCopies& all, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = valueOf(all);  // warning: [appyl-unproved] 'CountsCopies' changes 'other.copies'
}

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

// An iterator that a function of the library is given leads to memory: of its container where it stays where
// it began, of whomever else.
void ownContainer(int n, std::vector<int>& v) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::vector<int> t(4);
    auto first = t.begin();
    std::fill(first, first + 4, i);
    v[i] = t[2];
  }
}

void fromParameter(int n, std::vector<int>::iterator first) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::fill(first, first + 2, i);  // warning: [appyl-unproved] what 'first' refers to is not known
}

void fromContainer(int n, std::vector<int>& v) {
  const auto first = v.begin();
#pragma parallel
  for (int i = 0; i < n; ++i) std::fill(first + i, first + i + 2, i);  // warning: [appyl-unproved] blocks of 'v' may overlap
}

void ofEachIteration(int n, std::vector<int>& v) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto first = v.begin() + i / 2;
    std::sort(first, first + 2);  // warning: [appyl-unproved] blocks of 'v' may overlap
  }
}

struct Range {
  std::vector<int>::iterator first;
};

void fromMember(int n, Range range) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::fill(range.first, range.first + 2, i);  // warning: [appyl-unproved] what 'range.first' refers to is not known
}

template <class Iterator>
void ofTemplate(int n, Iterator first) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::fill(first, first + 2, i);  // warning: [appyl-unproved] what 'first' refers to is not known
}

template void ofTemplate(int, std::vector<int>::iterator);

// --- ranges whose elements are more, or less, than what stands there ---------------------------------------------------

void bits(int n, int m, std::vector<bool>& v) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::fill(v.begin() + i * m, v.begin() + (i + 1) * m, true);  // warning: [appyl-unproved] any element of 'v' may be touched
}

void numbersMoved(int n, int m, const double* from, double* to) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::move(from, from + m, to + i * m);
}

void movedFrom(int n, int m, std::vector<std::string>& from, std::vector<std::string>& to) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::move(from.begin(), from.begin() + m, to.begin() + i * m);  // warning: [appyl-unproved] blocks of 'from' may overlap
}

struct Point {
  double x, y, z;
};

void overMembers(int n, Point* points) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::fill_n(&points[i].x, 4, 0.0);  // warning: [appyl-unproved] what '&points[i].x' goes on to is not known
}

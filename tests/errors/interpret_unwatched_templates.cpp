// What templates call shows in their instances: functions of the library that elements are handed to.
// options: --target=interpret
#include <algorithm>
#include <vector>

template <class V>
void sorted(V& v, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) std::sort(v.begin(), v.begin() + i);  // warning: [appyl-unwatched] what 'sort' does to elements is not checked, since it is a function of the library
}

template <class V>
void grown(V& v, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) v.push_back(i);  // warning: [appyl-unwatched] what 'push_back' does to elements is not checked, since it is a function of the library
}

// Of its own.
template <class V>
void sortedCopies(V& v, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    V own;
    own.resize(3);
    own[0] = i;
    std::sort(own.begin(), own.end());
    v[i] = own[2];
  }
}

template <class T>
void helper(std::vector<T>& v) {
  std::reverse(v.begin(), v.end());  // warning: [appyl-unwatched] what 'reverse' does to elements is not checked, since it is a function of the library
}
template <class T>
void byHelper(std::vector<T>& v, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) helper(v);
}

int main() {
  std::vector<int> v{3, 2, 1};
  sorted(v, 2);
  grown(v, 2);
  sortedCopies(v, 2);
  byHelper(v, 2);
}

// A range-based for over what has no index has no counter. On one line, so that the directive and the loop are the same
// place.
struct Range {
  int* begin() const;
  int* end() const;
};
void f(const Range& a) {
  // clang-format off
  _Pragma("parallel") for (int& x : a) x = 1;  // error: [appyl-pragma-placement] 'parallel' stands before a range-based 'for' loop over what has no index
}

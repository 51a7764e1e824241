#include <functional>
#include <ranges>
#include <vector>

// What std::invoke hands on by value stays, and so does what a view is made of.
void invoked(int n, int* a) {
  const auto set = [a](int k) { a[k] = 1; };
#pragma parallel
  for (int i = 0; i < n; ++i) std::invoke(set, i);  // warning: [appyl-unproved] subscript 'k' of 'a' is not affine
}

void byPointer(int n, int (*f)(int), int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = std::invoke(f, i);  // warning: [appyl-unproved] any element of 'f' may be touched
}

void byReference(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = std::invoke([](int& k) { return k++; }, i);  // error: [appyl-loop-form] counter 'i' is changed
}

struct Row {
  int* data;
  int at(int k) const { return data[k]; }
};

void byMethod(int n, const Row& row, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = std::invoke(&Row::at, row, i);  // warning: [appyl-unproved] a call through '&Row::at' is not followed
}

void taken(std::vector<int>& v, int* sums, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int x : v | std::views::take(2)) sums[i] += x;  // warning: [appyl-unproved] any element of 'v' may be touched
}

void changed(std::vector<int>& v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int& x : v | std::views::take(2)) x = i;  // warning: [appyl-unproved] any element of 'v' may be touched
}

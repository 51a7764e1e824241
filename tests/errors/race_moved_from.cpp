// What is moved from is changed, whatever the parameter is called in the library; so is what a callable gets.
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

void moved(std::vector<std::vector<int>>& a, std::vector<int> v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = std::move(v);  // error: [appyl-race] 'v' carries  // note: it is read here
}

void invoked(std::vector<int>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = std::invoke([](int& x) { return x += 2; }, i);  // error: [appyl-loop-form] counter 'i'
}

void copied(std::vector<int>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = std::get<0>(std::make_tuple(i, 2)) + std::make_pair(i, 1).second;
}

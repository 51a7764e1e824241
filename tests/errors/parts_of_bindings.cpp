// Parts of what the iterations share are shared, whatever names them; a lambda from outside has one state.
#include <array>
#include <utility>
#include <vector>

void parts(std::pair<int, std::array<int, 2>>& all, std::vector<int>& y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto& [at, w] = all;
    w[0] += i;  // error: [appyl-race] reads w[0]
    y[i] = w[0] + at;
  }
}

void lambda(std::vector<unsigned>& y, int n) {
  auto next = [state = 1u]() mutable { return ++state; };
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = next();  // warning: [appyl-unproved]
}

// The value of what the lambda brings with it is not that of another iteration's.
void subscripts(std::vector<int>& y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto place = [s = i / 2]() { return s; };
    y[place()] = i;  // warning: [appyl-unproved]
  }
}

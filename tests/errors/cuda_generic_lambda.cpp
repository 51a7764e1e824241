// options: --target=cuda
#include <vector>

void halve(std::vector<double>& v) {
  const auto apply = [](std::vector<double>& u, auto f) {
#pragma parallel
    for (int i = 0; i < static_cast<int>(u.size()); ++i) u[i] = f(u[i]);  // error: [appyl-unsupported] a loop in a generic lambda
  };
  apply(v, [](double x) { return x / 2; });
}

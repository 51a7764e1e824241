// Private objects that are more than their bytes begin as their constructors have made them.
// targets: openmp interpret
#include <cstdio>
#include <string>
#include <vector>

struct Named {
  std::string name = "none";
  int count = 0;
};

static void local(std::vector<std::string>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::string part[2];
    part[0] = "a part that is longer than a short string, number ";
    part[1] = std::to_string(i);
    a[i] = part[0] + part[1];
    Named named[2];
    a[i] += named[1].name;
  }
}

static void named(const std::vector<std::string>& a, std::vector<std::string>& b, int n) {
  std::string part[2];
#pragma parallel private(part)
  for (int i = 0; i < n; ++i) {
    part[0] = a[i];
    part[1] = "!";
    b[i] = part[0] + part[1];
  }
}

int main() {
  const int n = 20;
  std::vector<std::string> a(n), b(n);
  local(a, n);
  named(a, b, n);
  for (int i = 0; i < n; ++i) std::printf("%s\n", b[i].c_str());
}

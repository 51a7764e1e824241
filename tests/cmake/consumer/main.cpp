// Prints what the three translated sources compute.
#include <appyl/version.hpp>

#include <cstdio>
#include <vector>

void scale(std::vector<int>& values);
void scaleKernels(std::vector<int>& values);
extern "C" long dot(int n, const int* x);

int main() {
  std::vector<int> values(1000);
  for (int i = 0; i < 1000; ++i) values[i] = i;
  scale(values);
  scaleKernels(values);
  std::printf("%d %d %ld\n", values[1], values[999], dot(1000, values.data()));
}

// Below 0 an unsigned number is a large one: 'n - 1' is no bound where n may be 0.
#include <vector>

void differences(std::vector<double>& d, const std::vector<double>& x) {
#pragma parallel
  for (std::size_t i = 0; i + 1 < x.size(); ++i)  // error: [appyl-loop-form] the condition compares 'i + 1', not the counter 'i', with a bound; unsigned numbers wrap around below 0, so write 'i < (x.size() > 1 ? x.size() - 1 : 0)'
    d[i] = x[i + 1] - x[i];
}

void signedCounter(std::vector<double>& d, const std::vector<double>& x) {
#pragma parallel
  for (int i = 0; x.size() > 2 + i; ++i)  // error: [appyl-loop-form] so write '(x.size() > 2 ? x.size() - 2 : 0) > i'
    d[i] = x[i + 2] - x[i];
}

void inclusive(double* d, unsigned n, unsigned m) {
#pragma parallel
  for (unsigned i = 0; i + m <= n - 2; ++i)  // error: [appyl-loop-form] so write 'i < ((n - 2) >= m ? (n - 2) - m + 1 : 0)'
    d[i] = 1;
}

// It may begin below 0, which the comparison takes for a large number.
void fromAnywhere(std::vector<double>& d, int first) {
#pragma parallel
  for (int i = first; i + 1 < d.size(); ++i)  // error: [appyl-loop-form] the condition does not compare the counter 'i' with a bound
    d[i] = 1;
}

// As it is written then.
void written(std::vector<double>& d, const std::vector<double>& x) {
#pragma parallel
  for (std::size_t i = 0; i < (x.size() > 1 ? x.size() - 1 : 0); ++i) d[i] = x[i + 1] - x[i];
}

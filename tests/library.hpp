// What the programs of the tests use of the standard library, with the instances that most of them ask for. It is
// precompiled, so that these are parsed and instantiated once, not for every program.
#pragma once
#pragma GCC system_header

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace library_of_tests {

template <class T>
void useVector() {
  std::vector<T> sized(3), filled(3, T()), copy(sized), listed = {T(), T()}, range(listed.begin(), listed.end());
  copy = filled;
  copy = std::move(filled);
  copy.push_back(T());
  copy.emplace_back(T());
  copy.insert(copy.end(), range.begin(), range.end());
  copy.resize(4);
  copy.resize(5, T());
  copy.assign(3, T());
  copy.reserve(8);
  const std::vector<T>& constant = copy;
  sized[0] = constant[1] + constant.at(0) + constant.front() + constant.back() + *constant.data() + *copy.data();
  for (const T& each : constant) sized[0] = each;
  for (T& each : sized) each = T();
  if (constant.empty() || constant == listed || constant.size() == 3) std::swap(copy, sized);
  std::fill(sized.begin(), sized.end(), T());
  std::sort(sized.begin(), sized.end());
  sized.pop_back();
  sized.clear();
}

inline void useAll() {
  useVector<char>();
  useVector<unsigned char>();
  useVector<int>();
  useVector<unsigned>();
  useVector<long>();
  useVector<std::size_t>();
  useVector<float>();
  useVector<double>();
  std::vector<std::vector<double>> rows(2, std::vector<double>(2));
  std::vector<std::complex<double>> values(2);
  values[0] = values[1] * values[0] + std::complex<double>(1, 2);
  std::string text = "a";
  text += "b" + text + std::to_string(1);
  std::array<double, 3> three{};
  three[0] = three[1] + std::min(three[0], three[2]);
}

}  // namespace library_of_tests

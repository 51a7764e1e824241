// Variables whose types nobody wrote: what the kernel's parameters call them means the same outside of the
// library's classes and of other namespaces.
// flags: -std=c++20
#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

namespace physics {
using real = double;
struct Point {
  real x;
  int k;
};
template <class T>
struct Quantity {
  using value_type = T;
  T amount;
  value_type get() const { return amount; }
};
enum class Phase { Solid, Liquid };

real half() { return 0.5; }
Point point() { return {1, 2}; }
Phase phase() { return Phase::Liquid; }

namespace {
struct Hidden {
  float width;
};
}  // namespace
Hidden hidden() { return {2.5f}; }
}  // namespace physics

void sizes(std::vector<double>& v, std::vector<std::int32_t>& w) {
  const auto n = v.size();
  auto count = std::count(v.begin(), v.end(), 3.0);
  auto difference = v.end() - v.begin();
  auto distance = std::distance(w.begin(), w.end());
  auto size = std::ssize(v);
  decltype(v.size()) third = v.size();
  decltype(auto) fourth = v.size();
  const decltype(third) fifth = 5;
#pragma parallel block(4)
  for (std::size_t i = 0; i < n; ++i) {
    decltype(v.size()) j = i;
    decltype(v[0] + 1) x = 2;
    v[j] += x * count + difference + distance + size + third + fourth + fifth;
  }
}

void elements(std::vector<double>& v, std::vector<std::int32_t>& w) {
  const auto first = v.front();
  auto second = w[1];
  auto* pointer = w.data();
  auto largest = *std::max_element(v.begin(), v.end());
  const auto [ninth, tenth] = std::make_pair(3, 4.5);
#pragma parallel
  for (std::size_t i = 0; i < v.size(); ++i) v[i] += first + second + pointer[i] + largest + ninth + tenth;
}

void objects(std::vector<double>& v) {
  auto pair = std::make_pair(1, physics::point());
  std::pair other{1, 2.5};
  std::array numbers{1, 2, 3};
  std::array<decltype(v[0] + 1), 2> reals{1, 2};
  auto z = std::complex<double>(1, 2);
  auto real = physics::half();
  auto point = physics::point();
  auto hidden = physics::hidden();
  auto phase = physics::phase();
  auto quantity = physics::Quantity<float>{3.5f};
  auto amount = quantity.get();
#pragma parallel
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] += pair.second.x + other.second + numbers[1] + reals[1] + z.real() + real + point.k + hidden.width +
            int(phase) + quantity.amount + amount;
}

void tuples(std::vector<double>& v) {
  const auto tuple = std::make_tuple(1, 2.5);
#pragma parallel unchecked
  for (std::size_t i = 0; i < v.size(); ++i) v[i] += std::get<1>(tuple);
}

int reductions(const std::vector<std::complex<int>>& c, const std::vector<int>& w) {
  auto total = c.front();
  auto largest = c.size();
  auto last = w.front();
#pragma parallel reduction(+ : total) reduction(max : largest)
  for (std::size_t i = 0; i < w.size(); ++i) {
    total += c[i];
    largest = std::max(largest, i * 2);
    last = w[i];
  }
  return total.real() + 100 * static_cast<int>(largest) + 10000 * last;
}

template <class T>
void inTemplate(std::vector<T>& v, int m) {
  const auto k = m * 2u;
  const decltype(m) z = 3;
#pragma parallel
  for (int i = 0; i < 5; ++i) v[i] += k + z;
}

int main() {
  std::vector<double> v(13);
  for (int i = 0; i < 13; ++i) v[i] = i * 1.5;
  std::vector<std::int32_t> w(13, 2);
  sizes(v, w);
  elements(v, w);
  objects(v);
  tuples(v);
  inTemplate(v, 3);
  inTemplate(w, 4);
  for (const double x : v) std::printf("%g ", x);
  std::printf("%d %d\n", reductions(std::vector<std::complex<int>>(13, {1, 2}), w), w[3]);
}

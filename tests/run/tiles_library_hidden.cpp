// Programs on tiles where another namespace, or a variable, is called as the library's is.
// flags: -Iinclude
// run: 0
// run: 19
#include <appyl/appyl.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace lib = ::appyl;
constexpr int B = 8;

namespace mine {
namespace appyl {
struct half {};
}  // namespace appyl

template <class T>
static void arithmetic(lib::view<const T> a, lib::view<T> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    c(lib::slice(i, B)) = a(lib::slice(i, B)) * a(lib::slice(i, B)) + T(1);
    c(lib::slice(i, B)) += sqrt(a(lib::slice(i, B))) * 0.5f;
    c(lib::slice(i, B)) = minimum(c(lib::slice(i, B)), a(lib::slice(i, B)) * 3);
  }
}
template <class T>
static void rows(lib::view<const T, 2> a, lib::view<T> least, lib::view<T> total) {
#pragma parallel
  for (int i = 0; i < a.extent(0); i += B) {
    least(lib::slice(i, B)) = min(a(lib::slice(i, B), lib::all), 1);
    total(lib::slice(i, B)) = sum(a(lib::slice(i, B), lib::all), 1);
  }
}
static void converted(lib::view<const float> a, lib::view<lib::half> c, lib::view<lib::bfloat16> d, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    c(lib::slice(i, B)) = lib::cast<lib::half>(a(lib::slice(i, B)));
    d(lib::slice(i, B)) = lib::cast<lib::bfloat16>(a(lib::slice(i, B)) + 1);
    c(lib::slice(i, B)) += c(lib::slice(i, B)) * c(lib::slice(i, B));
    d(lib::slice(i, B)) = where(a(lib::slice(i, B)) > 2, d(lib::slice(i, B)), d(lib::slice(i, B)) * d(lib::slice(i, B)));
  }
}
static void counted(lib::view<const int> bins, lib::view<int> counts, int n) {
  const int appyl = 1;
#pragma parallel
  for (int i = 0; i < n; i += B) atomic_add(counts(bins(lib::slice(i, B))), appyl);
}
}  // namespace mine

template <class T>
static void run(int n) {
  std::vector<T> a(n), c(n), wide(n * 5), least(n), total(n);
  for (int k = 0; k < n; ++k) a[k] = T(k % 7);
  for (int k = 0; k < n * 5; ++k) wide[k] = T((k * 3) % 11);
  mine::arithmetic<T>({a.data(), n}, {c.data(), n}, n);
  mine::rows<T>({wide.data(), n, 5}, {least.data(), n}, {total.data(), n});
  double sums[3] = {};
  for (int k = 0; k < n; ++k) {
    sums[0] += static_cast<double>(static_cast<float>(c[k]));
    sums[1] += static_cast<double>(static_cast<float>(least[k]));
    sums[2] += static_cast<double>(static_cast<float>(total[k]));
  }
  std::printf("%g %g %g\n", sums[0], sums[1], sums[2]);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 19;
  run<float>(n);
  run<double>(n);
  run<lib::half>(n);
  run<lib::bfloat16>(n);
  std::vector<float> a(n);
  std::vector<lib::half> c(n);
  std::vector<lib::bfloat16> d(n);
  std::vector<int> bins(n), counts(5);
  for (int k = 0; k < n; ++k) a[k] = k % 5, bins[k] = k % 5;
  mine::converted({a.data(), n}, {c.data(), n}, {d.data(), n}, n);
  mine::counted({bins.data(), n}, {counts.data(), 5}, n);
  double s = 0;
  for (int k = 0; k < n; ++k) s += static_cast<float>(c[k]) + 2 * static_cast<float>(d[k]);
  std::printf("%g %d %d\n", s, counts[0], counts[4]);
}

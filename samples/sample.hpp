// What every sample needs besides its loops: the command line, made-up data, the comparison of the two
// versions and the printed lines. A sample runs each of its kernels twice, as a plain sequential reference
// and as the annotated function, on the same data; both must agree.
//
//   prog [--check | --time] [sizes...]
//
// Without an option it prints the sizes, both times and the speed-up. `--check` runs everything once and
// prints what was computed instead of how long it took; a line that begins with "~ " holds reductions, which
// are equal only up to the order of their operations. `--time` prints just the seconds of the annotated
// versions, one line per kernel.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace sample {

// What the comparison of the two versions found.
struct Result {
  bool ok;
  bool reduced;                // equal up to reassociation only
  std::vector<double> digest;  // a few numbers that stand for the data
};

inline Result operator&&(Result a, const Result& b) {
  a.ok = a.ok && b.ok;
  a.reduced = a.reduced || b.reduced;
  a.digest.insert(a.digest.end(), b.digest.begin(), b.digest.end());
  return a;
}

// Whether `actual` is `expected` within `tolerance`, relative to the largest magnitude in `expected`. Written
// so that a NaN on one side only never passes.
template <class T>
bool agree(std::span<const T> expected, std::span<const T> actual, double tolerance) {
  if (expected.size() != actual.size()) return false;
  double scale = 0;
  for (const T value : expected)
    if (std::isfinite(static_cast<double>(value)))
      scale = std::max(scale, std::abs(static_cast<double>(value)));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double difference = static_cast<double>(actual[i]) - static_cast<double>(expected[i]);
    if (actual[i] != expected[i] && !(std::abs(difference) <= tolerance * scale)) return false;
  }
  return true;
}

template <class T>
double checksum(std::span<const T> values) {
  double sum = 0;
  for (const T value : values) sum += static_cast<double>(value);
  return sum;
}

// Arrays whose every element is computed by the same operations in the same order in both versions. Integers
// must be equal; the compiler may fuse a multiplication and an addition in one version and not in the other,
// so floating-point values may differ by a few units in the last place.
template <class Array>
Result same(const Array& expected, const Array& actual) {
  using T = std::remove_cvref_t<decltype(*std::data(expected))>;
  const std::span<const T> a(std::data(expected), std::size(expected));
  const std::span<const T> b(std::data(actual), std::size(actual));
  const double tolerance = std::is_integral_v<T> ? 0 : std::is_same_v<T, float> ? 1e-5 : 1e-12;
  return {agree(a, b, tolerance), false, {checksum(b)}};
}

// Floating-point reductions over `terms` terms each: the error of a sum grows with their number. `scale` is
// the magnitude of what was added up, where cancellation makes the result itself much smaller.
template <class Array>
Result reduced(const Array& expected, const Array& actual, double terms) {
  using T = std::remove_cvref_t<decltype(*std::data(expected))>;
  const std::span<const T> a(std::data(expected), std::size(expected));
  const std::span<const T> b(std::data(actual), std::size(actual));
  const double tolerance = 4 * std::max(terms, 4.0) * static_cast<double>(std::numeric_limits<T>::epsilon());
  return {agree(a, b, tolerance), true, {checksum(b)}};
}

// One reduced scalar.
inline Result reduced(double expected, double actual, double terms, double scale) {
  const double tolerance = 4 * std::max(terms, 4.0) * std::numeric_limits<double>::epsilon() * scale;
  return {expected == actual || std::abs(expected - actual) <= tolerance, true, {actual}};
}

// The same made-up numbers in [0, 1) on every machine, which the standard distributions do not promise.
class Random {
 public:
  explicit Random(std::uint64_t seed = 1) : state(seed * 0x9e3779b97f4a7c15u + 1) {}

  std::uint64_t bits() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  }
  double operator()() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  int below(int bound) { return static_cast<int>((*this)() * bound); }

  template <class T>
  std::vector<T> vector(std::size_t n, double low = 0, double high = 1) {
    std::vector<T> values(n);
    for (T& value : values) value = static_cast<T>(low + (high - low) * (*this)());
    return values;
  }

 private:
  std::uint64_t state;
};

struct Size {
  const char* name;
  long value;  // the default
};

class Program {
 public:
  Program(int argc, char** argv, std::initializer_list<Size> defaults) : sizes(defaults) {
    int next = 1;
    if (next < argc && argv[next] == std::string("--check"))
      mode = Mode::Check, ++next;
    else if (next < argc && argv[next] == std::string("--time"))
      mode = Mode::Time, ++next;
    if (next != argc && argc - next != static_cast<int>(sizes.size())) usage(argv[0]);
    for (Size& size : sizes) {
      if (next == argc) break;
      char* end = nullptr;
      size.value = std::strtol(argv[next], &end, 10);
      if (end == argv[next] || *end != '\0' || size.value < 0) usage(argv[0]);
      ++next;
    }
  }

  long size(std::size_t index) const { return sizes[index].value; }

  // Runs both versions equally often, so that kernels that work in place stay comparable, and prints the
  // line. `compare` gives the Result.
  template <class Sequential, class Annotated, class Compare>
  void kernel(const char* name, Sequential&& sequential, Annotated&& annotated, Compare&& compare) {
    std::vector<double> reference, measured;
    for (int run = 0; run < (mode == Mode::Check ? 1 : 6); ++run) {
      if (mode != Mode::Time) reference.push_back(seconds(sequential));
      measured.push_back(seconds(annotated));
    }
    if (mode == Mode::Time) {
      std::printf("%.6e\n", median(measured));
      return;
    }
    const Result result = compare();
    failed = failed || !result.ok;
    const bool check = mode == Mode::Check;
    std::printf("%s%-16s", check && result.reduced ? "~ " : "", name);
    for (const Size& size : sizes) std::printf("  %s = %ld", size.name, size.value);
    for (std::size_t i = 0; check && i < result.digest.size(); ++i) std::printf("  %.17g", result.digest[i]);
    if (!check)
      std::printf("   sequential %.1f ms   annotated %.1f ms   speed-up %.2f", 1e3 * median(reference),
                  1e3 * median(measured), median(reference) / median(measured));
    std::printf("   check %s\n", result.ok ? "ok" : "FAILED");
  }

  int status() const { return failed ? 1 : 0; }

 private:
  enum class Mode { Measure, Check, Time };

  // The first run also pays for first touches and for starting threads, so it does not count when there are
  // more.
  static double median(std::vector<double> times) {
    if (times.size() > 1) times.erase(times.begin());
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
  }

  // Not inlined: a compiler that sees a call without side effects may move it past the clock.
  template <class Run>
  [[gnu::noinline]] static double seconds(Run&& run) {
    const auto start = std::chrono::steady_clock::now();
    run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  [[noreturn]] void usage(const char* program) const {
    std::fprintf(stderr, "usage: %s [--check | --time]", program);
    for (const Size& size : sizes) std::fprintf(stderr, " [%s]", size.name);
    std::fprintf(stderr, "\n");
    std::exit(2);
  }

  std::vector<Size> sizes;
  Mode mode = Mode::Measure;
  bool failed = false;
};

}  // namespace sample

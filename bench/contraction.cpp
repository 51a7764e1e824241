// One round of the benchmark of bench/cpu.sh: each product in turn, by appyl/cpu or, compiled with USE_BLAS,
// by a BLAS, or with TRANSLATED by what bench/products.cpp is translated to. Prints a line
// "<type> <m> <n> <k> <GFLOP/s>" for each, the best of the runs of about 50 ms; a wrong product ends it.
// `--peak` prints the FMAs that this machine does on registers, in GFLOP/s of float and double, for one
// thread.
#ifdef USE_BLAS
#include <cblas.h>
#else
#include <appyl/cpu/contraction.hpp>
#endif

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

/// With one thread the time that the processor worked for it counts, which other programs disturb less.
double seconds() {
  static const bool alone =
      std::getenv("OMP_NUM_THREADS") != nullptr && std::atoi(std::getenv("OMP_NUM_THREADS")) == 1;
  if (alone) {
    timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

#ifdef TRANSLATED
}  // namespace
void multiply(int m, int n, int k, const float* a, const float* b, float* c);
void multiply(int m, int n, int k, const double* a, const double* b, double* c);
namespace {
#elif defined(USE_BLAS)
void multiply(int m, int n, int k, const float* a, const float* b, float* c) {
  if (n == 1)
    cblas_sgemv(CblasRowMajor, CblasNoTrans, m, k, 1, a, k, b, 1, 1, c, 1);
  else if (m == 1)
    cblas_sgemv(CblasRowMajor, CblasTrans, k, n, 1, b, n, a, 1, 1, c, 1);
  else
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, k, b, n, 1, c, n);
}
void multiply(int m, int n, int k, const double* a, const double* b, double* c) {
  if (n == 1)
    cblas_dgemv(CblasRowMajor, CblasNoTrans, m, k, 1, a, k, b, 1, 1, c, 1);
  else if (m == 1)
    cblas_dgemv(CblasRowMajor, CblasTrans, k, n, 1, b, n, a, 1, 1, c, 1);
  else
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, k, b, n, 1, c, n);
}
#else
template <class T>
void multiply(int m, int n, int k, const T* a, const T* b, T* c) {
  using namespace appyl::cpu;
  contract({m, n, k}, matrix{a, k, 1}, matrix{b, n, 1}, matrix{c, n, 1}, from_c);
}
#endif

#ifndef USE_BLAS

/// Makes the compiler believe that a register is changed and read here.
#if defined(__x86_64__)
#define TOUCH(x) asm volatile("" : "+v"(x));
#else
#define TOUCH(x) asm volatile("" : "+w"(x));
#endif
#define ADD(sum) sum = sum + x * y;
/// Variables of their own: of an array GCC makes memory.
#define EACH_SUM(DO) DO(s0) DO(s1) DO(s2) DO(s3) DO(s4) DO(s5) DO(s6) DO(s7) DO(s8) DO(s9) DO(s10) DO(s11)

template <class T>
APPYL_CPU_WHOLE_VECTORS double peak() {
  using namespace appyl::cpu::detail;
  vector<T> x{}, y{}, s0{}, s1{}, s2{}, s3{}, s4{}, s5{}, s6{}, s7{}, s8{}, s9{}, s10{}, s11{};
  TOUCH(x)
  TOUCH(y)
  double best = 0;
  for (int run = 0; run < 200; ++run) {
    const int times = 50000;
    const double start = seconds();
    for (int i = 0; i < times; ++i) {
      EACH_SUM(ADD)
      EACH_SUM(TOUCH)
    }
    best = std::max(best, 24.0 * lanes<T> * times / (seconds() - start) / 1e9);
  }
  return best;
}
#endif

/// A wrong product has no speed. The sums are exact in any order: the factors are small integers.
template <class T>
void check(int m, int n, int k, const T* a, const T* b, const T* c) {
  for (int s = 0; s < 100; ++s) {
    const auto i = static_cast<std::size_t>(m - 1) * s / 99, j = static_cast<std::size_t>(s * 7919L % n);
    T sum = 0;
    for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[static_cast<std::size_t>(p) * n + j];
    if (c[i * n + j] == sum) continue;
    std::fprintf(stderr, "wrong product of %d x %d x %d at %zu, %zu\n", m, n, k, i, j);
    std::exit(1);
  }
}

template <class T>
void measure(const char* type, int m, int n, int k) {
  const auto size = [](int rows, int columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  };
  std::vector<T> a(size(m, k)), b(size(k, n)), c(size(m, n));
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<T>(i % 17) - 8;
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<T>(i % 13) - 6;
  multiply(m, n, k, a.data(), b.data(), c.data());
  check(m, n, k, a.data(), b.data(), c.data());
  // Some millions of operations at a time: the clock is read seldom enough not to count.
  const int times = 1 + static_cast<int>(2e7 / (2.0 * m * n * k));
  double best = 1e9;
  const double end = seconds() + 0.05;
  for (int run = 0; run < 3 || seconds() < end; ++run) {
    const double start = seconds();
    for (int i = 0; i < times; ++i) multiply(m, n, k, a.data(), b.data(), c.data());
    best = std::min(best, (seconds() - start) / times);
  }
  std::printf("%s %d %d %d %.3f\n", type, m, n, k, 2.0 * m * n * k / best / 1e9);
}

}  // namespace

int main(int count, char** arguments) {
#ifndef USE_BLAS
  if (count > 1 && std::strcmp(arguments[1], "--peak") == 0) {
    std::printf("%.1f %.1f\n", peak<float>(), peak<double>());
    return 0;
  }
#endif
  for (int i = 1; i + 2 < count; i += 3) {
    const int m = std::atoi(arguments[i]), n = std::atoi(arguments[i + 1]), k = std::atoi(arguments[i + 2]);
    measure<float>("float", m, n, k);
    measure<double>("double", m, n, k);
  }
  return 0;
}

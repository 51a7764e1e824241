#!/usr/bin/env bash
# --fp=strict: no multiplication and addition become one instruction, and sums keep their order.
. "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

cat >fused.cpp <<'END'
void f(const float* a, const float* b, float* c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) c[i] = a[i] * b[i] + c[i];
}
float g(const float* a, int n) {
  float s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
END
translate -o loose.omp.cpp fused.cpp --
g++ -std=c++20 -fopenmp -O2 -mfma -S -o loose.s loose.omp.cpp
holds "without the option the compiler fuses" grep -q vfmadd loose.s
translate --fp=strict -o strict.omp.cpp fused.cpp --
holds "--fp=strict is a success" hasStatus 0
for compiler in g++ clang++-19; do
  command -v $compiler >/dev/null || continue
  $compiler -std=c++20 -fopenmp -O2 -mfma -Wall -Wextra -Werror -S -o strict.s strict.omp.cpp
  holds "$compiler accepts it without a warning" hasStatus $?
  holdsNot "$compiler does not fuse" grep -q vfmadd strict.s
done
holdsNot "a sum is not split" grep -q 'reduction(+' strict.omp.cpp
finish

#!/usr/bin/env bash
# cuda_stop_test.sh TOOL SCRATCH_DIR
#
# What ends the program in a loop ends it from a kernel, too, with the text and the line.
# shellcheck source=shell_testing.sh
source "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

cat >program.cpp <<'END'
#include <cstdio>
#include <cstdlib>

static void check(int n, const double* size, double* inverse) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (size[i] <= 0) {
      std::fprintf(stderr, "bad size\n");
      std::exit(1);
    } else if (size[i] > 100)
      std::abort();
    inverse[i] = 1 / size[i];
  }
}

int main(int count, char** words) {
  double size[50], inverse[50];
  for (double& each : size) each = 2;
  if (count > 1) size[7] = std::atof(words[1]);
  check(50, size, inverse);
  std::printf("%g\n", inverse[49]);
}
END
translate --target=cuda -o program.cu program.cpp -- -std=c++17
holds "the program translates" hasStatus 0
holds "without a word" test ! -s "$err"
holds "it compiles" clang++-19 -x c++ -std=c++20 -O0 -I"$here/../include" -include appyl/cuda/emulation.hpp -o program \
  program.cu -lboost_context
holds "good data pass" test "$(./program)" = 0.5
(./program -1) >"$out" 2>"$err"
status=$?
holdsNot "bad data do not" hasStatus 0
holds "they are told with their line and the text" grep -q '^program.cpp:7: bad size' "$err"
(./program 200) >"$out" 2>"$err"
status=$?
holdsNot "nor does what ends the program without words" hasStatus 0
holds "it is told with its line" grep -q '^program.cpp:11: the program ends' "$err"
finish

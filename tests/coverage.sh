#!/usr/bin/env bash
# coverage.sh [CTEST-ARGUMENTS]
#
# Builds the tool and its tests with Clang's counters in build/coverage, runs the tests (those that compile with nvcc are
# left out), and prints how many of the lines of each folder of src/ were run. `llvm-cov` shows which were not: the last
# line is the command.
set -eu

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=../cmake/setup.sh
source "$root/cmake/setup.sh"
build=$root/build/coverage
llvm=$(dirname "$(readlink -f "$(command -v clang++-19)")")

install_missing
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Coverage -DCMAKE_CXX_COMPILER=clang++-19 -DAPPYL_UNITY_BUILD=OFF \
  -DCMAKE_CXX_FLAGS_COVERAGE='-O1 -fprofile-instr-generate -fcoverage-mapping' >/dev/null
cmake --build "$build" --parallel "$(build_jobs)" --target appyl-translate appyl-tests appyl-random-programs
rm -rf "$build/counters"
mkdir -p "$build/counters"
# One file for up to four processes at a time, which are merged as they end.
LLVM_PROFILE_FILE="$build/counters/%4m.profraw" APPYL_NVCC=none \
  ctest --test-dir "$build" --parallel "$(build_jobs)" --output-on-failure "$@" -E '^(tiles|cpu|cmake)' </dev/null ||
  echo "some tests failed; what they ran counts all the same"
"$llvm/llvm-profdata" merge -o "$build/all.profdata" "$build"/counters/*.profraw

report=("$llvm/llvm-cov" report "$build/appyl-translate" -object "$build/tests/appyl-tests"
  "-instr-profile=$build/all.profdata")
"${report[@]}" -summary-only "$root/src" | awk '
  # The columns from the eighth on: lines, of which missed.
  $1 ~ /\.(cpp|h|def)$/ || $1 == "TOTAL" {
    folder = $1 == "TOTAL" ? "all of src" : $1
    if ($1 != "TOTAL" && !sub(/\/[^\/]*$/, "", folder)) folder = "(driver)"
    lines[folder] += $8; missed[folder] += $9
  }
  END {
    for (folder in lines)
      if (lines[folder]) printf "%5.1f %%  %6d lines  %s\n", 100 - 100 * missed[folder] / lines[folder], lines[folder], folder
  }' | LC_ALL=C sort -k5
echo "$llvm/llvm-cov show '$build/appyl-translate' -object '$build/tests/appyl-tests' '-instr-profile=$build/all.profdata' src/FILE"

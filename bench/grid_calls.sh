#!/usr/bin/env bash
# What grid_call costs as a library, without the translator: a blur by blocks of 32 x 32 and 64 x 64 elements with a
# halo, and a softmax by rows, relative to plain loops, on one thread, with both compilers at -O3 for this processor.
# The loops and the call run in turns; medians. Kernels of the blur compute elements (`y(i, j) = ...`), map one function
# of five terms, or add up tiles. Blocks of 32 and of 64 divide the first two arrays; the last ones stick out of the third.
#
#   bench/grid_calls.sh [OPTION...]
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=bench/common.sh
. bench/common.sh
parse '' "$@"
no_words
rounds=${rounds:-31}

table() {
  local compiler kernel shape loops call ratio
  for compiler in "$cxx" "$clangxx"; do
    if [[ -n $quick && $compiler != "$cxx" ]]; then continue; fi
    "$compiler" -O3 "${native[@]}" -std=c++17 -Iinclude -o "$work/program" bench/grid_calls.cpp
    printf '%s\n%-18s %10s %10s %10s %6s\n' "$compiler" kernel array loops call ratio
    while read -r kernel shape loops call ratio; do
      printf '%-18s %10s %7.2f ms %7.2f ms %6.2f\n' "$kernel" "$shape" "$loops" "$call" "$ratio"
      record kernel="$kernel" compiler="$compiler" array="$shape" loops_ms="$loops" call_ms="$call" ratio="$ratio"
    done < <("$work/program" "$rounds")
    echo
  done
  about "$(processor); $(version_of "$cxx"); $(version_of "$clangxx"); rounds: $rounds"
}

publish grid_calls

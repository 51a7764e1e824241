#!/usr/bin/env bash
# What grid_call costs, as a library and translated to OpenMP: a blur by blocks of 32 x 32 and 64 x 64 elements with a
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

need_tool
"$tool" --target=openmp -o "$work/translated.cpp" bench/grid_calls.cpp -- -std=c++17 -Iinclude -DTRANSLATED

table() {
  local compiler form source kernel shape loops call ratio
  for compiler in "$cxx" "$clangxx"; do
    if [[ -n $quick && $compiler != "$cxx" ]]; then continue; fi
    for form in library translated; do
      source=bench/grid_calls.cpp
      if [[ $form = translated ]]; then source=$work/translated.cpp; fi
      "$compiler" -O3 "${native[@]}" -fopenmp-simd -std=c++17 -Iinclude -DTRANSLATED -o "$work/program" "$source"
      printf '%s, %s\n%-18s %10s %10s %10s %6s\n' "$compiler" "$form" kernel array loops call ratio
      while read -r kernel shape loops call ratio; do
        printf '%-18s %10s %7.2f ms %7.2f ms %6.2f\n' "$kernel" "$shape" "$loops" "$call" "$ratio"
        record kernel="$kernel" compiler="$compiler" form="$form" array="$shape" loops_ms="$loops" call_ms="$call" \
          ratio="$ratio"
      done < <("$work/program" "$rounds")
      echo
    done
  done
  about "$(processor); $(version_of "$cxx"); $(version_of "$clangxx"); rounds: $rounds"
}

publish grid_calls

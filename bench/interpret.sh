#!/usr/bin/env bash
# What interpreting costs: for every kernel of every sample the time of the interpreted version relative to that of the
# same loops run sequentially, both by `g++ -O2`, at the size of tests. The two programs run in turns; medians. Then the
# same of the simplest loops, per element, with both compilers, at a size that a cache holds and at one that it does
# not.
#
#   bench/interpret.sh [--only-loops] [OPTION...]
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=bench/common.sh
. bench/common.sh
only_loops=''
parse '--only-loops' "$@"
no_words
need_tool
rounds=${rounds:-5}

sizesOf() { # SAMPLE
  case $1 in
    01_* | 02_* | 12_*) echo 20000 ;;
    03_*) echo 150 200 ;;
    04_*) echo 150 150 4 ;;
    05_*) echo 30 30 30 4 ;;
    06_*) echo 100 110 90 ;;
    07_*) echo 2000 16 10 ;;
    08_*) echo 10000 10 ;;
    09_*) echo 100000 500 ;;
    10_*) echo 300 2 ;;
    11_*) echo 60 75 100 ;;
    13_*) echo 200 100 ;;
    14_* | 15_* | 17_* | 18_*) echo 100 ;;
    16_*) echo 64 64 64 ;;
    19_*) echo 1000 ;;
  esac
}

run_once() { # round version: lines "<kernel number> <version> <round> <milliseconds>"
  # shellcheck disable=SC2046 # the sizes are words
  "$work/$2" --time $(sizesOf "$name") | awk -v v="$2" -v r="$1" '{ print NR, v, r, 1e3 * $1 }' >> "$work/times"
}

samples() {
  local source name kernel sequential interpreted ratio sources=()
  mapfile -t sources < <(grep -l sample.hpp samples/[0-9]*.cpp)
  if [[ -n $quick ]]; then sources=("${sources[@]:0:2}"); fi
  printf '%-20s %6s %14s %14s %6s\n' sample kernel sequential interpreted ratio
  for source in "${sources[@]}"; do
    name=$(basename "$source" .cpp)
    rm -f "$work/times"
    "$cxx" -O2 -std=c++20 -Wno-unknown-pragmas -Iinclude -o "$work/sequential" "$source"
    "$tool" --target=interpret -o "$work/$name.interp.cpp" "$source" -- -std=c++20 -Iinclude
    "$cxx" -O2 -std=c++20 -Isamples -Iinclude -o "$work/interpreted" "$work/$name.interp.cpp"
    by_turns run_once sequential interpreted
    while read -r kernel sequential interpreted _ ratio; do
      printf '%-20s %6d %11.3f ms %11.3f ms %6.1f\n' "$name" "$kernel" "$sequential" "$interpreted" "$ratio"
      record sample="$name" kernel="$kernel" sequential_ms="$sequential" interpreted_ms="$interpreted" ratio="$ratio"
      echo "$ratio" >> "$work/ratios"
    done < <(summary sequential sequential interpreted < "$work/times")
  done
  printf 'median ratio %.1f, largest %.1f\n' "$(median < "$work/ratios")" "$(sort -g "$work/ratios" | tail -n 1)"
}

loops() {
  local compiler level n loop sequential interpreted
  "$tool" --target=interpret -o "$work/loops.interp.cpp" bench/interpret_loops.cpp -- -std=c++20
  for compiler in "$cxx" "$clangxx"; do
    for level in -O1 -O2; do
      if [[ -n $quick && $compiler$level != "$cxx-O2" ]]; then continue; fi
      "$compiler" $level -std=c++20 -Wno-unknown-pragmas -o "$work/sequential" bench/interpret_loops.cpp
      "$compiler" $level -std=c++20 -Iinclude -o "$work/interpreted" "$work/loops.interp.cpp"
      for n in 16000 4000000; do
        printf '\n%s %s, %d elements\n%-14s %14s %14s %6s\n' "$compiler" "$level" "$n" loop sequential interpreted ratio
        while read -r loop sequential _ interpreted; do
          ratio=$(awk "BEGIN { print $interpreted / $sequential }")
          printf '%-14s %11.4f ns %11.4f ns %6.1f\n' "$loop" "$sequential" "$interpreted" "$ratio"
          record loop="$loop" compiler="$compiler $level" elements="$n" sequential_ns="$sequential" \
            interpreted_ns="$interpreted" ratio="$ratio"
        done < <(paste <("$work/sequential" "$n") <("$work/interpreted" "$n"))
      done
    done
  done
}

table() {
  if [[ -z $only_loops ]]; then samples; fi
  loops
  about "$(processor); $(version_of "$cxx"); $(version_of "$clangxx"); rounds: $rounds"
}

publish interpret

#!/usr/bin/env bash
# What interpreting costs: for every kernel of every sample the time of the interpreted version relative to that of the
# same loops run sequentially, both by `g++ -O2`, at the size of tests. The two programs run in turns; medians. Then the
# same of the simplest loops, per element, with both compilers, at a size that a cache holds and at one that it does not.
#
#   bench/interpret.sh [TOOL] [--save] [--rounds N] [--only-loops]
#
# TOOL is the translator (default build/release/appyl-translate). --save also writes the table to
# bench/results/interpret.txt.
set -euo pipefail
cd "$(dirname "$0")/.."

tool=build/release/appyl-translate save='' rounds=5 samples=yes
if [[ $# -gt 0 && $1 != --* ]]; then tool=$1; shift; fi
while [[ $# -gt 0 ]]; do
  case $1 in
    --save) save=yes ;;
    --only-loops) samples='' ;;
    --rounds) rounds=${2:?a number of rounds is missing}; shift ;;
    *) echo "unknown option $1" >&2; exit 2 ;;
  esac
  shift
done
if [[ ! -x $tool ]]; then echo "$tool is missing; build it first" >&2; exit 2; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

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

# Line k of all files together: the median of their k-th numbers.
medians() { # FILE...
  paste "$@" | awk '{ n = split($0, v, "\t"); for (a = 2; a <= n; ++a) for (b = a; b > 1 && v[b] + 0 < v[b-1] + 0; --b) {
    t = v[b]; v[b] = v[b-1]; v[b-1] = t } print v[int((n + 1) / 2)] }'
}

table() {
  local source name round
  printf '%-20s %6s %14s %14s %6s\n' sample kernel sequential interpreted ratio
  for source in $(grep -l sample.hpp samples/[0-9]*.cpp); do
    name=$(basename "$source" .cpp)
    g++ -O2 -std=c++20 -Wno-unknown-pragmas -Iinclude -o "$work/sequential" "$source"
    "$tool" --target=interpret -o "$work/$name.interp.cpp" "$source" -- -std=c++20 -Iinclude
    g++ -O2 -std=c++20 -Isamples -Iinclude -o "$work/interpreted" "$work/$name.interp.cpp"
    for ((round = 0; round < rounds; ++round)); do
      # shellcheck disable=SC2046 # the sizes are words
      "$work/sequential" --time $(sizesOf "$name") > "$work/sequential.$round"
      # shellcheck disable=SC2046
      "$work/interpreted" --time $(sizesOf "$name") > "$work/interpreted.$round"
    done
    paste <(medians "$work"/sequential.*) <(medians "$work"/interpreted.*) | awk -v n="$name" \
      '{ printf "%-20s %6d %11.3f ms %11.3f ms %6.1f\n", n, NR, 1e3 * $1, 1e3 * $2, $2 / $1 }' | tee -a "$work/rows"
    rm "$work"/sequential.* "$work"/interpreted.*
  done
  awk '{ print $NF }' "$work/rows" | sort -g | awk '{ v[NR] = $1 } END {
    printf "median ratio %.1f, largest %.1f\n", v[int((NR + 1) / 2)], v[NR] }'
}

loops() {
  local compiler level n
  "$tool" --target=interpret -o "$work/loops.interp.cpp" bench/interpret_loops.cpp -- -std=c++20
  for compiler in g++ clang++; do
    for level in -O1 -O2; do
      "$compiler" $level -std=c++20 -Wno-unknown-pragmas -o "$work/sequential" bench/interpret_loops.cpp
      "$compiler" $level -std=c++20 -Iinclude -o "$work/interpreted" "$work/loops.interp.cpp"
      for n in 16000 4000000; do
        printf '\n%s %s, %d elements\n%-14s %14s %14s %6s\n' "$compiler" "$level" "$n" loop sequential interpreted ratio
        paste <("$work/sequential" "$n") <("$work/interpreted" "$n") | awk \
          '{ printf "%-14s %11.4f ns %11.4f ns %6.1f\n", $1, $2, $4, $4 / $2 }'
      done
    done
  done
}

report() {
  if [[ -n $samples ]]; then table; fi
  loops
}

if [[ -n $save ]]; then
  mkdir -p bench/results
  {
    report
    printf '%s, %s\n' "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(g++ --version | head -n 1)"
  } | tee "$work/table"
  mv "$work/table" bench/results/interpret.txt
else
  report
fi

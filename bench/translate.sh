#!/usr/bin/env bash
# What a translation costs. First, for every sample, the time of appyl-translate relative to that of
# `clang++-19 -fsyntax-only` on the same file, and what part of it the proofs take; then the time for 1000 annotated loops
# in one file relative to that for 100 loops, which tells whether anything grows faster than the number of loops. Both
# programs run in turns; medians.
#
#   bench/translate.sh [TOOL] [--save] [--rounds N]
#
# TOOL is the translator (default build/release/appyl-translate). CLANGXX and CLANG choose the compilers to compare with
# (default clang++-19 and clang-19). --save also writes the table to bench/results/translate.txt.
set -euo pipefail
cd "$(dirname "$0")/.."

tool=build/release/appyl-translate save= rounds=11
if [[ $# -gt 0 && $1 != --* ]]; then tool=$1; shift; fi
while [[ $# -gt 0 ]]; do
  case $1 in
    --save) save=yes ;;
    --rounds) rounds=${2:?a number of rounds is missing}; shift ;;
    *) echo "unknown option $1" >&2; exit 2 ;;
  esac
  shift
done
if [[ ! -x $tool ]]; then echo "$tool is missing; build it first" >&2; exit 2; fi

clangxx=${CLANGXX:-clang++-19} clang=${CLANG:-clang-19}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

# Appends the milliseconds that a command takes to FILE. Warnings of the programs do not matter here, failures do.
timed() { # file command...
  local file=$1 start=${EPOCHREALTIME/[.,]/}
  shift
  if ! "$@" > /dev/null 2> "$work/messages"; then cat "$work/messages" >&2; exit 1; fi
  echo "$((${EPOCHREALTIME/[.,]/} - start))" | awk '{ print $1 / 1000 }' >> "$file"
}

translate() { "$tool" --target=openmp "$1" --extra-arg=-Iinclude; }

# The milliseconds of all proofs of the file, and of the longest, by the tool's own clock.
proofs() {
  "$tool" --target=openmp --dump=times "$1" --extra-arg=-Iinclude 2>&1 >/dev/null |
    awk '/: proof [0-9.]+ ms$/ { sum += $(NF - 1); if ($(NF - 1) > most) most = $(NF - 1) } END { print sum + 0, most + 0 }'
}

syntaxOnly() {
  case $1 in
    *.c) "$clang" -std=c11 -fsyntax-only -Wno-unknown-pragmas -Iinclude "$1" ;;
    *) "$clangxx" -std=c++20 -fsyntax-only -Wno-unknown-pragmas -Iinclude "$1" ;;
  esac
}

# COUNT functions, each with one annotated loop nest, in five forms by turns.
generate() { # count
  local i
  for ((i = 0; i < $1; ++i)); do
    case $((i % 5)) in
      0) printf 'void axpy%d(int n, float a, const float *x, float *y) {\n#pragma parallel block
  for (int i = 0; i < n; ++i)\n    y[i] = a * x[i] + y[i];\n}\n' $i ;;
      1) printf 'double sum%d(long n, const double *x) {\n  double s = 0;\n#pragma parallel block(256) reduction(+:s)
  for (long i = 0; i < n; ++i)\n    s += x[i];\n  return s;\n}\n' $i ;;
      2) printf 'void relax%d(int n, const double *u, double *v) {\n#pragma parallel block(16)
  for (int i = 1; i < n - 1; ++i)\n#pragma parallel block(64)\n    for (int j = 1; j < n - 1; ++j)
      v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);\n}\n' $i ;;
      3) printf 'void product%d(int n, const float (*a)[64], const float (*b)[64], float (*c)[64]) {
#pragma parallel block(32)\n  for (int i = 0; i < n; ++i)\n#pragma parallel block(32)
    for (int j = 0; j < 64; ++j) {\n      float s = 0;\n#pragma block(16)
      for (int k = 0; k < 64; ++k)\n        s += a[i][k] * b[k][j];\n      c[i][j] = s;\n    }\n}\n' $i ;;
      4) printf 'void count%d(int n, const int *key, int *bin) {\n#pragma parallel reduction(+:bin)
  for (int i = 0; i < n; ++i)\n    ++bin[key[i]];\n}\n' $i ;;
    esac
  done
}

table() {
  local source name ours theirs round
  printf '%-20s %14s %14s %6s %12s %6s\n' sample translate 'fsyntax-only' ratio proofs share
  for source in samples/[0-9]*.c*; do
    name=${source##*/} ours=$work/${source##*/}.ours theirs=$work/${source##*/}.theirs
    for ((round = 0; round < rounds; ++round)); do
      if ((round % 2)); then
        timed "$ours" translate "$source"; timed "$theirs" syntaxOnly "$source"
      else
        timed "$theirs" syntaxOnly "$source"; timed "$ours" translate "$source"
      fi
      proofs "$source" >> "$ours.proofs"
    done
    cut -d ' ' -f 2 "$ours.proofs" >> "$work/longest"
    awk -v n="$name" -v o="$(median < "$ours")" -v t="$(median < "$theirs")" \
      -v p="$(cut -d ' ' -f 1 "$ours.proofs" | median)" 'BEGIN {
        printf "%-20s %11.1f ms %11.1f ms %6.3f %9.1f ms %5.1f%%\n", n, o, t, o / t, p, 100 * p / o }' | tee -a "$work/rows"
  done
  awk '{ print $6 }' "$work/rows" > "$work/ratios"
  printf 'median ratio %.3f, largest %.3f\n' "$(median < "$work/ratios")" "$(sort -g "$work/ratios" | tail -n 1)"
  awk -v most="$(sort -g "$work/longest" | tail -n 1)" '{ all += $2; proofs += $7 } END {
    printf "the proofs take %.1f%% of the translation of all samples, the longest of a nest %.1f ms\n\n", 100 * proofs / all, most }' \
    "$work/rows"

  generate 100 > "$work/100.cpp"
  generate 1000 > "$work/1000.cpp"
  for ((round = 0; round < rounds; ++round)); do
    timed "$work/small" translate "$work/100.cpp"
    timed "$work/large" translate "$work/1000.cpp"
  done
  awk -v s="$(median < "$work/small")" -v l="$(median < "$work/large")" \
    'BEGIN { printf "100 loops %.1f ms, 1000 loops %.1f ms, ratio %.2f\n", s, l, l / s }'
}

if [[ -n $save ]]; then
  mkdir -p bench/results
  table | tee "$work/table"
  mv "$work/table" bench/results/translate.txt
else
  table
fi

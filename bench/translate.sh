#!/usr/bin/env bash
# What a translation costs. First, for every sample, the time of appyl-translate relative to that of `clang++-19
# -fsyntax-only` on the same file, and what part of it the proofs take; then the time for 1000 annotated loops in one
# file relative to that for 100 loops, which tells whether anything grows faster than the number of loops. Both programs
# run in turns; medians.
#
#   bench/translate.sh [OPTION...]
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=bench/common.sh
. bench/common.sh
parse '' "$@"
no_words
need_tool
rounds=${rounds:-11}

# A line "<row> <version> <round> <milliseconds>". Warnings of the programs do not matter here, failures do.
timed() { # row version round command...
  local start=${EPOCHREALTIME/[.,]/}
  if ! "${@:4}" > /dev/null 2> "$work/messages"; then cat "$work/messages" >&2; exit 1; fi
  echo "$1 $2 $3 $((${EPOCHREALTIME/[.,]/} - start))" | awk '{ print $1, $2, $3, $4 / 1000 }' >> "$work/times"
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

run_once() { # round version
  timed "$name" "$2" "$1" "$2" "$source"
  if [[ $2 == translate ]]; then proofs "$source" >> "$work/proofs"; fi
}
run_loops() { timed loops "$2" "$1" translate "$work/$2.cpp"; } # round count

table() {
  local source name ours theirs ratio proven share small large sources=(samples/[0-9]*.c*)
  if [[ -n $quick ]]; then sources=(samples/0[12]*.c*); fi
  printf '%-20s %14s %14s %6s %12s %6s\n' sample translate 'fsyntax-only' ratio proofs share
  for source in "${sources[@]}"; do
    name=${source##*/}
    rm -f "$work/times" "$work/proofs"
    by_turns run_once translate syntaxOnly
    read -r _ ours theirs ratio _ <<< "$(summary syntaxOnly translate syntaxOnly < "$work/times")"
    proven=$(cut -d ' ' -f 1 "$work/proofs" | median)
    share=$(awk "BEGIN { print 100 * $proven / $ours }")
    cut -d ' ' -f 2 "$work/proofs" >> "$work/longest"
    printf '%-20s %11.1f ms %11.1f ms %6.3f %9.1f ms %5.1f%%\n' "$name" "$ours" "$theirs" "$ratio" "$proven" "$share"
    record sample="$name" translate_ms="$ours" syntax_only_ms="$theirs" ratio="$ratio" proofs_ms="$proven" \
      proofs_percent="$share"
    echo "$ratio $ours $proven" >> "$work/rows"
  done
  printf 'median ratio %.3f, largest %.3f\n' "$(median < "$work/rows")" "$(sort -g "$work/rows" | awk 'END { print $1 }')"
  awk '{ all += $2; proofs += $3 } END { printf "the proofs take %.1f%% of the translations, ", 100 * proofs / all }' "$work/rows"
  printf 'the longest of a nest %.1f ms\n\n' "$(sort -g "$work/longest" | tail -n 1)"

  generate 100 > "$work/100.cpp"
  generate 1000 > "$work/1000.cpp"
  rm -f "$work/times"
  by_turns run_loops 100 1000
  read -r _ small large _ ratio <<< "$(summary 100 100 1000 < "$work/times")"
  printf '100 loops %.1f ms, 1000 loops %.1f ms, ratio %.2f\n' "$small" "$large" "$ratio"
  record loops=1000 translate_ms="$large" ratio="$ratio"
  about "$(processor); $(version_of "$clangxx"); rounds: $rounds"
}

publish translate

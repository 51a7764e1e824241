#!/usr/bin/env bash
# Compares programs after the manner of known suites (tests/run/suite_*.cpp) with themselves under hand-written OpenMP
# directives: as a whole, input and output included. Both from GCC and from Clang, with -O3 -march=native, run in turns
# with two threads; medians of 7 rounds, and of their ratios, above 1 where the translated program is the faster one.
#
#   bench/suites.sh [OPTION...] [PROGRAM...]
#
# Programs are names such as ssor (default: all). OMP_NUM_THREADS chooses the threads (default 2).
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=bench/common.sh
. bench/common.sh
parse '' "$@"
need_tool
declare -A arguments=(
  [block_tridiagonal]='' [conjugate_gradient]='1200 1000' [hydro]='800 600' [kmeans]='800000' [lookup]='2500000'
  [multigrid]='2048' [particle_filter]='250000' [ssor]='100'
)
rounds=${rounds:-7} programs=("${words[@]}")
if [[ ${#programs[@]} -eq 0 && -n $quick ]]; then programs=(lookup); fi
if [[ ${#programs[@]} -eq 0 ]]; then
  for file in tests/run/suite_*.cpp; do name=${file##*/suite_}; programs+=("${name%.cpp}"); done
fi
for program in "${programs[@]}"; do
  [[ -n ${arguments[$program]+known} ]] || fail "there is no program $program"
done

export OMP_NUM_THREADS=${OMP_NUM_THREADS:-2} OMP_PROC_BIND=true
flags=(-std=c++20 -O3 "${native[@]}" -Wno-unknown-pragmas -Iinclude -DSCALE=5 -fopenmp)
versions=(handwritten translated handwritten_clang translated_clang)

build() { # program
  local source=tests/run/suite_$1.cpp
  awk -f bench/as_openmp.awk "$source" > "$work/handwritten.cpp"
  "$tool" --target=openmp --extra-arg={-std=c++20,-Iinclude,-DSCALE=5} -o "$work/translated.cpp" "$source"
  for version in handwritten translated; do
    "$cxx" "${flags[@]}" "$work/$version.cpp" -o "$work/$version"
    "$clangxx" "${flags[@]}" "$work/$version.cpp" -o "$work/${version}_clang"
  done
}

run() { # version: its output
  # shellcheck disable=SC2086 # several words
  "$work/$1" ${arguments[$program]}
}

run_once() { # round version: a line "<program> <version> <round> <seconds>"
  local start=$EPOCHREALTIME
  run "$2" > "$work/$2.numbers"
  awk -v s="$start" -v e="$EPOCHREALTIME" -v v="$2" -v r="$1" '{ print $1, v, r, e - s }' <<< "$program" >> "$work/times"
}

check() {
  local version
  run handwritten | sed 's/^/~ /' > "$work/expected"
  for version in "${versions[@]}"; do
    run "$version" | sed 's/^/~ /' > "$work/$version.numbers"
    tests/compare_output.sh "$work/expected" "$work/$version.numbers" 1e-5 >&2 ||
      fail "$program: wrong results from '$version'"
  done
}

layout='%-20s %12s %12s %14s %12s %12s %14s\n'
table() {
  # shellcheck disable=SC2059
  printf "$layout" 'seconds' handwritten translated ratio 'by Clang' translated ratio
  local name cells
  for program in "${programs[@]}"; do
    rm -f "$work/times"
    build "$program"
    check
    by_turns run_once "${versions[@]}"
    read -ra cells <<< "$(paste -d ' ' <(summary translated handwritten translated < "$work/times") \
      <(summary translated_clang handwritten_clang translated_clang < "$work/times" | cut -d ' ' -f 2-) |
      awk '{ printf "%.3f %.3f %.3f %.3f %.3f %.3f", $2, $3, $4, $6, $7, $8 }')"
    # shellcheck disable=SC2059
    printf "$layout" "$program" "${cells[@]}"
    record program="$program" handwritten_s="${cells[0]}" translated_s="${cells[1]}" ratio="${cells[2]}" \
      handwritten_clang_s="${cells[3]}" translated_clang_s="${cells[4]}" ratio_clang="${cells[5]}"
    echo "${cells[2]} ${cells[5]}" >> "$work/ratios"
  done
  awk '{ g += log($1); c += log($2) } END {
    printf "handwritten / translated: geometric mean %.3f, by Clang %.3f\n", exp(g / NR), exp(c / NR) }' "$work/ratios"
  about "$(processor); $(version_of "$cxx"); $(version_of "$clangxx"); $OMP_NUM_THREADS threads; rounds: $rounds"
}

publish suites

#!/usr/bin/env bash
# Ten kernels of PolyBench (bench/kernels/, sizes of its LARGE, double), annotated as a user would: how much faster are
# their OpenMP translations than the annotated programs themselves, sequential, by the better of GCC and Clang, and by
# Polly? All with -O3 -march=native -ffast-math, run in turns, medians of 5 rounds; the speed-ups are the
# medians of those of the rounds. Beside them what the best of three polyhedral compilers (Pluto, PPCG, Polly, each with
# its best options) was measured at on a machine with two cores and AVX-512. The three stencils take several time steps at
# a stretch (`block` on the time loop). Beside that stands their time step by step, without that `block`, and, as a large
# last level of cache holds their 28 MB, the share of the bandwidth of a triad over as much memory in the same rounds
# (lines that are written count twice on both sides, because they are read first).
#
#   bench/kernels.sh [OPTION...] [KERNEL...]
#
# Kernels are names such as gemm (default: all). OMP_NUM_THREADS chooses the threads (default 2).
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=bench/common.sh
. bench/common.sh
parse '' "$@"
need_tool
rounds=${rounds:-5} kernels=("${words[@]}")
if [[ ${#kernels[@]} -eq 0 ]]; then
  kernels=(gemm 2mm atax jacobi-2d heat-3d syrk covariance floyd-warshall doitgen fdtd-2d)
  if [[ -n $quick ]]; then kernels=(atax doitgen); fi
fi
for kernel in "${kernels[@]}"; do [[ -e bench/kernels/$kernel.cpp ]] || fail "there is no kernel $kernel"; done
declare -A polyhedral=([gemm]=2.4 [2mm]=11.8 [atax]='<1' [jacobi-2d]=3.1 [heat-3d]=2.1 [syrk]=6.0 [covariance]=16
  [floyd-warshall]=1.9 [doitgen]=4.0 [fdtd-2d]=3.3)

# What the stencils move: each step reads and writes so many arrays of so many elements.
declare -A moved=([jacobi-2d]="$((500 * 6 * 1300 * 1300 * 8))" [heat-3d]="$((500 * 6 * 120 * 120 * 120 * 8))"
  [fdtd-2d]="$((500 * 10 * 1000 * 1200 * 8))")

export OMP_NUM_THREADS=${OMP_NUM_THREADS:-2} OMP_PROC_BIND=true
flags=(-std=c++20 -O3 "${native[@]}" -ffast-math -Wno-unknown-pragmas -Iinclude -Ibench/kernels)
versions=(gcc clang translated by-step)
if has_polly; then versions+=(polly); fi

build() { # kernel
  local source=bench/kernels/$1.cpp
  "$cxx" "${flags[@]}" "$source" -o "$work/gcc"
  "$clangxx" "${flags[@]}" "$source" -o "$work/clang"
  if [[ " ${versions[*]} " == *" polly "* ]]; then
    "$clangxx" "${flags[@]}" "${polly_flags[@]}" "$source" -o "$work/polly" -lgomp
  fi
  "$tool" --target=openmp -o "$work/translated.cpp" "$source" -- -std=c++20 -Ibench/kernels
  "$cxx" "${flags[@]}" -fopenmp "$work/translated.cpp" -o "$work/translated"
  rm -f "$work/by-step"
  if [[ -n ${moved[$1]-} ]]; then
    sed '/^#pragma block/d' "$source" > "$work/by-step-source.cpp"
    "$tool" --target=openmp -o "$work/by-step.cpp" "$work/by-step-source.cpp" -- -std=c++20 -Ibench/kernels
    "$cxx" "${flags[@]}" -fopenmp "$work/by-step.cpp" -o "$work/by-step"
  fi
}

run_once() { # round version
  local status=0
  if [[ -e $work/$2.slow || ! -e $work/$2 ]]; then return; fi
  timeout "$(limit "$2")" "$work/$2" > "$work/line" || status=$?
  if [[ $status -eq 124 ]]; then
    touch "$work/polly.slow"
    echo "$kernel: Polly's program took more than 60 s; left out" >&2
  elif [[ $status -ne 0 ]]; then
    fail "$kernel: the program '$2' ended with status $status"
  else
    awk -v k="$kernel" -v v="$2" -v r="$1" '{ print k, v, r, $1, $2 }' "$work/line" >> "$work/times"
    if [[ $2 == by-step ]]; then
      awk '{ print 1e3 * $1 }' "$work/line" >> "$work/by-steps"
      awk -v triad="$("$work/stream" 1150000)" -v bytes="${moved[$kernel]}" '{ print bytes / $1 / triad }' "$work/line" \
        >> "$work/shares"
    fi
  fi
}

measure() {
  rm -f "$work/times" "$work/shares" "$work/by-steps" "$work/polly.slow"
  by_turns run_once "${versions[@]}"
  # A wrong result has no speed; -ffast-math adds in any order.
  awk 'NR == 1 { first = $5 } ($5 - first) ^ 2 > 1e-14 * first ^ 2 { print $1 ": " $2 " has another result"; bad = 1 }
    END { exit bad }' "$work/times" >&2 || exit 1
}

table() {
  local kernel row
  local layout='%-16s %10s %10s %10s %10s %8s %10s %10s %12s %9s\n'
  # shellcheck disable=SC2059 # one layout for all lines
  printf "$layout" 'times in ms' gcc clang polly translated speed-up 'over Polly' polyhedral 'step by step' 'of triad'
  "$cxx" -O3 "${native[@]}" -fopenmp bench/stream.cpp -o "$work/stream"
  for kernel in "${kernels[@]}"; do
    build "$kernel"
    measure
    row=$(summary translated gcc clang polly translated < "$work/times" | awk '{
      for (i = 2; i <= 5; ++i) $i = $i == "-" ? "-" : sprintf("%.1f", 1e3 * $i)
      print $1, $2, $3, $4, $5, sprintf("%.2f", $6 < $7 ? $6 : $7), $8 == "-" ? "-" : sprintf("%.2f", $8) }')
    local share=- by_step=-
    if [[ -e $work/shares ]]; then
      share=$(median < "$work/shares") by_step=$(median < "$work/by-steps" | awk '{ printf "%.1f", $1 }')
    fi
    # shellcheck disable=SC2059,SC2086 # the cells are words
    printf "$layout" $row "${polyhedral[$kernel]}" "$by_step" "$(awk -v s="$share" 'BEGIN { print s == "-" ? s : sprintf("%.0f %%", 100 * s) }')"
    # shellcheck disable=SC2086
    record_row $row "$by_step" "$share"
  done
  about "$(processor); $(version_of "$cxx"); $(version_of "$clangxx"); $OMP_NUM_THREADS threads; rounds: $rounds"
}
record_row() {
  record kernel="$1" gcc_ms="$2" clang_ms="$3" polly_ms="$4" translated_ms="$5" speed_up="$6" speed_up_over_polly="$7" step_by_step_ms="$8" share_of_triad="$9"
}

publish kernels

#!/usr/bin/env bash
# Ten kernels of PolyBench (bench/kernels/, sizes of its LARGE, double), annotated as a user would: how much faster are
# their OpenMP translations than the annotated programs themselves, sequential, by the better of two compilers? All with
# -O3 -march=native -ffast-math, run in turns, medians of several rounds. Beside them what the best of three polyhedral
# compilers (Pluto, PPCG, Polly, each with its best options) was measured at on a machine with two cores and AVX-512.
#
#   bench/kernels.sh [TOOL] [--save] [--rounds N] [kernel...]
#
# TOOL is the translator (default build/release/appyl-translate), kernels are names such as gemm (default: all).
# OMP_NUM_THREADS chooses the threads (default 2). --save also writes the table to bench/results/kernels.txt.
set -euo pipefail
cd "$(dirname "$0")/.."

tool=build/release/appyl-translate save= rounds=5 kernels=()
if [[ $# -gt 0 && $1 != --* && ! -e bench/kernels/$1.cpp ]]; then tool=$1; shift; fi
while [[ $# -gt 0 ]]; do
  case $1 in
    --save) save=yes ;;
    --rounds) rounds=${2:?a number of rounds is missing}; shift ;;
    -*) echo "unknown option $1" >&2; exit 2 ;;
    *) kernels+=("$1") ;;
  esac
  shift
done
if [[ ! -x $tool ]]; then echo "$tool is missing; build it first" >&2; exit 2; fi
if [[ ${#kernels[@]} -eq 0 ]]; then
  kernels=(gemm 2mm atax jacobi-2d heat-3d syrk covariance floyd-warshall doitgen fdtd-2d)
fi
declare -A polyhedral=([gemm]=2.4 [2mm]=11.8 [atax]='<1' [jacobi-2d]=3.1 [heat-3d]=2.1 [syrk]=6.0 [covariance]=16
  [floyd-warshall]=1.9 [doitgen]=4.0 [fdtd-2d]=3.3)

export OMP_NUM_THREADS=${OMP_NUM_THREADS:-2} OMP_PROC_BIND=true
flags="-std=c++20 -O3 -march=native -ffast-math -Wno-unknown-pragmas -Iinclude -Ibench/kernels"
versions=(gcc clang translated)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() { # kernel
  local source=bench/kernels/$1.cpp
  g++ $flags "$source" -o "$work/$1.gcc"
  clang++-19 $flags "$source" -o "$work/$1.clang"
  "$tool" --target=openmp -o "$work/$1.omp.cpp" "$source" -- -std=c++20 -Ibench/kernels
  g++ $flags -fopenmp "$work/$1.omp.cpp" -o "$work/$1.translated"
}

median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

measure() { # kernel
  local round version
  for ((round = 0; round < rounds; ++round)); do
    for version in "${versions[@]}"; do "$work/$1.$version" >> "$work/$1.$version.runs"; done
  done
  # A wrong result has no speed; -ffast-math adds in any order.
  if ! cat "$work/$1".*.runs | awk -v k="$1" 'NR == 1 { first = $2 } ($2 - first) ^ 2 > 1e-14 * first ^ 2 { bad = 1 }
    END { if (bad) print k ": the results differ"; exit bad }' >&2; then exit 1; fi
  for version in "${versions[@]}"; do awk '{ print $1 }' "$work/$1.$version.runs" | median; done |
    awk -v k="$1" -v p="${polyhedral[$1]}" '{ s[NR] = $1 }
      END { printf "%-16s %9.1f ms %9.1f ms %9.1f ms %8.2f %10s\n", k, 1e3 * s[1], 1e3 * s[2], 1e3 * s[3],
                   (s[1] < s[2] ? s[1] : s[2]) / s[3], p }'
}

table() {
  printf '%-16s %12s %12s %12s %8s %10s\n' kernel gcc clang translated speed-up polyhedral
  local kernel
  for kernel in "${kernels[@]}"; do
    build "$kernel"
    measure "$kernel"
  done
  printf '%s; %s; %s; %s threads\n' "$(awk -F': ' '/model name/ { print $2; exit }' /proc/cpuinfo)" \
    "$(g++ --version | head -n 1)" "$(clang++-19 --version | head -n 1)" "$OMP_NUM_THREADS"
}

if [[ -n $save ]]; then
  mkdir -p bench/results
  table | tee "$work/table"
  mv "$work/table" bench/results/kernels.txt
else
  table
fi

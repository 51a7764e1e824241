#!/usr/bin/env bash
# Compares the translated samples with the same loops under hand-written OpenMP directives (bench/handwritten/): both
# compiled by the same compiler with the same flags, run in turns with two threads, medians of several rounds. The ratio
# is handwritten / translated: above 1 the translated program is the faster one. For kernels that the memory limits,
# the bandwidth is given as well, and its share of a STREAM triad measured in the same rounds; written lines count
# twice on both sides, because a store first reads its line.
#
#   bench/openmp.sh [TOOL] [--save] [--rounds N] [sample...]
#
# TOOL is the translator (default build/release/appyl-translate), samples are names such as 01_saxpy (default: all).
# CXX and CC choose the compilers (default g++ and gcc). --save also writes the table to bench/results/openmp.txt.
set -euo pipefail
cd "$(dirname "$0")/.."

tool=build/release/appyl-translate save= rounds=7 samples=()
if [[ $# -gt 0 && $1 != --* && ! -e $(echo "samples/$1".c*) ]]; then tool=$1; shift; fi
while [[ $# -gt 0 ]]; do
  case $1 in
    --save) save=yes ;;
    --rounds) rounds=${2:?a number of rounds is missing}; shift ;;
    -*) echo "unknown option $1" >&2; exit 2 ;;
    *) samples+=("$1") ;;
  esac
  shift
done
if [[ ! -x $tool ]]; then echo "$tool is missing; build it first" >&2; exit 2; fi
if [[ ${#samples[@]} -eq 0 ]]; then
  for file in bench/handwritten/*; do name=${file##*/}; samples+=("${name%.*}"); done
fi

cxx=${CXX:-g++} cc=${CC:-gcc}
flags="-O3 -march=native -fopenmp -Wno-unknown-pragmas -Isamples -Iinclude"
export OMP_NUM_THREADS=2 OMP_PROC_BIND=true
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Bytes that a kernel must move at least, in the sizes that its program prints; only for those that the memory limits.
declare -A bytes=(
  [saxpy]="12*n"
  [sum]="8*n" [dot]="16*n" [summary]="8*n" [smallest]="8*n"
  [jacobi2d]="24*rows*columns*steps"
  [heat3d]="24*nz*ny*nx*steps" [largest-change]="16*nz*ny*nx"
  [kmeans-update]="132*n"
  [transpose]="24*rows*columns" [balance]="16*rows*columns"
)

compile() { # source output
  case $1 in
    *.c) $cc -std=c11 $flags "$1" -o "$2" -lm ;;
    *) $cxx -std=c++20 $flags "$1" -o "$2" ;;
  esac
}

median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

# One line per kernel of one run, appended to FILE as "<kernel number> <seconds>".
record() { "$1" --time | awk '{ print NR, $1 }' >> "$2"; } # program file

measure() { # sample
  local name=$1 source handwritten=$work/$1.handwritten translated=$work/$1.translated
  source=$(echo "samples/$name".c*)
  if [[ ! -e $source ]]; then echo "there is no sample $name" >&2; exit 2; fi
  "$tool" --target=openmp --extra-arg=-Iinclude -o "$translated.${source##*.}" "$source"
  compile "$translated.${source##*.}" "$translated"
  compile "bench/handwritten/$name.${source##*.}" "$handwritten"

  # A wrong result has no speed. The lines also tell the kernels' names and sizes.
  local program
  for program in "$handwritten" "$translated"; do
    if ! "$program" --check > "$work/$name.lines"; then
      cat "$work/$name.lines" >&2
      echo "wrong results: ${program##*/}" >&2
      exit 1
    fi
  done

  local round
  for ((round = 0; round < rounds; ++round)); do
    if ((round % 2)); then
      record "$translated" "$translated.times"; record "$handwritten" "$handwritten.times"
    else
      record "$handwritten" "$handwritten.times"; record "$translated" "$translated.times"
    fi
    "$work/stream" >> "$work/$name.triad"
  done
}

report() { # sample
  local name=$1 kernel=0 line label sizes byHand byTool moved triad bandwidth ratio
  triad=$(median < "$work/$name.triad")
  while read -r line; do
    kernel=$((kernel + 1))
    line=${line#"~ "} label=${line%% *}
    awk -v k=$kernel '$1 == k { print $2 }' "$work/$name.handwritten.times" > "$work/hand"
    awk -v k=$kernel '$1 == k { print $2 }' "$work/$name.translated.times" > "$work/tool"
    byHand=$(median < "$work/hand") byTool=$(median < "$work/tool")
    # The ratios of runs that stand next to each other: what slows the machine down for a while slows both.
    ratio=$(paste "$work/hand" "$work/tool" | awk '{ print $1 / $2 }' | median)
    bandwidth=
    if [[ -n ${bytes[$label]:-} ]]; then
      sizes=$(grep -o '[a-z]\+ = [0-9]\+' <<< "$line" | tr -d ' ' | tr '\n' ';')
      moved=$(awk "BEGIN { $sizes print ${bytes[$label]} }")
      bandwidth=$(awk -v b="$moved" -v s="$byTool" -v t="$triad" \
        'BEGIN { printf "%7.1f GB/s %5.0f %%", b / s / 1e9, 100 * b / s / t }')
    fi
    awk -v n="$name" -v l="$label" -v h="$byHand" -v t="$byTool" -v r="$ratio" -v b="$bandwidth" \
      'BEGIN { printf "%-20s %-16s %9.2f ms %9.2f ms %6.3f %s\n", n, l, 1e3 * h, 1e3 * t, r, b }' |
      tee -a "$work/rows"
  done < "$work/$name.lines"
}

table() {
  printf '%-20s %-16s %12s %12s %6s %17s\n' sample kernel handwritten translated ratio 'bandwidth, of triad'
  compile bench/stream.cpp "$work/stream"
  local name
  for name in "${samples[@]}"; do
    measure "$name"
    report "$name"
  done
  awk '{ print $7 }' "$work/rows" > "$work/ratios"
  printf 'median ratio %.3f, smallest %.3f; STREAM triad %.1f GB/s\n' "$(median < "$work/ratios")" \
    "$(sort -g "$work/ratios" | head -n 1)" "$(awk -v t="$(cat "$work"/*.triad | median)" 'BEGIN { print t / 1e9 }')"
  printf '%s; %s; %s threads\n' "$(awk -F': ' '/model name/ { print $2; exit }' /proc/cpuinfo)" \
    "$($cxx --version | head -n 1)" "$OMP_NUM_THREADS"
}

if [[ -n $save ]]; then
  mkdir -p bench/results
  table | tee "$work/table"
  mv "$work/table" bench/results/openmp.txt
else
  table
fi

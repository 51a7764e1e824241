#!/usr/bin/env bash
# Compares the translated samples with the same loops under hand-written OpenMP directives (bench/handwritten/), both
# from GCC and, in the last column, both from Clang; and with the annotated programs themselves, whose annotations
# compilers ignore: sequential from GCC and from Clang, and from Clang with Polly. (Programs of tiles are plain loops
# there: the hand-written ones, without OpenMP.) All with -O3 -march=native, run in turns with two threads, medians of 7
# rounds.
#
# The ratios are medians of those of the rounds, above 1 where the translated program is the faster one; of the
# sequential programs the faster one counts. For kernels that the memory limits the bandwidth is given as well, and its
# share of a STREAM triad measured in the same rounds; written lines count twice on both sides, because a store first
# reads its line.
#
#   bench/openmp.sh [OPTION...] [SAMPLE...]
#
# Samples are names such as 01_saxpy (default: all). OMP_NUM_THREADS chooses the threads (default 2).
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=bench/common.sh
. bench/common.sh
parse '' "$@"
need_tool
rounds=${rounds:-7} samples=("${words[@]}")
if [[ ${#samples[@]} -eq 0 && -n $quick ]]; then samples=(01_saxpy 04_jacobi2d 15_lu); fi
if [[ ${#samples[@]} -eq 0 ]]; then
  for file in bench/handwritten/*; do name=${file##*/}; samples+=("${name%.*}"); done
fi
for sample in "${samples[@]}"; do
  [[ -e $(echo "bench/handwritten/$sample".c*) ]] || fail "there is no sample $sample"
done

export OMP_NUM_THREADS=${OMP_NUM_THREADS:-2} OMP_PROC_BIND=true
flags=(-O3 "${native[@]}" -Wno-unknown-pragmas -Isamples -Iinclude)
versions=(gcc clang handwritten translated handwritten_clang translated_clang)
if has_polly; then versions+=(polly); fi

# Bytes that a kernel must move at least, in the sizes that its program prints; only for those that the memory limits.
declare -A bytes=(
  [saxpy]="12*n"
  [sum]="8*n" [dot]="16*n" [summary]="8*n" [smallest]="8*n"
  [jacobi2d]="24*rows*columns*steps"
  [heat3d]="24*nz*ny*nx*steps" [largest-change]="16*nz*ny*nx"
  [kmeans-update]="132*n"
  [transpose]="24*rows*columns" [balance]="16*rows*columns"
)

compile() { # COMPILER-OF-C COMPILER-OF-C++ source output flags...
  case $3 in
    *.c) "$1" -std=c11 "${flags[@]}" "${@:5}" "$3" -o "$4" -lm ;;
    *) "$2" -std=c++20 "${flags[@]}" "${@:5}" "$3" -o "$4" ;;
  esac
}

build() { # sample
  local source hand plain translated
  source=$(echo "samples/$1".c*) hand=$(echo "bench/handwritten/$1".c*) plain=$source
  if grep -q '^#include <appyl/' "$source"; then plain=$hand; fi
  translated=$work/translated.${source##*.}
  compile "$cc" "$cxx" "$plain" "$work/gcc"
  compile "$clang" "$clangxx" "$plain" "$work/clang"
  if [[ " ${versions[*]} " == *" polly "* ]]; then
    compile "$clang" "$clangxx" "$plain" "$work/polly" "${polly_flags[@]}" -lgomp
  fi
  compile "$cc" "$cxx" "$hand" "$work/handwritten" -fopenmp
  "$tool" --target=openmp --extra-arg=-Iinclude -o "$translated" "$source"
  compile "$cc" "$cxx" "$translated" "$work/translated" -fopenmp
  compile "$clang" "$clangxx" "$hand" "$work/handwritten_clang" -fopenmp
  compile "$clang" "$clangxx" "$translated" "$work/translated_clang" -fopenmp
}

# A wrong result has no speed: every program compares its loops with sequential ones, and all must print the same
# numbers up to rounding, which the compilers contract differently. The lines also tell the kernels' names and sizes.
check() { # sample
  local version status
  running=()
  rm -f "$work/expected"
  for version in "${versions[@]}"; do
    status=0
    timeout "$(limit "$version")" "$work/$version" --check > "$work/$version.lines" || status=$?
    if [[ $status -eq 124 ]]; then
      echo "$1: Polly's program took more than 60 s; left out" >&2
      continue
    fi
    sed 's/^~ //; s/^/~ /' "$work/$version.lines" > "$work/$version.numbers"
    cp -n "$work/$version.numbers" "$work/expected"
    if [[ $status -ne 0 ]] || ! tests/compare_output.sh "$work/expected" "$work/$version.numbers" 1e-5 >&2; then
      cat "$work/$version.lines" >&2
      fail "$1: wrong results from '$version'"
    fi
    running+=("$version")
  done
}

run_once() { # round version: lines "<kernel number> <version> <round> <seconds>"
  "$work/$2" --time | awk -v v="$2" -v r="$1" '{ print NR, v, r, $1 }' >> "$work/times"
  if [[ $2 == translated ]]; then "$work/stream" >> "$work/triad"; fi
}

report() { # sample
  local line label times byClang sizes moved cells
  while IFS='|' read -r line times byClang; do
    line=${line#"~ "} label=${line%% *} moved=0
    if [[ -n ${bytes[$label]:-} ]]; then
      sizes=$(grep -o '[a-z]\+ = [0-9]\+' <<< "$line" | tr -d ' ' | tr '\n' ';')
      moved=$(awk "BEGIN { $sizes printf \"%.0f\", ${bytes[$label]} }")
    fi
    read -ra cells <<< "$(awk -v moved="$moved" -v triad="$(median < "$work/triad")" '
      function shown(value, format) { return value == "-" ? "-" : sprintf(format, value) }
      {
        for (i = 2; i <= 6; ++i) printf "%s ", shown($i == "-" ? "-" : 1e3 * $i, "%.2f")
        printf "%.3f %s %.3f ", ($7 < $8 ? $7 : $8), shown($9, "%.3f"), $10
        if (moved) printf "%.1f %.2f", moved / $6 / 1e9, moved / $6 / triad; else printf "- -"
      }' <<< "$times") $(awk '{ printf "%.3f", $4 }' <<< "$byClang")"
    # shellcheck disable=SC2059 # a row like the header
    printf "$layout\n" "$1" "$label" "${cells[@]}"
    record sample="$1" kernel="$label" gcc_ms="${cells[0]}" clang_ms="${cells[1]}" polly_ms="${cells[2]}" \
      handwritten_ms="${cells[3]}" translated_ms="${cells[4]}" sequential_ratio="${cells[5]}" \
      polly_ratio="${cells[6]}" handwritten_ratio="${cells[7]}" gigabytes_per_second="${cells[8]}" \
      share_of_triad="${cells[9]}" handwritten_ratio_clang="${cells[10]}"
    echo "${cells[7]}" >> "$work/ratios"
    echo "${cells[10]}" >> "$work/ratios_clang"
  done < <(paste -d '|' "$work/gcc.lines" \
    <(summary translated gcc clang polly handwritten translated < "$work/times") \
    <(summary translated_clang handwritten_clang translated_clang < "$work/times"))
}

layout='%-20s %-16s %9s %9s %9s %11s %10s %10s %7s %11s %6s %8s %8s'
table() {
  # shellcheck disable=SC2059
  printf "$layout\n" 'times in ms' kernel gcc clang polly handwritten translated sequential/ polly/ handwritten/ GB/s \
    'of triad' 'by Clang'
  compile "$cc" "$cxx" bench/stream.cpp "$work/stream" -fopenmp
  local sample
  for sample in "${samples[@]}"; do
    rm -f "$work/times" "$work/triad"
    build "$sample"
    check "$sample"
    by_turns run_once "${running[@]}"
    cat "$work/triad" >> "$work/triads"
    report "$sample"
  done
  printf 'handwritten / translated: median %s, smallest %s, by Clang %s and %s; STREAM triad %.1f GB/s\n' \
    "$(median < "$work/ratios")" "$(sort -g "$work/ratios" | head -n 1)" "$(median < "$work/ratios_clang")" \
    "$(sort -g "$work/ratios_clang" | head -n 1)" "$(awk -v t="$(median < "$work/triads")" 'BEGIN { print t / 1e9 }')"
  about "$(processor); $(version_of "$cxx"); $(version_of "$clangxx"); $OMP_NUM_THREADS threads; rounds: $rounds"
}

publish openmp

#!/usr/bin/env bash
# Compares the products of matrices of appyl/cpu, compiled by g++ and by clang++, with OpenBLAS: C += A B, row-major, of
# float and double, square, tall, wide and odd, and with vectors. The programs run in turns, in processes of their own; the ratio is
# the median of appyl / OpenBLAS over the rounds (above 1 appyl is faster), the speeds are the best, and their share of
# the peak is that of FMAs on registers, times the threads. With one thread the processor's time counts, with more the
# time that passes: other programs must be idle then. A ratio is missing where OpenBLAS is.
#
#   bench/cpu.sh [--save] [--rounds N] [--quick] [--forms] [--json FILE] [SIZE...]
#
# --forms compares what the tool (TOOL, default build/release/appyl-translate) makes of the three forms of one source,
# bench/products.cpp, compiled by the first compiler; without it the kernels are called directly.
#
# A SIZE is N or MxNxK (default: a list). --quick leaves out most of them. OPENBLAS_CORETYPE chooses OpenBLAS's kernels
# where it does not know the chip; the default is what it finds, or SKYLAKEX where the chip has AVX-512 and it finds
# something older. CXX and CLANGXX choose the compilers (default g++ and clang++-19). THREADS is the list of numbers of
# threads (default "1" and all cores). --save also writes the table to bench/results/cpu.txt.
set -euo pipefail
cd "$(dirname "$0")/.."

save='' rounds=7 json='' forms='' sizes=()
quick='256 1000 1024 2048x256x256'
all='64 128 256 300 512 777 1000 1024 1536 2048 4096x128x512 128x4096x512 8192x64x64 64x8192x64 300x17x1000 700x1x700 1900x1x2100 8000x1x4000 1x700x700 1x8000x4000'
while [[ $# -gt 0 ]]; do
  case $1 in
    --save) save=yes ;;
    --rounds) rounds=${2:?a number of rounds is missing}; shift ;;
    --json) json=${2:?a file is missing}; shift ;;
    --quick) all=$quick ;;
    --forms) forms=yes ;;
    -*) echo "unknown option $1" >&2; exit 2 ;;
    *) sizes+=("$1") ;;
  esac
  shift
done
if [[ ${#sizes[@]} -eq 0 ]]; then read -ra sizes <<< "$all"; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-std=c++17 -O3 -march=native -fopenmp -Iinclude"
programs=()
if [[ -n $forms ]]; then
  tool=${TOOL:-build/release/appyl-translate} compiler=${CXX:-g++}
  for form in loops tiles statement; do
    for type in float double; do
      "$tool" --target=openmp -o "$work/$form.$type.cpp" bench/products.cpp -- -std=c++17 -Iinclude "-DREAL=$type" "-DFORM=$form"
      # shellcheck disable=SC2086 # words of flags
      "$compiler" $flags -Wno-unknown-pragmas "-DREAL=$type" "-DFORM=$form" -c -o "$work/$form.$type.o" "$work/$form.$type.cpp"
    done
    # shellcheck disable=SC2086
    "$compiler" $flags -DTRANSLATED bench/contraction.cpp "$work/$form.float.o" "$work/$form.double.o" -o "$work/$form"
    programs+=("$form")
  done
else
  for compiler in "${CXX:-g++}" "${CLANGXX:-clang++-19}"; do
    if command -v "$compiler" > /dev/null; then
      # shellcheck disable=SC2086 # words of flags
      "$compiler" $flags bench/contraction.cpp -o "$work/$compiler"
      programs+=("$compiler")
    else
      echo "$compiler is missing; left out" >&2
    fi
  done
fi
if [[ ${#programs[@]} -eq 0 ]]; then echo "no compiler was found" >&2; exit 2; fi

blas=
if ${CXX:-g++} -std=c++17 -O2 -DUSE_BLAS bench/contraction.cpp -o "$work/openblas" -lopenblas 2> "$work/log"; then
  blas=openblas
  if [[ -z ${OPENBLAS_CORETYPE:-} ]]; then
    found=$(OPENBLAS_VERBOSE=2 "$work/openblas" 2>&1 | sed -n 's/^Core: //p')
    if grep -qw avx512f /proc/cpuinfo && [[ ! $found =~ SkylakeX|Cooperlake|Sapphire|Zen4|Zen5 ]]; then
      export OPENBLAS_CORETYPE=SKYLAKEX
    fi
  fi
else
  echo "OpenBLAS is missing (Debian: libopenblas-dev); the table has no ratios" >&2
fi

arguments=()
for size in "${sizes[@]}"; do
  if [[ $size == *x* ]]; then read -ra parts <<< "${size//x/ }"; else parts=("$size" "$size" "$size"); fi
  if [[ ${#parts[@]} -ne 3 ]]; then echo "'$size' is no size; write N or MxNxK" >&2; exit 2; fi
  arguments+=("${parts[@]}")
done

read -ra threads <<< "${THREADS:-1 $(nproc)}"
export OMP_WAIT_POLICY=passive
for count in $(printf '%s\n' "${threads[@]}" | sort -nu); do
  export OMP_NUM_THREADS=$count OPENBLAS_NUM_THREADS=$count
  for ((round = 0; round < rounds; ++round)); do
    for program in "${programs[@]}"; do
      echo "peak $round $count $(OMP_NUM_THREADS=1 "$work/$program" --peak)" >> "$work/times"
    done
    order=("${programs[@]}" $blas)
    # Every program comes first in some rounds.
    for ((i = 0; i < ${#order[@]}; ++i)); do
      program=${order[(i + round) % ${#order[@]}]}
      "$work/$program" "${arguments[@]}" | sed "s/^/$program $round $count /" >> "$work/times"
    done
  done
done

about="$(awk -F': ' '/model name/ { print $2; exit }' /proc/cpuinfo); OpenBLAS's kernels: ${OPENBLAS_CORETYPE:-its choice}; best of $rounds rounds"
table() {
  awk -v blas="$blas" -v programs="${programs[*]}" -v about="$about" -v json="$json" '
    function median(list,   v, n, i, j, t) {
      n = split(list, v, " ")
      for (i = 2; i <= n; ++i) for (j = i; j > 1 && v[j - 1] + 0 > v[j] + 0; --j) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
      return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
    }
    $1 == "peak" { if ($4 > peak["float"]) peak["float"] = $4; if ($5 > peak["double"]) peak["double"] = $5; next }
    {
      row = $3 " " $4 " " $5 " " $6 " " $7
      if (!(row in seen)) { seen[row] = 1; rows[++count] = row }
      speed[row, $1, $2] = $8; if ($2 + 1 > rounds) rounds = $2 + 1
      if ($8 > best[row, $1]) best[row, $1] = $8
    }
    END {
      columns = split(programs, program, " ")
      head = sprintf("%7s %-6s %16s", "threads", "type", "m x n x k")
      for (c = 1; c <= columns; ++c) head = head sprintf(" %12s  peak  ratio", program[c])
      print head (blas ? "     OpenBLAS" : "")
      if (json) printf "[" > json
      for (r = 1; r <= count; ++r) {
        split(rows[r], part, " ")
        line = sprintf("%7d %-6s %16s", part[1], part[2], part[3] " x " part[4] " x " part[5])
        for (c = 1; c <= columns; ++c) {
          ratios = ""
          if (blas) for (i = 0; i < rounds; ++i) ratios = ratios " " speed[rows[r], program[c], i] / speed[rows[r], blas, i]
          share = best[rows[r], program[c]] / (peak[part[2]] * part[1])
          ratio = blas ? median(ratios) : 0
          line = line sprintf(" %12.1f %4.0f%%  %5s", best[rows[r], program[c]], 100 * share, blas ? sprintf("%.3f", ratio) : "-")
          if (blas && part[3] == part[4] && part[4] == part[5] && part[3] >= 256) {
            key = part[1] " " part[2] " " program[c]
            if (!(key in logs)) keys[++groups] = key
            logs[key] += log(ratio); number[key]++
            if (!(key in least) || ratio < least[key]) least[key] = ratio
          }
          if (json) printf "%s\n {\"threads\": %d, \"type\": \"%s\", \"m\": %d, \"n\": %d, \"k\": %d, \"compiler\": \"%s\", \"gflops\": %.1f, \"peak_share\": %.3f, \"ratio\": %s}", separator, part[1], part[2], part[3], part[4], part[5], program[c], best[rows[r], program[c]], share, blas ? sprintf("%.3f", ratio) : "null" > json
          separator = ","
        }
        print line (blas ? sprintf(" %12.1f", best[rows[r], blas]) : "")
      }
      if (json) print "\n]" > json
      for (g = 1; g <= groups; ++g) {
        split(keys[g], part, " ")
        printf "%s thread%s, %s, %s: geometric mean of the ratios of squares from 256 on %.3f, smallest %.3f\n", part[1], (part[1] > 1 ? "s" : ""), part[2], part[3], exp(logs[keys[g]] / number[keys[g]]), least[keys[g]]
      }
      printf "GFLOP/s; peak of one thread %.1f float, %.1f double\n%s\n", peak["float"], peak["double"], about
    }' "$work/times"
}
if [[ -n $save ]]; then
  mkdir -p bench/results
  table | tee "$work/table"
  mv "$work/table" bench/results/cpu.txt
else
  table
fi

#!/usr/bin/env bash
# Compares the products of matrices of appyl/cpu, compiled by GCC and by Clang, with OpenBLAS: C += A B, row-major, of
# float and double, square, tall, wide and odd, and with vectors. The programs run in turns, in processes of their own.
# The speeds are medians of 7 rounds, the ratios medians of the ratios of the rounds (above 1 appyl is faster), and the
# shares are those of the peak, which is what FMAs on registers do, times the threads. With one thread the processor's
# time counts, with more the time that passes: other programs must be idle then.
#
#   bench/cpu.sh [--forms] [--svg FILE] [OPTION...] [SIZE...]
#
# A SIZE is N or MxNxK (default: a list). --forms compares what the tool makes of the four forms of one source,
# bench/products.cpp, compiled by GCC; without it the kernels are called directly. --svg draws the squares
# (bench/plot.awk); --save does so, too. THREADS is the list of numbers of threads (default "1" and all cores).
#
# OpenBLAS chooses its kernels itself. Where it chooses others than those for SkylakeX although the processor has
# AVX-512, because it does not know the chip, both run, and the faster ones count for each product.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=bench/common.sh
. bench/common.sh
forms='' svg=''
parse '--forms --svg=' "$@"
rounds=${rounds:-7} sizes=("${words[@]}") name=cpu${forms:+-forms}
if [[ ${#sizes[@]} -eq 0 && -n $quick ]]; then sizes=(64 100 256 300x17x100 1x700x700); fi
if [[ ${#sizes[@]} -eq 0 ]]; then
  sizes=(64 128 256 300 512 777 1000 1024 1536 2048 4096x128x512 128x4096x512 8192x64x64 64x8192x64 2048x256x256
    300x17x1000 700x1x700 1900x1x2100 8000x1x4000 1x700x700 1x8000x4000)
fi
arguments=()
for size in "${sizes[@]}"; do
  if [[ $size =~ ^[1-9][0-9]*$ ]]; then size=${size}x${size}x$size; fi
  [[ $size =~ ^([1-9][0-9]*)x([1-9][0-9]*)x([1-9][0-9]*)$ ]] || fail "'$size' is no size; write N or MxNxK"
  arguments+=("${BASH_REMATCH[@]:1}")
done

flags=(-std=c++17 -O3 "${native[@]}" -fopenmp -Iinclude)
programs=()
if [[ -n $forms ]]; then
  need_tool
  for form in loops tiles statement call; do
    for type in float double; do
      translated=$work/$form.$type macros=("-DREAL=$type" "-DFORM=$form")
      "$tool" --target=openmp -o "$translated.cpp" bench/products.cpp -- -std=c++17 -Iinclude "${macros[@]}"
      "$cxx" "${flags[@]}" -Wno-unknown-pragmas "${macros[@]}" -c -o "$translated.o" "$translated.cpp"
    done
    "$cxx" "${flags[@]}" -DTRANSLATED bench/contraction.cpp "$work/$form".*.o -o "$work/$form"
    programs+=("$form")
  done
else
  for compiler in "$cxx" "$clangxx"; do
    if found "$compiler"; then
      "$compiler" "${flags[@]}" bench/contraction.cpp -o "$work/${compiler##*/}"
      programs+=("${compiler##*/}")
    else
      echo "$compiler is missing; left out" >&2
    fi
  done
fi
[[ ${#programs[@]} -gt 0 ]] || fail "no compiler was found"

unset "${!OPENBLAS_@}" # would choose for it
blas=()
if "$cxx" -std=c++17 -O2 -DUSE_BLAS bench/contraction.cpp -o "$work/openblas" -lopenblas 2> "$work/log"; then
  blas=(openblas)
  chosen=$(OPENBLAS_VERBOSE=2 "$work/openblas" 2>&1 | sed -n 's/^Core: //p')
  if [[ ${chosen,,} != skylakex ]] && grep -qw avx512f /proc/cpuinfo; then
    printf '#!/bin/sh\nOPENBLAS_CORETYPE=SKYLAKEX exec "%s" "$@"\n' "$work/openblas" > "$work/openblas-skylakex"
    chmod +x "$work/openblas-skylakex"
    blas+=(openblas-skylakex)
  fi
else
  echo "OpenBLAS is missing (Debian: libopenblas-dev); the table has no ratios" >&2
fi

run_once() { # round program: lines "<program> <round> <threads> <type> <m> <n> <k> <GFLOP/s>"
  "$work/$2" "${arguments[@]}" | sed "s/^/$2 $1 $OMP_NUM_THREADS /" >> "$work/times"
}
peak_once() { echo "peak $1 1 $(OMP_NUM_THREADS=1 "$work/$2" --peak)" >> "$work/times"; }

measure() {
  local count
  read -ra threads <<< "${THREADS:-1 $(nproc)}"
  for count in $(printf '%s\n' "${threads[@]}" | sort -nu); do
    export OMP_NUM_THREADS=$count OPENBLAS_NUM_THREADS=$count
    by_turns peak_once "${programs[@]}"
    by_turns run_once "${programs[@]}" ${blas[@]+"${blas[@]}"}
  done
}

table() {
  measure
  awk -v programs="${programs[*]}" -v blas="${blas[*]-}" -v records="$work/records" "$median_of"'
    $1 == "peak" { if ($4 > peak["float"]) peak["float"] = $4; if ($5 > peak["double"]) peak["double"] = $5; next }
    {
      row = $3 " " $4 " " $5 " " $6 " " $7
      if (!(row in seen)) { seen[row] = 1; rows[++count] = row }
      speed[row, $1, $2] = $8; if ($2 + 1 > rounds) rounds = $2 + 1
    }
    function typical(row, candidate, base,   i, all) {
      for (i = 0; i < rounds; ++i) all = all " " speed[row, candidate, i] / (base == "" ? 1 : speed[row, base, i])
      return median(all)
    }
    function put(row, candidate, ratio,   p) {
      split(row, p, " ")
      printf "threads=%d\ttype=%s\tm=%d\tn=%d\tk=%d\tcandidate=%s\t", p[1], p[2], p[3], p[4], p[5], candidate > records
      printf "gflops=%.1f\tpeak=%.1f\tratio=%s\n", typical(row, candidate), peak[p[2]] * p[1], ratio > records
    }
    END {
      columns = split(programs, program, " ")
      libraries = split(blas, library, " ")
      line = sprintf("%7s %-6s %16s", "threads", "type", "m x n x k")
      for (c = 1; c <= columns; ++c) line = line sprintf(" %12s  peak  ratio", program[c])
      for (c = 1; c <= libraries; ++c) line = line sprintf(" %17s", library[c])
      print line
      for (r = 1; r <= count; ++r) {
        row = rows[r]
        split(row, part, " ")
        line = sprintf("%7d %-6s %16s", part[1], part[2], part[3] " x " part[4] " x " part[5])
        base = library[1]
        if (libraries > 1 && typical(row, library[2]) > typical(row, base)) base = library[2]
        for (c = 1; c <= columns; ++c) {
          ratio = libraries ? sprintf("%.3f", typical(row, program[c], base)) : "-"
          share = typical(row, program[c]) / (peak[part[2]] * part[1])
          line = line sprintf(" %12.1f %4.0f%%  %5s", typical(row, program[c]), 100 * share, ratio)
          put(row, program[c], ratio)
          if (libraries && part[3] == part[4] && part[4] == part[5] && part[3] >= 256) {
            key = part[1] " " part[2] " " program[c]
            if (!(key in logs)) keys[++groups] = key
            logs[key] += log(ratio); number[key]++
            if (!(key in least) || ratio + 0 < least[key]) least[key] = ratio + 0
          }
        }
        for (c = 1; c <= libraries; ++c) {
          line = line sprintf(" %17.1f", typical(row, library[c]))
          put(row, library[c], sprintf("%.3f", typical(row, library[c], base)))
        }
        print line
      }
      for (g = 1; g <= groups; ++g) {
        split(keys[g], part, " ")
        printf "%s thread%s, %s, %s: ", part[1], (part[1] > 1 ? "s" : ""), part[2], part[3]
        printf "geometric mean of the ratios of squares from 256 on %.3f, smallest %.3f\n",
          exp(logs[keys[g]] / number[keys[g]]), least[keys[g]]
      }
      printf "GFLOP/s; peak of one thread %.1f float, %.1f double\n", peak["float"], peak["double"]
    }' "$work/times"
  about "$(processor); OpenBLAS's kernels: ${chosen:-none}${blas[1]:+ and SkylakeX}; rounds: $rounds"
}

publish "$name"
if [[ -n $svg$save ]] && awk -f bench/plot.awk "$work/json" > "$work/svg"; then
  if [[ -n $svg ]]; then cp "$work/svg" "$svg"; fi
  if [[ -n $save ]]; then cp "$work/svg" "bench/results/$name.svg"; fi
fi

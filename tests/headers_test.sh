#!/usr/bin/env bash
# headers_test.sh TOOL SCRATCH_DIR
#
# Directives in headers of the user's: the headers become text of each source that includes them. Translated and
# untranslated sources that include the same headers link in any order, and compute the same.
# shellcheck source=shell_testing.sh
source "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

cp -r "$here/headers/." .
include=$here/../include
compile=(g++ -std=c++20 -Wall -Wextra -Werror -Iinc -I"$include")
for name in one two; do
  holds "$name compiles as it is written" "${compile[@]}" -Wno-unknown-pragmas -c "$name.cpp" -o "plain.$name.o"
done
holds "it links" g++ plain.one.o plain.two.o -o plain
./plain >expected

for target in openmp interpret cuda; do
  case $target in
    openmp) flags=(-fopenmp) libraries=(-fopenmp) ;;
    interpret) flags=() libraries=() ;;
    cuda) flags=(-x c++ -include appyl/cuda/emulation.hpp) libraries=(-lboost_context) ;;
  esac
  for name in one two; do
    translate --target=$target --depfile "$name.d" -o "$target.$name.cpp" "$name.cpp" -- -std=c++17 -Iinc
    holds "$target: $name translates" hasStatus 0
    holds "$target: without a word" silent
    holds "$target: the headers' loops are in it" grep -q 'scale_kernel0' "$target.$name.cpp"
    holds "$target: those of classes, too" grep -q 'Field_fill_kernel0' "$target.$name.cpp"
    holdsNot "$target: no directive is left" grep -q '#pragma parallel' "$target.$name.cpp"
    holds "$target: a header without directives stays one" grep -q '#include "config.h"' "$target.$name.cpp"
    holds "$target: the headers are what it depends on" grep -q 'deep/kernels.hpp' "$name.d"
    holds "$target: $name compiles" "${compile[@]}" "${flags[@]}" -c "$target.$name.cpp" -o "$target.$name.o"
  done
  for order in "$target.one $target.two" "$target.two $target.one" "$target.one plain.two" "plain.two $target.one" \
    "plain.one $target.two" "$target.two plain.one"; do
    read -r first second <<<"$order"
    holds "$order links" g++ "$first.o" "$second.o" "${libraries[@]}" -o program
    ./program >found
    holds "$order computes the same" cmp expected found
  done
done

translate --line-directives one.cpp -- -std=c++17 -Iinc
holds "lines of headers are named" grep -qx '#line 7 "kernels.hpp"' "$out"
holds "and those behind them" grep -qx '#line 4 "one.cpp"' "$out"

# A mistake in a header is told at its line there.
sed -i 's|a\[i\] \*= by|a[i / 2] = by|' inc/deep/kernels.hpp
translate -o none.cpp one.cpp -- -std=c++17 -Iinc
holds "a mistake in a header is an error" hasStatus 1
holds "at its place in the header" grep -qE '^inc/deep/kernels.hpp:7:[0-9]+: error: .*\[appyl-race\]' "$err"
holdsNot "and nothing is written" test -e none.cpp

# A header finds its neighbours beside it. Where the source would find another file by that name, it stays a header.
mkdir apart
printf '#undef SCALE\n#define SCALE 9.5\n' >config.h
printf '#pragma once\n#include "config.h"\ninline double scaled(int n, double* a) {\n#pragma parallel\n  for (int i = 0; i < n; ++i) a[i] = SCALE;\n  return a[0];\n}\n' >inc/beside.hpp
printf '#include "beside.hpp"\ndouble first(int n, double* a) { return scaled(n, a); }\n' >apart/near.cpp
cp apart/near.cpp near.cpp
translate -o near.omp.cpp near.cpp -- -std=c++17 -Iinc
holds "a header whose neighbour has a namesake is left alone" hasStatus 0
holds "with a warning" grep -q 'beside.hpp:4:.*\[appyl-header\]' "$err"
holds "and included as before" grep -q '#include "beside.hpp"' near.omp.cpp
printf '#pragma once\n#include "config.h"\n' >inc/other.hpp
sed -i '1i #include "other.hpp"' near.cpp
translate -o near.omp.cpp near.cpp -- -std=c++17 -Iinc
holds "also where both namesakes are read" grep -q 'beside.hpp:4:.*\[appyl-header\]' "$err"
translate -o far.omp.cpp apart/near.cpp -- -std=c++17 -Iinc
holds "without a namesake it is text of the source" grep -q 'scaled_kernel0' far.omp.cpp
rm config.h

# A header of the system is no code of the user's.
translate -o system.cpp two.cpp -- -std=c++17 -isystem inc
holds "directives in headers of the system are left alone" hasStatus 0
holds "without a word" silent
holdsNot "and their text is not copied" grep -q "class Field" system.cpp
finish

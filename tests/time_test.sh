#!/usr/bin/env bash
# Long programs take time and memory in proportion to their length: each of these is done in a fraction of a second, and
# may take ten; where some step went through all others for each, it would take minutes.
# shellcheck source=shell_testing.sh
source "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

# `count` times the text, with the number for each %d, joined by the separator.
several() { # COUNT SEPARATOR TEXT
  awk -v count="$1" -v separator="$2" -v text="$3" 'BEGIN {
    for (k = 0; k < count; ++k) {
      each = text
      gsub(/%d/, k, each)
      printf "%s%s", k ? separator : "", each
    }
  }'
}
# A loop over i with that body, and with that clause.
loop() { printf '#pragma parallel %s\nfor (int i = 0; i < n; ++i) %s\n' "${2:-}" "$1"; }
inFunction() { printf 'void f(int n, int* a, const int* x) {\n%s\n}\n' "$1"; }

inFunction "$(several 200 $'\n' "$(loop 'a[i] += x[i] * %d;')")" >loops.cpp
several 300 $'\n' "void f%d(int n, int* a, const int* x) { $(printf '\n%s' "$(loop 'a[i] += x[i] * %d;')")
}" >functions.cpp
inFunction "$(loop "a[i] = $(several 1500 ' + ' 'x[i + %d]');")" >terms.cpp
inFunction "$(loop "if ($(several 1500 ' && ' 'i < n + %d')) a[i] = x[i];")" >conjunction.cpp
inFunction "$(loop "if ($(several 1500 ' || ' 'x[i] == %d')) a[i] = x[i];")" >disjunction.cpp
inFunction "$(loop "a[i] = $(several 1500 ' : ' 'x[i] == %d ? %d') : 0;")" >choices.cpp
inFunction "$(loop "{ $(several 1500 ' else ' 'if (x[i] == %d) a[i] = %d;') }")" >branches.cpp
inFunction "$(loop "a[i] = $(several 1500 ' ^ ' 'x[a[i + n] + %d]');" 'unchecked shape(x[n])')" >subscripts.cpp
inFunction "$(loop "{ $(several 1000 $'\n' 'a[i] += x[i] * %d;') }")" >statements.cpp
inFunction "$(loop "{ int t = x[i]; $(several 1000 $'\n' 'int t%d = t + %d;') a[i] = t999; }")" >variables.cpp
inFunction "int *p = a;
$(several 1000 $'\n' 'p = p + n;')
$(loop 'p[i] = x[i];')" >pointers.cpp
inFunction "int $(several 3000 ', ' 't%d');
$(loop '{ t7 = x[i]; a[i] = t7; }' "private($(several 3000 ', ' 't%d'))")" >clause.cpp
{ printf 'const char* text = "'; head -c 4000000 /dev/zero | tr '\0' x; printf '";\n'; inFunction "$(loop 'a[i] = x[i];')"; } >line.cpp

ulimit -v $((4 << 20))
for source in *.cpp; do
  for target in openmp cuda interpret; do
    timeout 10 "$tool" --target=$target -o "$source.out" "$source" -- >"$out" 2>"$err"
    status=$?
    holds "$source: $target" test $status -eq 0
  done
done
finish

#!/usr/bin/env bash
# What is checked, how strictly, and what is said about it: --legality, -Rappyl, --block-size, --line-directives.
. "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

printf 'void f(const int *at, int *a, int n) {\n#pragma parallel\n  for (int i = 0; i < n; ++i) a[at[i]] = i;\n}\n' >unknown.cpp
printf 'void f(int *a, int n) {\n#pragma parallel\n  for (int i = 1; i < n; ++i) a[i] = a[i - 1];\n}\n' >race.cpp

translate unknown.cpp --
holds "undecided is a success" hasStatus 0
holds "with a warning" grep -qE '^unknown\.cpp:3:[0-9]+: warning: .* \[appyl-unproved\]$' "$err"
holds "and the generated comment says so" grep -qiE '//.*(prove|uncheck)' "$out"
translate --legality=check unknown.cpp --
holds "check is the default" grep -q 'warning: ' "$err"
translate --legality=strict unknown.cpp --
holds "strict makes it an error" hasStatus 1
holds "of the same name" grep -qE 'error: .* \[appyl-unproved\]$' "$err"
holds "without code" noOutput
translate --legality=off unknown.cpp --
holds "off is a success" hasStatus 0
holds "and silent" silent
translate race.cpp --
holds "a proved race is an error" hasStatus 1
translate --legality=off race.cpp --
holds "and without checks" hasStatus 1
holds "with the error" grep -qE "error: .*\[appyl-race\]$" "$err"
printf "float f(const float *a, int n) {\n  float s = 0;\n#pragma parallel\n  for (int i = 0; i < n; ++i) s += a[i];\n  return s;\n}\n" >sum.cpp
translate --legality=off sum.cpp --
holds "a missing reduction is an error without checks, too" hasStatus 1
translate --legality=strict race.cpp --
holds "under strict too" hasStatus 1
sed -i 's/parallel/parallel unchecked/' race.cpp
translate race.cpp --
holds "unchecked lets it pass" hasStatus 0
holds "silently" silent
translate -Rappyl race.cpp --
holds "-Rappyl remarks on it" grep -qE '^race\.cpp:[0-9]+:[0-9]+: remark: ' "$err"
holds "and is still a success" hasStatus 0

cat >private.cpp <<'END'
void f(const float *a, float *b, int n) {
  float t;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i];
    b[i] = t * t;
  }
}
END
translate private.cpp --
holds "without -Rappyl no remarks" silent
cp "$out" plain
translate -Rappyl private.cpp --
holds "what was privatised is remarked" grep -qE "remark: .*'t'" "$err"
holds "remarks change no code" cmp plain "$out"

printf 'void f(int *a, int n) {\n#pragma parallel block\n  for (int i = 0; i < n; ++i) a[i] = i;\n}\n' >block.cpp
translate --emit=model block.cpp --
holds "the default block is 128" grep -qE '"block": *128' "$out"
translate --emit=model --block-size 24 block.cpp --
holds "--block-size changes it" grep -qE '"block": *24' "$out"
translate --emit=model --block-size=24 block.cpp --
holds "with = too" grep -qE '"block": *24' "$out"
sed -i 's/block/block(7)/' block.cpp
translate --emit=model --block-size 24 block.cpp --
holds "a written size is not changed" grep -qE '"block": *7' "$out"

cat >lines.cpp <<'END'
void f(int *a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;
  }
}
#ifdef BROKEN
int broken = missing;
#endif
END
translate -o lines.omp.cpp lines.cpp --
holdsNot "without the option no #line" grep -q '^ *#line' lines.omp.cpp
translate --line-directives -o lines.omp.cpp lines.cpp --
holds "--line-directives is a success" hasStatus 0
holds "#line names the source" grep -qE '^ *#line [0-9]+ "lines\.cpp"' lines.omp.cpp
holds "the result compiles" compiles lines.omp.cpp
g++ -std=c++20 -fopenmp -DBROKEN -fsyntax-only lines.omp.cpp 2>"$err"
holds "a compiler's message behind the loop names the source's line" grep -q '^lines\.cpp:8:' "$err"
cat >tiles.cpp <<'END'
#include <appyl/appyl.hpp>
void f(appyl::view<const float> x, appyl::view<float> y, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 32) y(appyl::slice(i, 32)) = x(appyl::slice(i, 32));
}
void g(appyl::view<const float> x, appyl::view<float> y) {
#pragma parallel
  for (int i = 0; i < y.extent(0); i += 32) {
    appyl::tile<float> sum = appyl::zeros<float>(32);
    for (int k = 0; k < 3; ++k) sum += x(appyl::slice(i + k, 32));
    y(appyl::slice(i, 32)) = sum;
  }
}
#ifdef BROKEN
int broken = missing;
#endif
END
translate --line-directives -o tiles.omp.cpp tiles.cpp -- -std=c++20 "-I$here/../include"
g++ -std=c++20 -fopenmp "-I$here/../include" -DBROKEN -fsyntax-only tiles.omp.cpp 2>"$err"
holds "... and behind tiles that have become loops" grep -q '^tiles\.cpp:15:' "$err"
finish

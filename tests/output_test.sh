#!/usr/bin/env bash
# Where the translation goes: standard output, -o, --output-dir, with one source and with several.
. "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

writeScale one.cpp one
writeScale two.cpp two
writeScale three.c three
writeScale lib.hpp four

translate one.cpp --
holds "one source without -o is a success" hasStatus 0
holds "the code goes to standard output" grep -q 'omp parallel' "$out"
holds "nothing is said about a good source" silent
holds "no file appears" contains . 'lib.hpp one.cpp three.c two.cpp'
cp "$out" expected

translate --target=openmp one.cpp --
holds "openmp is the default target" cmp expected "$out"

translate -o one.out one.cpp --
holds "-o is a success" hasStatus 0
holds "with -o nothing goes to standard output" noOutput
holds "-o writes what standard output got" cmp expected one.out

translate one.cpp -o late.out --
holds "an option may stand behind the source" cmp expected late.out

mkdir dir
translate --output-dir dir one.cpp three.c lib.hpp --
holds "--output-dir is a success" hasStatus 0
holds "the names in --output-dir follow the language" contains dir 'lib.omp.hpp one.omp.cpp three.omp.c'
holds "a C translation is C" compiles dir/three.omp.c
holds "a translated header compiles" compiles dir/lib.omp.hpp

rm -rf dir && mkdir dir
translate --output-dir=dir -j 3 one.cpp two.cpp three.c --
holds "several sources in parallel are a success" hasStatus 0
holds "nothing is said about good sources" silent
holds "each source is written" contains dir 'one.omp.cpp three.omp.c two.omp.cpp'
holds "the same bytes as alone" cmp expected dir/one.omp.cpp

translate one.cpp two.cpp --
holds "several sources need --output-dir" hasStatus 2
translate -o both.cpp one.cpp two.cpp --
holds "several sources can't share -o" hasStatus 2
holds "nothing is written then" test ! -e both.cpp

mkdir sub collide
writeScale sub/one.cpp other
translate --output-dir collide one.cpp sub/one.cpp two.cpp --
holds "names that collide are wrong usage" hasStatus 2
holds "nothing at all is written then" contains collide '*'
holds "the name is in the message" says one

cat >bad.cpp <<'END'
void bad(int *a, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i) a[i] = a[i - 1];
}
END
mkdir some
translate --output-dir some one.cpp bad.cpp two.cpp --
holds "a bad source among good ones is status 1" hasStatus 1
holds "the good ones are written" contains some 'one.omp.cpp two.omp.cpp'
holds "the mistake is reported" says '[appyl-race]'
rm -f some/*
translate --output-dir some -j 2 bad.cpp missing.cpp two.cpp --
holds "the highest status wins" hasStatus 2
holds "the good one is written beside an unreadable one" contains some two.omp.cpp

translate --emit=model --output-dir some one.cpp --
holds "a model in --output-dir is x.model.json" test -s some/one.model.json

# A name with a quotation mark, which literals and #line directives have.
cp one.cpp 'q"uoted.cpp'
for target in openmp cuda interpret; do
  translate --target=$target --line-directives -o quoted.out.cpp 'q"uoted.cpp' --
  holds "$target takes a source with a quotation mark in its name" hasStatus 0
  case $target in
    cuda) holds "its translation compiles" compiles quoted.out.cpp -I"$here/../include" -include appyl/cuda/emulation.hpp ;;
    *) holds "its translation compiles" compiles quoted.out.cpp -I"$here/../include" ;;
  esac
done
finish

#!/usr/bin/env bash
# -p reads compile_commands.json; -- gives the compiler's arguments directly; without both there are defaults.
. "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

mkdir -p build src/include other
echo 'inline constexpr int answer = 42;' >src/include/answer.h
cat >src/a.cpp <<'END'
#include "answer.h"
#include <vector>
#if FEATURE != 3
#error the definition of the database is missing
#endif
void f(std::vector<int> &v) {
#pragma parallel
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = answer;
}
END
# Flags that GCC knows and Clang does not.
cat >build/compile_commands.json <<END
[
  {
    "directory": "$PWD/build",
    "command": "/usr/bin/g++ -DFEATURE=3 -I../src/include -std=gnu++20 -O2 -fno-tree-vectorize -fconserve-stack -fmax-errors=3 -Wlogical-op -Wno-maybe-uninitialized -fopenmp -fno-fat-lto-objects -o a.o -c ../src/a.cpp",
    "file": "../src/a.cpp"
  }
]
END
translate -p build src/a.cpp
holds "a database is used" hasStatus 0
holds "GCC's own flags disturb nobody" silent
holds "the loop is translated" grep -q 'omp parallel' "$out"
cp "$out" expected
cd other || exit 1
translate -p ../build ../src/a.cpp
holds "from another folder too" cmp ../expected "$out"
above=$(cd .. && pwd)
translate -p "$above/build" "$above/src/a.cpp"
holds "with absolute names too" cmp ../expected "$out"
cd ..

translate -p build --extra-arg=-DMORE src/a.cpp
holds "--extra-arg is accepted" hasStatus 0
sed -i 's/FEATURE != 3/FEATURE != 3 || !defined(MORE)/' src/a.cpp
translate -p build src/a.cpp
holds "what is not defined is an error" hasStatus 1
translate -p build --extra-arg=-DMORE src/a.cpp
holds "--extra-arg reaches the compiler" hasStatus 0

translate src/a.cpp -- -DFEATURE=3 -DMORE -Isrc/include
holds "arguments after -- are the compiler's" hasStatus 0
translate src/a.cpp -- -DFEATURE=4 -Isrc/include
holds "and matter" hasStatus 1

# The project's headers, unless the arguments name others.
cat >src/tiles.cpp <<'END'
#include <appyl/appyl.hpp>
void f(appyl::view<float> x) {
#pragma parallel
  for (int i = 0; i < x.extent(0); ++i) x(i) = 1;
}
END
translate src/tiles.cpp --
holds "the headers are found" hasStatus 0
mkdir -p own/appyl && echo '#error others' >own/appyl/appyl.hpp
translate src/tiles.cpp -- -Iown
holds "behind those of the arguments" says "others"

# No database above this folder, no --: C++20, or C11 for C.
mkdir -p "$scratch/plain" && cd "$scratch/plain" || exit 1
cat >b.cpp <<'END'
#include <concepts>
template <std::integral T>
void f(T *a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = i;
}
END
translate b.cpp
holds "the default is C++20" hasStatus 0
holds "a missing database is not worth a word" silent
cat >c.c <<'END'
_Static_assert(__STDC_VERSION__ == 201112L, "C11");
void f(int *restrict class, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) class[i] = i;
}
END
translate c.c
holds "the default for C is C11" hasStatus 0
holds "and silent" silent

translate -p "$scratch/nowhere" b.cpp
holds "a build folder that isn't there is status 2" hasStatus 2

# A compiler with include paths of its own, as mpicxx has them, is asked only when it is allowed.
mkdir vendor build
echo '#define VENDOR 1' >vendor/vendor_special.h
printf '#!/bin/sh\nexec g++ -isystem "%s/vendor" "$@"\n' "$PWD" >vendorcxx
chmod +x vendorcxx
{
  echo '#include <vendor_special.h>'
  writeScale -
} >v.cpp
printf '[{"directory": "%s", "arguments": ["%s/vendorcxx", "-c", "v.cpp"], "file": "v.cpp"}]\n' "$PWD" "$PWD" >build/compile_commands.json
translate -p build v.cpp
holds "a compiler that is not allowed is not asked" hasStatus 1
translate -p build "--query-driver=$PWD/vendor*" v.cpp
holds "--query-driver finds its headers" hasStatus 0

# What is not passed on is told where remarks are asked for.
printf '[{"directory": "%s", "arguments": ["g++", "-Xclang", "-load", "-std=c++20", "-DX=1", "-c", "b.cpp"], "file": "b.cpp"}]\n' "$PWD" >build/compile_commands.json
translate -Rappyl -p build b.cpp
holds "an argument that is left out is no error" hasStatus 0
holds "a remark names it" grep -qE "remark: compiler arguments that are not passed on for .*b\.cpp': .*-load" "$err"
holdsNot "but not what is passed on" grep -qE "not passed on .*-DX=1" "$err"
finish

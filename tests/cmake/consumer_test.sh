#!/usr/bin/env bash
# consumer_test.sh build-tree|installed|fetched GENERATOR gcc|clang BUILD_DIR SCRATCH_DIR
#
# Configures and builds consumer/ with the package that is found in one of three ways: in BUILD_DIR, in a prefix that
# was moved after installing, or as a part of the consumer's own build. Then checks what is rebuilt, and when.
set -u

way=$1 generator=$2 compiler=$3 package=$4 scratch=$5
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
source=$scratch/source build=$scratch/build

quick=()
case $compiler in
  gcc) export CC=gcc CXX=g++ config=Release ;;
  clang)
    export CC=clang-19 CXX=clang++-19 config=Debug
    quick=(-DCMAKE_C_FLAGS_DEBUG= -DCMAKE_CXX_FLAGS_DEBUG= -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld)  # nobody debugs it
    ;;
esac
case $generator in
  Ninja*) needed='ninja' ;;
  *) needed='make' ;;
esac
command -v $needed >/dev/null || { echo "skipped: no $needed here"; exit 77; }

rm -rf "$scratch"
mkdir -p "$scratch"
cp -R "$here/consumer" "$source"
unset CMAKE_GENERATOR MAKEFLAGS CTEST_PARALLEL_LEVEL DESTDIR

fail() {
  echo "failed: $1"
  [ -f "$scratch/log" ] && sed 's/^/  | /' "$scratch/log"
  exit 1
}
quietly() { "$@" >"$scratch/log" 2>&1; }

build() { # the targets, all without one; what was done is in the log
  quietly cmake --build "$build" --config "$config" "${@/#/--target=}" || fail "the build (${*:-all})"
}
has_done() { grep -qE "$1" "$scratch/log" || fail "$2: expected in the build's output: $1"; }
has_not_done() { ! grep -qE "$1" "$scratch/log" || fail "$2: not expected in the build's output: $1"; }
program() { find "$build" -type f -name "$1" -perm -u+x; }
golden_check() { # [TARGET]
  quietly ctest --test-dir "$build" -C "$config" -R "^appyl.check.${1:-translated}\$" --no-tests=error --output-on-failure
}
# Time stamps of two successive edits have to differ, on file systems with coarse ones too.
edit() { sleep 0.05 && sed -i "$1" "$2" && touch "$2"; }

# --- the package ----------------------------------------------------------------------------------------------------

case $way in
  build-tree) arguments=("-Dappyl_DIR=$package") ;;
  installed)
    quietly cmake --install "$package" --prefix "$scratch/prefix" || fail "the installation"
    mv "$scratch/prefix" "$scratch/moved prefix"
    arguments=("-DCMAKE_PREFIX_PATH=$scratch/moved prefix")
    if grep -rIl -e "$scratch/prefix" -e "$package" -e "$root" "$scratch/moved prefix" >"$scratch/log"; then
      fail "these installed files hold a path of where they were built or installed"
    fi
    # As on a machine without the Clang that the tool was built with: the path that it knows leads nowhere.
    tool="$scratch/moved prefix/bin/appyl-translate"
    known=$(sed -n 's/^APPYL_RESOURCE_DIR:PATH=//p' "$package/CMakeCache.txt")
    LC_ALL=C sed -i "s|$known|$(tr '[:lower:]' '[:upper:]' <<<"$known")|g" "$tool"
    ! LC_ALL=C grep -qF "$known" "$tool" || fail "the tool still knows $known"
    ;;
  fetched)
    # That the consumer's build would build the tool first is seen without doing it; the rest uses the one there is.
    quietly cmake -S "$source" -B "$build" -G "$generator" "-DFETCH=$root" || fail "the configuration with the tool"
    quietly ninja -C "$build" -t commands translated || fail "the list of commands"
    awk '/ -o [^ ]*appyl-translate / { linked = 1 }
         / --depfile / && !linked { early = 1 }
         END { exit !linked || early }' \
      "$scratch/log" || fail "the tool is not linked before it is used"
    rm -rf "$build"
    arguments=("-DFETCH=$root" "-DAPPYL_TRANSLATOR=$package/appyl-translate")
    ;;
esac

quietly cmake -S "$source" -B "$build" -G "$generator" "-DCMAKE_BUILD_TYPE=$config" "${quick[@]}" "${arguments[@]}" ||
  fail "the configuration"

# --- what comes out -------------------------------------------------------------------------------------------------

build
has_done 'Translating scale.cpp' "the first build"
expected=$("$(program written)") || fail "the program as written"
for name in translated emulated interpreted with_library; do
  actual=$("$(program $name)") || fail "$name"
  [ "$actual" = "$expected" ] || fail "$name prints '$actual', not '$expected'"
done
for name in c_translated c_interpreted c_emulated; do
  [ "$("$(program $name)")" = 328350 ] || fail "$name"
done
for name in made_translated made_interpreted made_emulated; do
  [ "$("$(program $name)")" = '133 a "b" c' ] || fail "$name"
done
[ -n "$(find "$build/appyl/translated" -path '*kernels/dot.omp.c')" ] || fail "the C source is not C any more"

# --- what is rebuilt ------------------------------------------------------------------------------------------------

build
has_not_done 'Translating|Building|Linking' "nothing was changed"

edit '' "$source/scale.cpp"
build translated
has_done 'Translating scale.cpp' "a source was touched"
has_not_done 'Building|Linking|dot\.c' "its translation is the same"
build translated
has_not_done 'Translating|Building|Linking' "nothing was changed since"

edit 's/FACTOR 2/FACTOR 5/' "$source/factor.h"
build translated written
has_done 'Translating scale.cpp' "a header was changed"
has_not_done 'dot\.c' "a header of another source was changed"
[ "$("$(program translated)")" = "$("$(program written)")" ] || fail "the new header is not seen"
build translated written
has_not_done 'Translating|Building|Linking' "nothing was changed since"

edit 's/SHIFT=7/SHIFT=8/' "$source/CMakeLists.txt"
build translated written
has_done 'Translating scale.cpp' "a definition was changed"
[ "$("$(program translated)")" = "$("$(program written)")" ] || fail "the new definition is not seen"

edit 's/parallel block/parallel blok/' "$source/scale.cpp"
quietly cmake --build "$build" --config "$config" --target translated && fail "the build succeeds with a mistake in a source"
has_done 'scale\.cpp:[0-9]+:[0-9]+: error: .*\[appyl-pragma-syntax\]' "a source has a mistake"
edit 's/parallel blok/parallel block/' "$source/scale.cpp"
build translated
has_not_done 'Building|Linking' "the mistake is gone, and the translation is the one before it"

# --- the golden files -----------------------------------------------------------------------------------------------

golden_check && fail "there are no golden files yet, and the check passes"
build appyl-update
golden_check || fail "the golden files were just accepted"
golden_check kernels || fail "the golden files of equal names were just accepted"
for name in golden/scale.omp.cpp golden/dot.omp.c golden_of_folders/scale.omp.cpp golden_of_folders/kernels/scale.omp.cpp; do
  [ -f "$source/$name" ] || fail "no golden file $name"
done
edit 's/static_cast<int>/int/' "$source/scale.cpp"
golden_check && fail "the source has changed, and the check passes"
grep -qE '^(1: )?-.*static_cast' "$scratch/log" || fail "the check shows no difference"

# --- what is refused ------------------------------------------------------------------------------------------------

[ $way = build-tree ] && [ "$generator" = Ninja ] || exit 0
refuses() { # WORDS ARGUMENTS...
  local words=$1
  shift
  mkdir -p "$scratch/refused"
  echo 'int main() {}' | tee "$scratch/refused/a.cpp" >"$scratch/refused/other.cpp"
  touch "$scratch/refused/a.hpp"
  printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(refused LANGUAGES CXX)' 'find_package(appyl CONFIG REQUIRED)' \
    'add_executable(p a.cpp)' "appyl_translate(p $*)" >"$scratch/refused/CMakeLists.txt"
  ! quietly cmake -S "$scratch/refused" -B "$scratch/refused/build" -G "$generator" "${arguments[@]}" || fail "accepted: $*"
  tr -s '\n ' ' ' <"$scratch/log" | grep -qF "$words" || fail "refused, but not by '$words': $*"
}
refuses 'a.hpp is a header' BACKEND openmp SOURCES a.cpp a.hpp
refuses 'other.cpp is no source of the target' BACKEND openmp SOURCES other.cpp
refuses 'BACKEND cuda needs the language CUDA' BACKEND cuda SOURCES a.cpp
exit 0

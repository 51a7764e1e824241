#!/usr/bin/env bash
# project_test.sh PROJECT GENERATOR BUILD_DIR SCRATCH_DIR [BACKEND...]
#
# A project as somebody would write it who uses the package that is found in BUILD_DIR, projects/PROJECT: built with each
# backend and tested, built again after an edit of a header that has directives, and tested again.
set -u

project=$1 generator=$2 package=$3 scratch=$4
shift 4
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export CC=clang-19 CXX=clang++-19
unset CMAKE_GENERATOR MAKEFLAGS CTEST_PARALLEL_LEVEL DESTDIR
case $generator in Ninja*) needed=ninja ;; *) needed=make ;; esac
command -v $needed >/dev/null || { echo "skipped: no $needed here"; exit 77; }

case $project in
  solver)
    backends=(none openmp interpret emulated) option=RELAX_BACKEND
    header=include/relax/detail/norms.hpp edit='s/T most = 0/T most = T()/'
    again='Translating (heat|potential)\.cpp'
    ;;
  signal)
    backends=(none openmp interpret emulated) option=SIGNAL_BACKEND
    header=include/signal/filter.hpp edit='s/double sum = 0;/double sum = 0.0;/'
    again='Translating (filter|spectrum|filter_test)\.cpp' untouched='window'
    ;;
  both)
    backends=(both) option=UNUSED_BACKEND
    header=forces.hpp edit='s/step \* fx\[i\]/fx[i] * step/'
    again='Translating forces\.cpp'
    ;;
esac
[ $# -eq 0 ] || backends=("$@")

rm -rf "$scratch"
mkdir -p "$scratch"
fail() {
  echo "failed: $1"
  sed 's/^/  | /' "$scratch/log"
  exit 1
}
quietly() { "$@" >"$scratch/log" 2>&1; }
testAll() { quietly ctest --test-dir "$1" --no-tests=error --output-on-failure || fail "$2"; }

for backend in "${backends[@]}"; do
  source=$scratch/$backend/source build=$scratch/$backend/build
  mkdir -p "$scratch/$backend"
  cp -R "$here/projects/$project" "$source"
  quietly cmake -S "$source" -B "$build" -G "$generator" "-Dappyl_DIR=$package" "-D$option=$backend" \
    -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld --no-warn-unused-cli || fail "$backend: the configuration"
  quietly cmake --build "$build" || fail "$backend: the build"
  ! grep -q 'warning' "$scratch/log" || fail "$backend: the build warns"
  testAll "$build" "$backend: the tests"
  quietly cmake --build "$build" || fail "$backend: the build of nothing new"
  ! grep -qE 'Translating|Building' "$scratch/log" || fail "$backend: nothing was changed, and something is built"

  sleep 0.05
  sed -i "$edit" "$source/$header"
  ! cmp -s "$source/$header" "$here/projects/$project/$header" || fail "$backend: the edit changes nothing"
  quietly cmake --build "$build" || fail "$backend: the build after the edit of a header"
  [ "$backend" = none ] || grep -qE "$again" "$scratch/log" || fail "$backend: nothing is translated again"
  [ -z "${untouched:-}" ] || ! grep -qE "$untouched" "$scratch/log" || fail "$backend: too much is built again"
  testAll "$build" "$backend: the tests after the edit of a header"
done

build=$scratch/openmp/build
[ $project = signal ] && [ -d "$build" ] || exit 0
# Another project needs what the libraries install, and what they are linked with; nothing of this package.
quietly cmake --install "$build" --prefix "$scratch/prefix" || fail "the installation"
mkdir "$scratch/user"
cat >"$scratch/user/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES C CXX)
find_package(signal CONFIG REQUIRED)
add_executable(user user.cpp)
target_link_libraries(user PRIVATE signal::signal_filters)
END
cat >"$scratch/user/user.cpp" <<'END'
#include <signal/filter.hpp>
#include <cstdio>
int main() { std::printf("%zu %.1f\n", signal_filters::smooth({1, 2, 3}).size(), signal_filters::energy({1, 2, 3})); }
END
quietly cmake -S "$scratch/user" -B "$scratch/user/build" -G "$generator" "-DCMAKE_PREFIX_PATH=$scratch/prefix" ||
  fail "the configuration of the project that uses the installed libraries"
quietly cmake --build "$scratch/user/build" || fail "the build of the project that uses the installed libraries"
[ "$("$scratch/user/build/user")" = '3 14.0' ] || fail "the project that uses the installed libraries"

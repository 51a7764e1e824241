#!/usr/bin/env bash
# run_program.sh TOOL SOURCE SCRATCH_DIR
#
# Translates SOURCE for OpenMP and checks that the translation computes what SOURCE computes when a compiler ignores
# its pragmas. Two compilers build the translation, without a warning; each build runs with 1, 2 and 3 threads.
#
# Lines of the source that this script reads:
#   // flags: -DX=1            for every compiler, the tool's included (default -std=c++20, or -std=c11 for C)
#   // options: --block-size 7 for the tool
#   // warnings: -Wno-foo      for the compilers of original and translation only
#   // run: 10 20              one run of the program with these arguments; without such a line one run without any
#   // tolerance: 1e-12        for the lines of the output that begin with "~ " (default 1e-5, relative)
#   // expect-warning: [appyl-unproved]   diagnostics of this name may be printed; without the line none may
set -u

tool=$1 source=$2 scratch=$3
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# The rest of each line "// KEY: VALUE" of the source.
settings() { sed -n "s|^// $1:[[:space:]]*||p" "$source"; }

fail() {
  printf '%s: %s\n' "$source" "$1"
  exit 1
}

stem=$(basename "${source%.*}")
case $source in
  *.c) standard=-std=c11 extension=c gnu=gcc clangs="clang-19 clang" ;;
  *) standard=-std=c++20 extension=cpp gnu=g++ clangs="clang++-19 clang++" ;;
esac
flags="$(settings flags | tr '\n' ' ')"
case $flags in *-std=*) ;; *) flags="$standard $flags" ;; esac
options=$(settings options | tr '\n' ' ')
tolerance=$(settings tolerance | head -n 1)
warnings=$(settings warnings | tr '\n' ' ')
expected=$(settings expect-warning)

mkdir -p "$scratch"
translation=$scratch/$stem.omp.$extension
rm -f "$translation"

# shellcheck disable=SC2086 # flags and options are lists of words
"$tool" --target=openmp $options -o "$translation" "$source" -- $flags >"$scratch/$stem.stdout" 2>"$scratch/$stem.stderr"
status=$?
if [ $status -ne 0 ]; then
  cat "$scratch/$stem.stderr"
  fail "the tool ends with status $status"
fi
[ -s "$scratch/$stem.stdout" ] && fail "the tool writes to standard output although it was given -o"
if [ -n "$expected" ]; then
  grep -E '(warning|error): ' "$scratch/$stem.stderr" | grep -vF "$expected" >"$scratch/$stem.unexpected"
else
  cp "$scratch/$stem.stderr" "$scratch/$stem.unexpected"
fi
if [ -s "$scratch/$stem.unexpected" ]; then
  cat "$scratch/$stem.unexpected"
  fail "the tool prints diagnostics about a correct program"
fi

# Contraction to FMA would differ between two compilers, and between a loop and its outlined copy.
common="$flags -ffp-contract=off -Wall -Wextra -Werror $warnings -I$(dirname "$source") -I$tests/../include"
libraries="-lm"

compile() { # WHAT COMPILER ARGUMENTS...
  local what=$1
  shift
  if ! "$@" 2>"$scratch/$stem.$what.log"; then
    head -n 40 "$scratch/$stem.$what.log"
    fail "$what does not compile"
  fi
}

# The first of the Clangs here that has an OpenMP runtime library.
clang=
for candidate in $clangs; do
  if command -v "$candidate" >/dev/null && echo 'int main(void) { return 0; }' |
    "$candidate" -x c -fopenmp -o "$scratch/$stem.probe" - 2>/dev/null; then
    clang=$candidate
    break
  fi
done

# shellcheck disable=SC2086
compile original $gnu -O2 $common -Wno-unknown-pragmas -o "$scratch/$stem.original" "$source" $libraries
# shellcheck disable=SC2086
compile $gnu $gnu -O2 -fopenmp $common -o "$scratch/$stem.$gnu" "$translation" $libraries
builds=$gnu
if [ -n "$clang" ]; then
  # shellcheck disable=SC2086
  compile clang "$clang" -O2 -fopenmp $common -o "$scratch/$stem.clang" "$translation" $libraries
  builds="$builds clang"
else
  echo "$source: no Clang with an OpenMP library here; only $gnu is tried"
fi

runs=$(settings run)
failures=0
while IFS= read -r arguments; do
  # shellcheck disable=SC2086
  timeout 60 "$scratch/$stem.original" $arguments >"$scratch/$stem.expected"
  expectedStatus=$?
  [ $expectedStatus -ge 124 ] && fail "the original ends with status $expectedStatus ($arguments)"
  for build in $builds; do
    for threads in 1 2 3; do
      actual=$scratch/$stem.$build.$threads
      # shellcheck disable=SC2086
      OMP_NUM_THREADS=$threads OMP_DYNAMIC=false timeout 60 "$scratch/$stem.$build" $arguments >"$actual"
      status=$?
      if [ $status -ne $expectedStatus ]; then
        echo "$source: $build, $threads threads, arguments '$arguments': status $status, the original's is $expectedStatus"
        failures=1
      fi
      if ! "$tests/compare_output.sh" "$scratch/$stem.expected" "$actual" "${tolerance:-1e-5}"; then
        echo "$source: $build, $threads threads, arguments '$arguments': the output differs"
        failures=1
      fi
      case $options in
        *--deterministic*)
          if ! cmp -s "$scratch/$stem.$build.1" "$actual"; then
            echo "$source: $build, arguments '$arguments': 1 and $threads threads differ although --deterministic was given"
            failures=1
          fi
          ;;
      esac
    done
  done
done <<<"$runs"
exit $failures

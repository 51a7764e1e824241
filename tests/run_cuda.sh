#!/usr/bin/env bash
# run_cuda.sh TOOL SOURCE SCRATCH_DIR
#
# Translates SOURCE for CUDA and checks that its kernels, run on the CPU by the emulation, compute what SOURCE computes
# when a compiler ignores its pragmas: with threads and blocks in three orders, under the address and
# undefined-behaviour sanitizers. Where nvcc is found, it compiles the same file without a warning.
#
# Reads the lines of the source that run_program.sh reads, and
#   // targets: openmp         the program has what the device cannot do: nothing is tried here
# The macro ON_DEVICE is defined, so that a program can leave out single directives that are for the CPU only.
set -u

tool=$1 source=$2 scratch=$3
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

settings() { sed -n "s|^// $1:[[:space:]]*||p" "$source"; }

fail() {
  printf '%s: %s\n' "$source" "$1"
  exit 1
}

stem=$(basename "${source%.*}")
case $source in
  *.c) standard=-std=c11 gnu="gcc" ;;
  *) standard=-std=c++20 gnu="g++" ;;
esac
flags="$(settings flags | tr '\n' ' ')"
case $flags in *-std=*) ;; *) flags="$standard $flags" ;; esac
flags="$flags -DON_DEVICE"
case $source in *.c) deviceFlags="${flags/-std=c11/-std=c++20}" ;; *) deviceFlags=$flags ;; esac
options=$(settings options | tr '\n' ' ')
tolerance=$(settings tolerance | head -n 1)
warnings=$(settings warnings | tr '\n' ' ')
expected=$(settings expect-warning)

mkdir -p "$scratch"
translation=$scratch/$stem.cu
rm -f "$translation"

# shellcheck disable=SC2086 # flags and options are lists of words
"$tool" --target=cuda $options -o "$translation" "$source" -- $flags >"$scratch/$stem.stdout" 2>"$scratch/$stem.stderr"
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

compile() { # WHAT COMMAND...
  local what=$1
  shift
  if ! "$@" 2>"$scratch/$stem.$what.log"; then
    head -n 40 "$scratch/$stem.$what.log"
    fail "$what does not compile"
  fi
}

include="-I$(dirname "$source") -I$tests/../include"
emulation="g++ -x c++ $deviceFlags -ffp-contract=off -Wall -Wextra -Werror $warnings $include"
emulation="$emulation -include appyl/cuda/emulation.hpp $translation -lboost_context -lm"
# shellcheck disable=SC2086
compile original $gnu -O2 $flags -ffp-contract=off -Wall -Wextra $warnings $include -Wno-unknown-pragmas \
  -o "$scratch/$stem.original" "$source" -lm
# shellcheck disable=SC2086
compile sanitized $emulation -O0 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -o "$scratch/$stem.sanitized"

runs=$(settings run)
failures=0
check() { # ORDER ARGUMENTS
  local actual=$scratch/$stem.actual
  # shellcheck disable=SC2086
  APPYL_ORDER=$1 ASAN_OPTIONS=detect_stack_use_after_return=0 timeout 120 "$scratch/$stem.sanitized" $2 \
    >"$actual" 2>"$scratch/$stem.messages"
  local status=$?
  if [ $status -ne $expectedStatus ]; then
    head -n 20 "$scratch/$stem.messages"
    echo "$source: $1, arguments '$2': status $status, the original's is $expectedStatus"
    failures=1
  elif ! "$tests/compare_output.sh" "$scratch/$stem.expected" "$actual" "${tolerance:-1e-5}"; then
    echo "$source: $1, arguments '$2': the output differs"
    failures=1
  fi
}
while IFS= read -r arguments; do
  # shellcheck disable=SC2086
  timeout 60 "$scratch/$stem.original" $arguments >"$scratch/$stem.expected"
  expectedStatus=$?
  [ $expectedStatus -ge 124 ] && fail "the original ends with status $expectedStatus ($arguments)"
  for order in row_major reversed shuffled:7; do check $order "$arguments"; done
done <<<"$runs"
exit $failures

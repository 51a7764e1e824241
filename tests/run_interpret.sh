#!/usr/bin/env bash
# run_interpret.sh TOOL SOURCE SCRATCH_DIR
#
# Translates SOURCE for the interpreter and checks that it computes what SOURCE computes when a compiler ignores its
# pragmas, with the programs in three orders, and that nothing is found in it.
#
# Reads the lines of the source that run_cuda.sh reads, and
#   // not-checked: macros     some of its accesses stand in macros that cannot be rewritten, which is said
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
options=$(settings options | tr '\n' ' ')
tolerance=$(settings tolerance | head -n 1)
warnings=$(settings warnings | tr '\n' ' ')
expected=$(settings expect-warning)
[ -n "$(settings not-checked)" ] && expected="this access is not checked"

mkdir -p "$scratch"
translation=$scratch/$stem.interp.cpp
rm -f "$translation"

# shellcheck disable=SC2086 # flags and options are lists of words
"$tool" --target=interpret $options -o "$translation" "$source" -- $flags >"$scratch/$stem.stdout" 2>"$scratch/$stem.stderr"
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
# shellcheck disable=SC2086
compile original $gnu -O1 $flags -ffp-contract=off $warnings $include -Wno-unknown-pragmas \
  -o "$scratch/$stem.original" "$source" -lm
# shellcheck disable=SC2086
compile interpreted g++ -O1 ${flags/-std=c11/-std=c++20} -ffp-contract=off -Wall -Wextra -Werror $warnings $include \
  -o "$scratch/$stem.interpreted" "$translation" -lm

runs=$(settings run)
failures=0
check() { # ORDER ARGUMENTS
  local actual=$scratch/$stem.actual
  # shellcheck disable=SC2086
  APPYL_ORDER=$1 timeout 120 "$scratch/$stem.interpreted" $2 >"$actual" 2>"$scratch/$stem.messages"
  local status=$?
  if [ $status -ne $expectedStatus ]; then
    head -n 20 "$scratch/$stem.messages"
    echo "$source: $1, arguments '$2': status $status, the original's is $expectedStatus"
    failures=1
  elif ! cmp -s "$scratch/$stem.messages" "$scratch/$stem.told"; then
    head -n 20 "$scratch/$stem.messages"
    echo "$source: $1, arguments '$2': something is told that the original does not tell"
    failures=1
  elif ! "$tests/compare_output.sh" "$scratch/$stem.expected" "$actual" "${tolerance:-1e-5}"; then
    echo "$source: $1, arguments '$2': the output differs"
    failures=1
  fi
}
while IFS= read -r arguments; do
  # shellcheck disable=SC2086
  timeout 60 "$scratch/$stem.original" $arguments >"$scratch/$stem.expected" 2>"$scratch/$stem.told"
  expectedStatus=$?
  [ $expectedStatus -ge 124 ] && fail "the original ends with status $expectedStatus ($arguments)"
  for order in row_major reversed shuffled:7; do check $order "$arguments"; done
done <<<"$runs"
exit $failures

#!/usr/bin/env bash
# run_interpret.sh TOOL SOURCE SCRATCH_DIR
#
# Translates SOURCE for the interpreter and checks that it computes what SOURCE computes when a compiler ignores its
# pragmas, with the programs in three orders, and that nothing is found in it. Besides the lines of programs.sh reads
#   // not-checked: macros     some of its accesses are not checked, which is said
# shellcheck source=tests/programs.sh
source "$(dirname "${BASH_SOURCE[0]}")/programs.sh"

flags="$flags -DON_DEVICE"
[ -n "$(settings not-checked)" ] && expectedWarning="${expectedWarning:+$expectedWarning
}[appyl-unwatched]"
translate interpret "$scratch/$stem.interp.cpp"
buildOriginal
flags="${flags/-std=c11/-std=c++20} -ffp-contract=off -O0"
header='' object=''
# Unless the translation defines something for the header.
# shellcheck disable=SC2086 # flags are a list of words
grep -B1 '^#include <appyl/interpret/' "$scratch/$stem.interp.cpp" | grep -q '^#define' || precompile interpreter appyl/interpret/interpret.hpp $flags
# shellcheck disable=SC2086
compile interpreted $compiler $object -x c++ $flags -Wall -Wextra -Werror $warnings $include $header \
  -o "$scratch/$stem.interpreted" "$scratch/$stem.interp.cpp" $linker -lm

while IFS= read -r arguments; do
  runOriginal "$arguments"
  for order in row_major reversed shuffled:7; do
    # shellcheck disable=SC2086
    APPYL_ORDER=$order timeout 120 "$scratch/$stem.interpreted" $arguments \
      >"$scratch/$stem.actual" 2>"$scratch/$stem.messages"
    compareRun "$order, arguments '$arguments'" $? "$scratch/$stem.actual"
    # What an `unchecked` loop does is no finding.
    if ! grep -vE ': (remark|note): ' "$scratch/$stem.messages" | cmp -s "$scratch/$stem.told"; then
      head -n 20 "$scratch/$stem.messages"
      echo "$source: $order, arguments '$arguments': something is told that the original does not tell"
      failures=1
    fi
  done
done <<<"$runs"
exit $failures

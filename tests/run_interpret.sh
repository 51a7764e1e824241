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
# Samples and C (which has words that only GCC takes for C++, too) by GCC, the others by Clang, which is faster.
compiler=clang++-19
case $source in *samples/* | *.c) compiler=g++ ;; esac
# shellcheck disable=SC2086 # flags are a list of words
compile interpreted $compiler -O0 ${flags/-std=c11/-std=c++20} -ffp-contract=off -Wall -Wextra -Werror $warnings $include \
  -o "$scratch/$stem.interpreted" "$scratch/$stem.interp.cpp" -lm

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

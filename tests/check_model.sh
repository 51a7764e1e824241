#!/usr/bin/env bash
# check_model.sh TOOL SOURCE SCRATCH_DIR
#
# Compares the model of SOURCE with what its programs touch: each block that is not irregular is checked, and nothing is
# found, neither outside of the blocks nor blocks that are too large.
# shellcheck source=tests/programs.sh
source "$(dirname "${BASH_SOURCE[0]}")/programs.sh"

flags="$flags -DON_DEVICE"
model=$(
  # shellcheck disable=SC2086 # flags and options are lists of words
  "$tool" --target=interpret --emit=model $options "$source" -- $flags
) || fail "the tool prints no model"
blocks=$(grep -cE '"indexing": "(blocked|unblocked)"' <<<"$model")

options="$options --check-model"
translate interpret "$scratch/$stem.checked.cpp"
checks=$(grep -oF 'expect_block(' "$scratch/$stem.checked.cpp" | wc -l)
[ "$checks" -eq "$blocks" ] || fail "$checks of $blocks blocks are checked"
compiler=clang++-19 header='' object=''
flags="${flags/-std=c11/-std=c++20} -ffp-contract=off -O0"
# shellcheck disable=SC2086 # flags are a list of words
precompile blocks appyl/interpret/blocks.hpp $flags
# shellcheck disable=SC2086
compile checked $compiler $object -x c++ $flags -Wall -Wextra -Werror $warnings $include $header \
  -o "$scratch/$stem.checked" "$scratch/$stem.checked.cpp" -fuse-ld=lld -lm

while IFS= read -r arguments; do
  # shellcheck disable=SC2086
  if ! timeout 120 "$scratch/$stem.checked" $arguments >/dev/null 2>"$scratch/$stem.messages"; then
    head -n 20 "$scratch/$stem.messages"
    echo "$source: arguments '$arguments': the model and the programs differ"
    failures=1
  fi
done <<<"$runs"
exit $failures

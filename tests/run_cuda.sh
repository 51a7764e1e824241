#!/usr/bin/env bash
# run_cuda.sh TOOL SOURCE SCRATCH_DIR
#
# Translates SOURCE for CUDA and checks that its kernels, run on the CPU by the emulation, compute what SOURCE computes
# when a compiler ignores its pragmas: with threads and blocks in three orders, under the address and
# undefined-behaviour sanitizers. Reads the lines of SOURCE that programs.sh tells of.
# shellcheck source=tests/programs.sh
source "$(dirname "${BASH_SOURCE[0]}")/programs.sh"

flags="$flags -DON_DEVICE"
translate cuda "$scratch/$stem.cu"
buildOriginal
# shellcheck disable=SC2086 # flags are a list of words
compile sanitized g++ -x c++ ${flags/-std=c11/-std=c++20} -ffp-contract=off -Wall -Wextra -Werror $warnings $include \
  -include appyl/cuda/emulation.hpp "$scratch/$stem.cu" -O0 -g1 -fsanitize=address,undefined \
  -fno-sanitize-recover=all -o "$scratch/$stem.sanitized" -lboost_context -lm

while IFS= read -r arguments; do
  runOriginal "$arguments"
  for order in row_major reversed shuffled:7; do
    # shellcheck disable=SC2086
    APPYL_ORDER=$order ASAN_OPTIONS=detect_stack_use_after_return=0 timeout 120 "$scratch/$stem.sanitized" $arguments \
      >"$scratch/$stem.actual" 2>"$scratch/$stem.messages"
    status=$?
    [ $status -ne $expectedStatus ] && head -n 20 "$scratch/$stem.messages"
    compareRun "$order, arguments '$arguments'" $status "$scratch/$stem.actual"
  done
done <<<"$runs"
exit $failures

#!/usr/bin/env bash
# run_cuda.sh TOOL SOURCE SCRATCH_DIR
#
# Translates SOURCE for CUDA and checks that its kernels, run on the CPU by the emulation, compute what SOURCE computes
# when a compiler ignores its pragmas: the first run with threads and blocks in three orders, each further one in an
# order of its own, under the address and undefined-behaviour sanitizers. Reads the lines of SOURCE that programs.sh
# tells of.
# shellcheck source=tests/programs.sh
source "$(dirname "${BASH_SOURCE[0]}")/programs.sh"

flags="$flags -DON_DEVICE"
translate cuda "$scratch/$stem.cu"
buildOriginal
# The sanitizers without those checks that the address sanitizer makes as well, for they double what there is to compile.
flags="${flags/-std=c11/-std=c++20} -ffp-contract=off -O0 -g1 -fsanitize=address,undefined \
  -fno-sanitize=null,object-size,vptr,pointer-overflow -fno-sanitize-recover=all"

header="-include appyl/cuda/emulation.hpp" object=
# shellcheck disable=SC2086 # flags are a list of words
precompile emulation appyl/cuda/emulation.hpp $flags
# shellcheck disable=SC2086
compile sanitized $compiler $object -x c++ $flags -Wall -Wextra -Werror $warnings $include $header \
  "$scratch/$stem.cu" -o "$scratch/$stem.sanitized" $linker -lboost_context -lm

orders="row_major reversed shuffled:7" further=0
while IFS= read -r arguments; do
  runOriginal "$arguments"
  for order in $orders; do
    # shellcheck disable=SC2086
    APPYL_ORDER=$order ASAN_OPTIONS=detect_stack_use_after_return=0 timeout 120 "$scratch/$stem.sanitized" $arguments \
      >"$scratch/$stem.actual" 2>"$scratch/$stem.messages"
    status=$?
    [ $status -ne $expectedStatus ] && head -n 20 "$scratch/$stem.messages"
    compareRun "$order, arguments '$arguments'" $status "$scratch/$stem.actual"
  done
  further=$((further + 1)) orders=shuffled:$further
done <<<"$runs"
exit $failures

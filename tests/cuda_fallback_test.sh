#!/usr/bin/env bash
# cuda_fallback_test.sh TOOL SCRATCH_DIR
#
# Loops over arrays of unknown extent, and over rows behind pointers, on a device that reaches the host's memory and on one
# that does not: the results are the same; what runs on the host is told once, with what would help, and counted.
# shellcheck source=shell_testing.sh
source "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

include=$here/../include
translate --target=cuda -o program.cu "$here/run/unknown_extents.cpp" -- -std=c++17
holds "the program translates" hasStatus 0
holds "it compiles" clang++-19 -x c++ -std=c++20 -O0 -I"$here/run" -I"$include" -include appyl/cuda/emulation.hpp -o program \
  program.cu -lboost_context
APPYL_PROFILE=1 ./program >reached 2>"$err"
holdsNot "where the device reaches all, nothing runs on the host" grep -q 'runs on the host' "$err"
holds "and nothing is counted" awk '$1 ~ /kernel/ && $NF ~ /^[1-9]/ { bad = 1 } END { exit bad }' "$err"
APPYL_EMULATED_PAGEABLE=0 APPYL_PROFILE=1 ./program >fallen 2>"$err"
holds "the host computes the same" cmp reached fallen
holds "it is told once for each loop and array" test "$(grep -c 'runs on the host' "$err")" = 8
holds "with what would help" grep -q "unknown_extents.cpp:14: warning: the loop runs on the host: .* add 'shape(x\[N\])'" "$err"
holds "rows behind pointers are named" grep -q "unknown_extents.cpp:49: .*'table' leads to pointers" "$err"
holds "each time is counted" grep -qE '^unknown_extents.cpp:28 .* 3$' "$err"
APPYL_EMULATED_DEVICES=0 ./program >"$out" 2>"$err"
holds "a machine without a GPU is told so" grep -q 'there is no GPU that CUDA can use' "$err"
finish

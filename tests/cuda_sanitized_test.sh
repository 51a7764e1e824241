#!/usr/bin/env bash
# CUDA kernels on a CPU are clean under the address, the undefined-behaviour and the thread sanitizer.
. "$(dirname "${BASH_SOURCE[0]}")/cuda_emulation.sh"

holds "kernels build under sanitizers" build g++ kernels kernels "${sanitizers[@]}"
holds "data builds under sanitizers" build g++ data data "${sanitizers[@]}"
runs kernels shuffled:7 2
holds "kernels are clean under sanitizers" prints 'all kernels agree'
runs data row_major 2
holds "copies of arrays are right, and clean under sanitizers" prints 'all copies are as they should be'

# Not every kernel's address space suits the sanitizer of every GCC.
g++ -x c++ -std=c++20 -g1 -O1 -Wall -Wextra -Werror -I"$include" -include appyl/cuda/emulation.hpp -fsanitize=thread \
  -o race "$programs/race.cu" -lboost_context 2>"$err"
holds "a race compiles for the thread sanitizer" test ! -s "$err"
APPYL_THREADS=2 ./race >"$out" 2>"$err"
if grep -q 'unexpected memory mapping' "$err"; then
  echo "the thread sanitizer does not run here: that it sees races of kernels was not checked"
else
  holds "blocks that write one element are a data race" grep -q 'data race' "$err"
  holds "it is reported in the kernel" grep -q 'in count .*race.cu:15\|count .*race.cu:15' "$err"
  APPYL_THREADS=2 ./race atomic >"$out" 2>"$err"
  holds "atomic updates are none" test ! -s "$err"
  holds "and none is lost" grep -qx 14286 "$out"
fi
finish

#!/usr/bin/env bash
# CUDA kernels on a CPU: the programs of tests/cuda, unchanged, with and without sanitizers, in every order; and by nvcc,
# where there is one, to show that they are CUDA.
. "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

programs=$here/cuda include=$here/../include

build() { # COMPILER OUTPUT PROGRAM FLAGS...
  local compiler=$1 output=$2 program=$3
  shift 3
  "$compiler" -x c++ -std=c++20 -Wall -Wextra -Werror -I"$include" -include appyl/cuda/emulation.hpp "$@" \
    -o "$output" "$programs/$program.cu" -lboost_context -pthread
}

runs() { # PROGRAM ORDER THREADS
  APPYL_ORDER=$2 APPYL_THREADS=$3 ASAN_OPTIONS=detect_stack_use_after_return=0 timeout 300 "./$1" >"$out" 2>"$err"
  status=$?
}

copies() { grep -q 'all copies are as they should be' "$out"; }
agrees() { grep -q 'all kernels agree' "$out"; }
multiplies() { grep -q 'all products agree' "$out"; }

for compiler in g++ clang++-19; do
  command -v $compiler >/dev/null || continue
  holds "$compiler builds kernels without a warning" build $compiler kernels.$compiler kernels -O2
  for order in row_major reversed shuffled:1; do
    runs kernels.$compiler $order 3
    holds "kernels give their results ($compiler, $order)" agrees
  done
done

sanitizers="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined"
# shellcheck disable=SC2086
{
  holds "kernels build under sanitizers" build g++ kernels.checked kernels $sanitizers
  holds "data builds under sanitizers" build g++ data.checked data $sanitizers
  # Many kernels: Clang compiles them in a third of the time, and optimising them takes longer than running them as they
  # are. Without those checks that the address sanitizer makes as well.
  holds "products build under sanitizers" build clang++-19 products.checked contraction $sanitizers -O0 -g1 \
    -fno-sanitize=null,object-size,vptr,pointer-overflow -fuse-ld=lld
  holds "divergence builds" build g++ divergence divergence $sanitizers
  holds "overflow builds" build g++ overflow overflow $sanitizers
}
runs kernels.checked shuffled:7 2
holds "kernels are clean under sanitizers" agrees
runs products.checked shuffled:3 2
holds "products agree, and are clean under sanitizers" multiplies
runs data.checked row_major 2
holds "copies of arrays are right, and clean under sanitizers" copies

runs divergence row_major 1
holds "a barrier that some threads miss ends the program" hasStatus 3
holds "it is reported at its line" grep -q 'divergence.cu:8: error: not all threads reach this barrier' "$err"
holds "with the kernel, the block and both threads" \
  grep -q "kernel 'uneven', block (0, 0, 0): thread (0, 0, 0) waits, thread (50, 0, 0) has ended" "$err"
holds "the exception names the loop" grep -q '^loop.cpp:12: a kernel failed' "$err"
holdsNot "the stacks of those that waited are unwound in order" grep -q AddressSanitizer "$err"
runs overflow row_major 1
holdsNot "a write past the end of device memory ends the program" hasStatus 0
holds "it is reported in the kernel" grep -q 'in fill .*overflow.cu:9' "$err"
APPYL_EMULATED_DEVICES=0 ./overflow >"$out" 2>"$err"
holds "a machine without a GPU is told so" grep -q 'there is no GPU that CUDA can use' "$err"
APPYL_EMULATED_MEMORY=100 ./overflow >"$out" 2>"$err"
holds "memory that is full is told with both sizes" grep -q '400 bytes wanted, 100 of 100 free' "$err"

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

nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)
if [ -z "$nvcc" ]; then
  echo "nvcc is not here: that the kernels are CUDA was not checked"
else
  for architecture in sm_80 sm_90; do
    holds "nvcc accepts kernels for $architecture" "$nvcc" -std=c++20 --extended-lambda --expt-relaxed-constexpr \
      -arch=$architecture -Werror all-warnings -I"$include" -c -o kernels.o "$programs/kernels.cu"
  done
  holds "nvcc accepts products" "$nvcc" -std=c++20 --extended-lambda --expt-relaxed-constexpr -arch=sm_80 -DFEW_KERNELS \
    -Werror all-warnings -I"$include" -c -o products.o "$programs/contraction.cu"
  holds "nvcc accepts data in C++17" "$nvcc" -std=c++17 --extended-lambda --expt-relaxed-constexpr \
    -Werror all-warnings -I"$include" -c -o data.o "$programs/data.cu"
fi
finish

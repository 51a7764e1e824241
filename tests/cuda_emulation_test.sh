#!/usr/bin/env bash
# CUDA kernels on a CPU give their results, built by both compilers and in every order; errors of kernels and of the
# machine are reported.
. "$(dirname "${BASH_SOURCE[0]}")/cuda_emulation.sh"

declare -A level=([g++]=-O1 [clang++-19]=-O0)
for compiler in g++ clang++-19; do
  holds "$compiler builds kernels without a warning" build $compiler kernels.$compiler kernels ${level[$compiler]}
  for order in row_major reversed shuffled:1; do
    runs kernels.$compiler $order 3
    holds "kernels give their results ($compiler, $order)" prints 'all kernels agree'
  done
done

holds "divergence builds" build g++ divergence divergence "${sanitizers[@]}"
holds "overflow builds" build g++ overflow overflow "${sanitizers[@]}"
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
finish

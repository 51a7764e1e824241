#!/usr/bin/env bash
# The kernels of products on a CPU agree with plain loops, and are clean under sanitizers. Optimising these many kernels
# takes longer than running them as they are; the checks that the address sanitizer makes as well are left to it.
. "$(dirname "${BASH_SOURCE[0]}")/cuda_emulation.sh"

holds "products build under sanitizers" build clang++-19 products contraction "${sanitizers[@]}" -O0 -g1 \
  -fno-sanitize=null,object-size,vptr,pointer-overflow -fuse-ld=lld
runs products shuffled:3 2
holds "products agree, and are clean under sanitizers" prints 'all products agree'
finish

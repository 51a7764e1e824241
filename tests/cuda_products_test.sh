#!/usr/bin/env bash
# The kernels of products on a CPU agree with plain loops, and are clean under sanitizers. Optimising these many kernels
# takes longer than running them as they are, but not the emulation, which is compiled for itself; the checks that the
# address sanitizer makes as well are left to it. Undefined behaviour traps, and no lines are kept, for both take a
# quarter of the time; by hand, `-g1` and without the trap, the sanitizers tell more.
. "$(dirname "${BASH_SOURCE[0]}")/cuda_emulation.sh"

echo '#include <appyl/cuda/emulation.hpp>' >emulation.hpp
compile=(clang++-19 -std=c++20 -Wall -Wextra -Werror -I"$include" "${sanitizers[@]}" -g0
  -fno-sanitize=null,object-size,vptr,pointer-overflow -fsanitize-trap=undefined)
plain=(-O0 -Xclang -disable-O0-optnone)
holds "the emulation is compiled" "${compile[@]}" "${plain[@]}" -x c++-header -fpch-codegen -fpch-instantiate-templates \
  emulation.hpp -o emulation.pch
holds "and optimised" "${compile[@]}" -O2 -c emulation.pch -o emulation.o -Wno-unused-command-line-argument
holds "products build under sanitizers" "${compile[@]}" "${plain[@]}" -include-pch emulation.pch -x c++ -c \
  "$programs/contraction.cu" -o products.o
holds "and are linked" "${compile[@]}" products.o emulation.o -o products -lboost_context -pthread -fuse-ld=lld
runs products shuffled:3 2
holds "products agree, and are clean under sanitizers" prints 'all products agree'
finish

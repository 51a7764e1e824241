# shellcheck shell=bash
# What the tests of CUDA kernels on a CPU share: those of tests/cuda are compiled, unchanged, by an ordinary compiler and
# run by the emulation. Sourced behind shell_testing.sh's arguments.
# shellcheck source=shell_testing.sh
source "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

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

prints() { grep -q "$1" "$out"; }

sanitizers=(-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined)

#!/usr/bin/env bash
# run.sh [--seed N] [--count N | --seconds N] [--target openmp|cuda|interpret|model] [--mistakes N] [--reduce N] [--nvcc N] [--cxx17 N]
#
# Tries random functions on all targets, and functions with planted mistakes, on all cores; ends with the seeds that
# failed, and the first N of them cut down to what still fails. `--print SEED` shows the function of a seed, `--print-mistaken SEED` the one with a mistake. What failed is
# kept in build/random. `--grid-calls PERCENT` says how many functions have grid calls (12). `--nvcc N` compiles each N-th program for CUDA with nvcc, too (NVCC names it). `--cxx17 N`
# has each N-th program in C++17 (4).
set -eu

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
tool=${APPYL_TRANSLATE:-$root/build/release/appyl-translate}
work=${APPYL_RANDOM:-$root/build/random}
[ -x "$tool" ] || { echo "there is no translator at $tool; build it first, or name it by APPYL_TRANSLATE" >&2; exit 2; }

mkdir -p "$work"
program=$work/random-programs
if [ ! -x "$program" ] || [ -n "$(find "$root/tests/random" -newer "$program" -print -quit)" ]; then
  ${CXX:-g++} -std=c++20 -O1 -Wall -Wextra "$root"/tests/random/*.cpp -o "$program" -pthread
fi
exec "$program" "$tool" "$root/include" "$root/tests/random" "$work/scratch" --jobs "$(nproc)" "$@"

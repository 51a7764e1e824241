#!/usr/bin/env bash
# cuda_compile_test.sh TOOL SCRATCH_DIR
#
# The samples' golden CUDA files compile with nvcc without a warning, products for two architectures, and so do programs
# of tests/run/ that use more of the language; where nvcc is found.
# shellcheck source=shell_testing.sh
source "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

root=$(cd "$here/.." && pwd)
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)
if [ -z "$nvcc" ]; then
  echo "nvcc is not here: that the generated code is CUDA was not checked"
  exit 77
fi
for file in "$root"/tests/golden/cuda/*.cu; do
  name=$(basename "$file")
  architectures=(-gencode "arch=compute_80,code=sm_80")
  case $name in 06_* | 16_*) architectures+=(-gencode "arch=compute_90,code=sm_90") ;; esac
  holds "nvcc accepts $name" "$nvcc" -std=c++20 --extended-lambda --expt-relaxed-constexpr "${architectures[@]}" \
    -Werror all-warnings -I"$root/include" -I"$root/samples" -c -o golden.o "$file"
done
for name in device_bodies device_callables staged_tiles teams device_histograms; do
  translate --target=cuda -o "$name.cu" "$root/tests/run/$name.cpp" -- -std=c++20
  holds "$name translates" hasStatus 0
  holds "nvcc accepts $name" "$nvcc" -std=c++20 --extended-lambda --expt-relaxed-constexpr -arch=sm_80 \
    -Werror all-warnings -I"$root/include" -I"$root/tests/run" -c -o program.o "$name.cu"
done
finish

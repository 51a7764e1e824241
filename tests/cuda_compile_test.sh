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
for name in device_bodies device_callables grouped_programs staged_tiles teams device_histograms tiles tile_small_types tile_element_types small_floats tensor_products contraction_batches template_reductions; do
  translate --target=cuda -o "$name.cu" "$root/tests/run/$name.cpp" -- -std=c++20 -I"$root/include"
  holds "$name translates" hasStatus 0
  holds "nvcc accepts $name" "$nvcc" -std=c++20 --extended-lambda --expt-relaxed-constexpr -arch=sm_80 \
    -Werror all-warnings -I"$root/include" -I"$root/tests/run" -c -o program.o "$name.cu"
done

# Of the library's own operators it makes nothing.
cat >complex.cu <<'END'
#include <appyl/cuda/cuda.hpp>
template <class T>
__global__ void multiply(std::complex<T>* z, const std::complex<T>* w) { z[0] *= w[0] + w[1] * w[2]; }
template __global__ void multiply(std::complex<float>*, const std::complex<float>*);
template __global__ void multiply(std::complex<double>*, const std::complex<double>*);
END
holds "nvcc takes complex numbers" "$nvcc" -std=c++20 --extended-lambda --expt-relaxed-constexpr -arch=sm_80 -ptx \
  -Werror all-warnings -I"$root/include" -o complex.ptx complex.cu
holds "their products are computed in float" grep -q 'mul\(.rn\)\?\.f32' complex.ptx
holds "their products are computed in double" grep -q 'mul\(.rn\)\?\.f64' complex.ptx
finish

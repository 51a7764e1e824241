#!/usr/bin/env bash
# cuda_compile_test.sh TOOL SCRATCH_DIR
#
# nvcc, where it is found, compiles what the tool writes for CUDA, and the library's own kernels, without a warning: a
# part of both that has every kind of kernel, or with APPYL_NVCC=all every sample, products for two architectures, and the
# programs of tests/run/ that use more of the language. APPYL_NVCC=none leaves nvcc alone; another value is its path.
# shellcheck source=shell_testing.sh
source "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

root=$(cd "$here/.." && pwd)
case ${APPYL_NVCC:-} in
  none) nvcc='' ;;
  */*) nvcc=$APPYL_NVCC ;;
  *) nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null) ;;
esac
if [ -z "$nvcc" ]; then
  echo "nvcc is not here: that the generated code is CUDA was not checked"
  exit 77
fi

samples=(01_saxpy 09_histogram 17_layer_norm) programs=(device_bodies device_callables names_of_cuda lambdas_of_a_file) kernels=(data)
if [ "${APPYL_NVCC:-}" = all ]; then
  samples=("$root"/tests/golden/cuda/*.cu)
  samples=("${samples[@]##*/}") samples=("${samples[@]%.cu}")
  programs=(device_bodies device_callables names_of_cuda lambdas_of_a_file around_kernels library_hidden
    constraints_in_kernels cut_conditionals grouped_programs staged_tiles teams device_histograms tiles tile_small_types
    tile_element_types small_floats tensor_products contraction_batches template_reductions)
  kernels=(data kernels contraction)
fi

ln -s "$root" root  # whose path may have spaces
# Two at a time: each line of `jobs` is a name, and the rest of a command.
for name in "${samples[@]}"; do
  architectures='-gencode arch=compute_80,code=sm_80'
  case $name in 06_* | 16_*) architectures+=' -gencode arch=compute_90,code=sm_90' ;; esac
  printf '%s\n' "$name -std=c++20 $architectures root/tests/golden/cuda/$name.cu"
done >jobs
for name in "${programs[@]}"; do
  standard=-std=c++17
  grep -q '^// flags:.*-std=c++20' "$root/tests/run/$name.cpp" && standard=-std=c++20
  translate --target=cuda -o "$name.cu" "$root/tests/run/$name.cpp" -- $standard -I"$root/include"
  holds "$name translates" hasStatus 0
  printf '%s\n' "$name $standard -arch=sm_80 $name.cu" >>jobs
done
for name in "${kernels[@]}"; do
  case $name in
    data) printf '%s\n' "$name -std=c++17 root/tests/cuda/$name.cu" ;;
    kernels) printf '%s\n' "$name -std=c++20 -arch=sm_80 root/tests/cuda/$name.cu" "$name.90 -std=c++20 -arch=sm_90 root/tests/cuda/$name.cu" ;;
    contraction) printf '%s\n' "$name -std=c++20 -arch=sm_80 -DFEW_KERNELS root/tests/cuda/$name.cu" ;;
  esac
done >>jobs
export nvcc
export flags="--extended-lambda --expt-relaxed-constexpr -Werror all-warnings"
xargs -P 2 -I{} bash -c '
  job="{}"; name=${job%% *} words=${job#* }
  "$nvcc" ${words% *} $flags -Iroot/include -Iroot/samples -Iroot/tests/run -c -o "$name.o" "${words##* }" \
    >"$name.log" 2>&1 && touch "$name.taken"' <jobs
while read -r name _; do
  holds "nvcc accepts $name" test -e "$name.taken"
  [ -e "$name.taken" ] || head -n 20 "$name.log"
done <jobs

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

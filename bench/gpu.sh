#!/usr/bin/env bash
# Runs the translated samples on a GPU: from their generated files (tests/golden/cuda/) and include/ alone, so that the
# machine with the GPU needs nvcc and no Clang. Every sample is checked against its sequential version at all of its
# test sizes, under compute-sanitizer too where that is installed. Then, at sizes that fill a GPU, for each kernel the
# time of its fastest launch, the bandwidth of the bytes that it must move (each element read or written once) beside
# that of a copy on the device, or its arithmetic, and for each call the time from end to end with all transfers. Sums
# stand beside those of CUB, the product of a sparse matrix beside that of cuSPARSE.
#
#   bench/gpu.sh [--check-only] [--emulated] [OPTION...] [SAMPLE...]
#
# Samples are names such as 01_saxpy (default: all). --check-only measures nothing. --emulated runs the same on the CPU
# at small sizes, where figures say nothing about a GPU. --save names the table by device and date. Each program
# launches its kernels several times itself; with --rounds (default 1) it runs as often as that. NVCC chooses the
# compiler (default nvcc).
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=bench/common.sh
. bench/common.sh
check_only='' emulated=''
parse '--check-only --emulated' "$@"
rounds=${rounds:-1} samples=("${words[@]}")
if [[ -n $emulated && -n $save ]]; then fail "--save is for figures of a GPU, not of its emulation"; fi
if [[ ${#samples[@]} -eq 0 && -n $quick ]]; then samples=(01_saxpy 02_sum_dot); fi
if [[ ${#samples[@]} -eq 0 ]]; then
  mapfile -t samples < <(grep -l sample.hpp tests/golden/cuda/*.cu | sed 's|.*/||; s|\.cu$||')
fi
for name in "${samples[@]}"; do [[ -e tests/golden/cuda/$name.cu ]] || fail "there is no sample $name"; done

nvcc=${NVCC:-nvcc}
[[ -n $emulated ]] || found "$nvcc" || fail "nvcc is missing; NVCC says where it is, --emulated does without"

# Sizes that fill a GPU, and small ones for the emulation.
declare -A sizes=(
  [01_saxpy]="100000000" [02_sum_dot]="100000000" [03_convolution2d]="8192 8192" [04_jacobi2d]="8192 8192 20"
  [05_heat3d]="400 400 400 20" [06_matmul]="4096 4096 4096" [07_spmm]="200000 128 30" [08_kmeans]="5000000 64"
  [09_histogram]="50000000 500" [10_nbody]="50000 2" [11_mandelbrot]="4000 6000 1000" [12_black_scholes]="20000000"
  [13_softmax]="50000 1000" [14_floyd_warshall]="2000" [15_lu]="3000" [16_tile_products]="2048 2048 2048"
  [17_layer_norm]="200000" [18_attention]="8192" [19_tile_forms]="20000000" [21_storage_order]="16000 16000"
)
declare -A smallSizes=(
  [01_saxpy]="1000" [02_sum_dot]="1000" [03_convolution2d]="50 60" [04_jacobi2d]="40 50 3" [05_heat3d]="10 12 14 3"
  [06_matmul]="40 50 60" [07_spmm]="50 20 6" [08_kmeans]="500 5" [09_histogram]="1000 50" [10_nbody]="60 2"
  [11_mandelbrot]="20 30 50" [12_black_scholes]="500" [13_softmax]="20 30" [14_floyd_warshall]="30" [15_lu]="30"
  [16_tile_products]="40 50 60" [17_layer_norm]="20" [18_attention]="40" [19_tile_forms]="500" [21_storage_order]="40 50"
)
# What one launch has to do at least, in the sample's sizes $1, $2, ... : bytes moved, or operations.
# shellcheck disable=SC2016 # amount puts the sizes in
declare -A bytes=(
  [saxpy_kernel0]='12*$1' [sum_kernel0]='8*$1' [dot_kernel0]='16*$1' [summarise_kernel0]='8*$1'
  [smallest_kernel0]='8*$1' [convolve_kernel0]='8*$1*$2' [Plate_relax_kernel0]='16*$1*$2' [heat_kernel0]='16*$1*$2*$3'
  [largestChange_kernel0]='16*$1*$2*$3' [priceAll_kernel0]='48*$1'
  [transpose_kernel0]='16*$1*$2' [balance_kernel0]='16*$1*$2'
)
# shellcheck disable=SC2016
declare -A operations=(
  [matmul_kernel0]='2*$1*$2*$3' [multiply_kernel0]='2*$1*$2*$3' [accelerate_kernel0]='19*$1*$1'
  [potential_kernel0]='5*$1*$1' [shortestWays_kernel0]='2*$1*$1'
)

compile() { # source program libraries...
  if [[ -n $emulated ]]; then
    "$cxx" -x c++ -std=c++20 -O2 -w -Iinclude -Isamples -include appyl/cuda/emulation.hpp -o "$2" "$1" \
      -lboost_context
  else
    "$nvcc" -std=c++20 -O3 -arch=native --extended-lambda --expt-relaxed-constexpr -Iinclude -Isamples -o "$2" "$1" \
      "${@:3}"
  fi
}

export -f compile
export work emulated nvcc cxx

sanitizer=
if [[ -z $emulated ]]; then sanitizer=$(command -v compute-sanitizer || true); fi

check() { # sample: at its test sizes
  local arguments first=yes
  while IFS= read -r arguments; do
    # shellcheck disable=SC2086 # sizes are a list of words
    "$work/$1" $arguments > "$work/lines" || { cat "$work/lines" >&2; echo "wrong results: $1 $arguments" >&2; exit 1; }
    if [[ -n $sanitizer && -z $first ]]; then
      # shellcheck disable=SC2086
      "$sanitizer" --require-cuda-init=no --error-exitcode 9 "$work/$1" $arguments > "$work/sanitizer" 2>&1 ||
        { cat "$work/sanitizer" >&2; echo "compute-sanitizer complains: $1 $arguments" >&2; exit 1; }
    fi
    first=
  done < <(sed -n 's|^// run:[[:space:]]*||p' "tests/golden/cuda/$1.cu")
  printf '%-18s checked%s\n' "$1" "${sanitizer:+, clean under compute-sanitizer}"
}

amount() { # formula sizes...: a number
  local formula=$1
  shift
  set -- "$@" 1 1 1 1
  formula=${formula//\$1/$1} formula=${formula//\$2/$2} formula=${formula//\$3/$3}
  awk "BEGIN { printf \"%.6e\", $formula }"
}

measure() { # sample
  local name=$1 chosen=${sizes[$1]} round kernel launches fastest speed share figure calls
  if [[ -n $emulated$quick ]]; then chosen=${smallSizes[$1]}; fi
  for ((round = 0; round < rounds; ++round)); do
    # shellcheck disable=SC2086 # sizes are a list of words
    APPYL_PROFILE=1 "$work/$name" --time $chosen 2>> "$work/$name.profile" |
      awk -v r="$round" '{ print NR, "calls", r, $1 }' >> "$work/$name.calls"
  done
  while read -r kernel launches fastest; do
    figure='' speed=- share=-
    # shellcheck disable=SC2086
    if [[ -n ${bytes[$kernel]:-} ]]; then
      speed=$(awk -v b="$(amount "${bytes[$kernel]}" $chosen)" -v ms="$fastest" 'BEGIN { printf "%.1f", b / ms / 1e6 }')
      figure=$(printf '%8.1f GB/s' "$speed")
      if [[ -n $copy ]]; then
        share=$(percent "$speed" "$copy")
        figure+=$(printf ', %5.1f %% of a copy' "$share")
        if [[ $kernel == sum_kernel0 ]]; then figure+=$(printf ', %5.1f %% of CUB' "$(percent "$speed" "$cub")"); fi
      fi
    elif [[ -n ${operations[$kernel]:-} ]]; then
      figure=$(awk -v o="$(amount "${operations[$kernel]}" $chosen)" -v ms="$fastest" \
        'BEGIN { printf "%8.1f Gop/s", o / ms / 1e6 }')
      if [[ $kernel == multiply_kernel0 && -n $sparse ]]; then
        speed=$(awk -v o="$(amount "${operations[$kernel]}" $chosen)" -v ms="$fastest" 'BEGIN { print o / ms / 1e6 }')
        figure+=$(printf ', %5.1f %% of cuSPARSE' "$(percent "$speed" "$sparse")")
        speed=-
      fi
    fi
    printf '%-18s %-24s %8d %12s  %s\n' "$name" "$kernel" "$launches" "$fastest" "$figure"
    record sample="$name" kernel="$kernel" launches="$launches" fastest_ms="$fastest" gigabytes_per_second="$speed" \
      percent_of_copy="$share"
  done < <(awk '/^[A-Za-z_0-9]+ \(.*:[0-9]+\) / {
      if (!($1 in fastest)) { kernel[++count] = $1; fastest[$1] = $5 }
      launches[$1] += $3
      if ($5 < fastest[$1]) fastest[$1] = $5
    }
    END { for (i = 1; i <= count; ++i) print kernel[i], launches[kernel[i]], fastest[kernel[i]] }' "$work/$name.profile")
  calls=$(summary calls calls < "$work/$name.calls" | awk '{ printf "%s ", $2 }')
  printf '%-18s calls from end to end, with transfers: %s s\n' "$name" "$calls"
  record sample="$name" calls_seconds="${calls% }"
}
percent() { awk -v part="$1" -v whole="$2" 'BEGIN { printf "%.1f", 100 * part / (whole / 1e9) }'; }

table() {
  local name
  # shellcheck disable=SC2016 # for the other shell
  printf '%s\n' "${samples[@]}" |
    xargs -P "$(nproc)" -I{} bash -c 'compile "tests/golden/cuda/$1.cu" "$work/$1"' compile {}
  for name in "${samples[@]}"; do check "$name"; done
  if [[ -n $check_only ]]; then return; fi
  if [[ -n $copy ]]; then
    awk -v copy="$copy" -v cub="$cub" \
      'BEGIN { printf "copy on the device %.1f GB/s, sum by CUB %.1f GB/s\n", copy / 1e9, cub / 1e9 }'
  fi
  printf '%-18s %-24s %8s %12s\n' sample kernel launches 'fastest ms'
  for name in "${samples[@]}"; do measure "$name"; done
  about "$device; $(date +%Y-%m-%d)"
}

device='emulated on the CPU' copy='' cub='' sparse=''
if [[ -z $emulated && -z $check_only ]]; then
  compile bench/gpu_limits.cu "$work/limits" -lcusparse
  # shellcheck disable=SC2086 # sizes are a list of words
  "$work/limits" ${sizes[07_spmm]} > "$work/limits.txt" 2> "$work/device"
  device=$(cat "$work/device")
  copy=$(awk '$1 == "copy" { print $2 }' "$work/limits.txt")
  cub=$(awk '$1 == "cub-sum" { print $2 }' "$work/limits.txt")
  sparse=$(awk '$1 == "cusparse" { print $2 }' "$work/limits.txt")
fi
publish "gpu-${device//[^A-Za-z0-9]/-}-$(date +%Y-%m-%d)"

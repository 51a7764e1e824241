#!/usr/bin/env bash
# Runs the translated samples on a GPU: from their generated files (tests/golden/cuda/) and include/ alone, so that the
# machine with the GPU needs nvcc and no Clang. Every sample is checked against its sequential version at all of its test
# sizes, under compute-sanitizer too where that is installed. Then, at sizes that fill a GPU, for each kernel the time
# of its fastest launch, the bandwidth of the bytes that it must move (each element read or written once) beside that
# of a copy on the device, or its arithmetic, and for each call the time from end to end with all transfers. Sums stand
# beside those of CUB.
#
#   bench/gpu.sh [--save] [--check-only] [--emulated] [sample...]
#
# Samples are names such as 01_saxpy (default: all). --check-only measures nothing. --emulated runs the same on the CPU
# at small sizes, where figures say nothing about a GPU. --save writes the table to bench/results/, by date and device.
# NVCC chooses the compiler (default nvcc).
set -euo pipefail
cd "$(dirname "$0")/.."

save= checkOnly= emulated= samples=()
for argument; do
  case $argument in
    --save) save=yes ;;
    --check-only) checkOnly=yes ;;
    --emulated) emulated=yes ;;
    -*) echo "unknown option $argument" >&2; exit 2 ;;
    *) samples+=("$argument") ;;
  esac
done
if [[ ${#samples[@]} -eq 0 ]]; then
  for file in $(grep -l sample.hpp tests/golden/cuda/*.cu); do name=${file##*/}; samples+=("${name%.cu}"); done
fi

nvcc=${NVCC:-nvcc}
if [[ -z $emulated ]] && ! command -v "$nvcc" > /dev/null; then
  echo "nvcc is missing; NVCC says where it is, --emulated does without" >&2
  exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

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
declare -A bytes=(
  [saxpy_kernel0]='12*$1' [sum_kernel0]='8*$1' [dot_kernel0]='16*$1' [summarise_kernel0]='8*$1'
  [smallest_kernel0]='8*$1' [convolve_kernel0]='8*$1*$2' [Plate_relax_kernel0]='16*$1*$2' [heat_kernel0]='16*$1*$2*$3'
  [largestChange_kernel0]='16*$1*$2*$3' [priceAll_kernel0]='48*$1'
  [transpose_kernel0]='16*$1*$2' [balance_kernel0]='16*$1*$2'
)
declare -A operations=(
  [matmul_kernel0]='2*$1*$2*$3' [multiply_kernel0]='2*$1*$2*$3' [accelerate_kernel0]='19*$1*$1'
  [potential_kernel0]='5*$1*$1' [shortestWays_kernel0]='2*$1*$1'
)

compile() { # source program
  if [[ -n $emulated ]]; then
    "${CXX:-g++}" -x c++ -std=c++20 -O2 -w -Iinclude -Isamples -include appyl/cuda/emulation.hpp -o "$2" "$1" \
      -lboost_context
  else
    "$nvcc" -std=c++20 -O3 -arch=native --extended-lambda --expt-relaxed-constexpr -Iinclude -Isamples -o "$2" "$1"
  fi
}

export -f compile
export work emulated nvcc

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
  local name=$1 chosen=${sizes[$1]} kernel launches fastest figure
  if [[ -n $emulated ]]; then chosen=${smallSizes[$1]}; fi
  # shellcheck disable=SC2086 # sizes are a list of words
  APPYL_PROFILE=1 "$work/$name" --time $chosen > "$work/$name.calls" 2> "$work/$name.profile"
  while read -r kernel launches fastest; do
    figure=
    # shellcheck disable=SC2086
    if [[ -n ${bytes[$kernel]:-} ]]; then
      figure=$(awk -v b="$(amount "${bytes[$kernel]}" $chosen)" -v ms="$fastest" -v copy="${copy:-0}" 'BEGIN {
        printf "%8.1f GB/s", b / ms / 1e6
        if (copy > 0) printf ", %5.1f %% of a copy", 100 * b / ms * 1e3 / copy }')
      if [[ $kernel == sum_kernel0 && -n ${cub:-} ]]; then
        figure+=$(awk -v b="$(amount "${bytes[$kernel]}" $chosen)" -v ms="$fastest" -v cub="$cub" \
          'BEGIN { printf ", %5.1f %% of CUB", 100 * b / ms * 1e3 / cub }')
      fi
    elif [[ -n ${operations[$kernel]:-} ]]; then
      figure=$(awk -v o="$(amount "${operations[$kernel]}" $chosen)" -v ms="$fastest" \
        'BEGIN { printf "%8.1f Gop/s", o / ms / 1e6 }')
    fi
    printf '%-18s %-24s %8d %12s  %s\n' "$name" "$kernel" "$launches" "$fastest" "$figure"
  done < <(awk '/^[A-Za-z_0-9]+ \(.*:[0-9]+\) / { print $1, $3, $5 }' "$work/$name.profile")
  printf '%-18s %s: %s s\n' "$name" "calls from end to end, with transfers" "$(tr '\n' ' ' < "$work/$name.calls")"
}

table() {
  local name
  for name in "${samples[@]}"; do
    if [[ ! -e tests/golden/cuda/$name.cu ]]; then echo "there is no sample $name" >&2; exit 2; fi
  done
  printf '%s\n' "${samples[@]}" | xargs -P "$(nproc)" -I{} bash -c 'compile "tests/golden/cuda/$1.cu" "$work/$1"' compile {}
  for name in "${samples[@]}"; do check "$name"; done
  if [[ -n $checkOnly ]]; then return; fi
  if [[ -z $emulated ]]; then
    compile bench/gpu_limits.cu "$work/limits"
    "$work/limits" > "$work/limits.txt" 2> "$work/device"
    copy=$(awk '$1 == "copy" { print $2 }' "$work/limits.txt") cub=$(awk '$1 == "cub-sum" { print $2 }' "$work/limits.txt")
    awk -v copy="$copy" -v cub="$cub" \
      'BEGIN { printf "copy on the device %.1f GB/s, sum by CUB %.1f GB/s\n", copy / 1e9, cub / 1e9 }'
  fi
  printf '%-18s %-24s %8s %12s\n' sample kernel launches 'fastest ms'
  for name in "${samples[@]}"; do measure "$name"; done
  printf '%s; %s\n' "$(cat "$work/device" 2> /dev/null || echo 'emulated on the CPU')" "$(date +%Y-%m-%d)"
}

if [[ -n $save && -z $emulated ]]; then
  mkdir -p bench/results
  table | tee "$work/table"
  device=$(tail -n 1 "$work/table" | sed 's/;.*//; s/[^A-Za-z0-9]\+/-/g')
  mv "$work/table" "bench/results/gpu-$device-$(date +%Y-%m-%d).txt"
else
  table
fi

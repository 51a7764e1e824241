#!/usr/bin/env bash
# run.sh [name]
#
# Shows the samples, or those whose names contain `name`: installs what is missing, builds the tool, translates each
# sample for OpenMP, compiles it as it is written and as it is translated, and runs both. Each program times its
# annotated loops beside sequential ones and checks that they agree. The status is 0 when all were compiled and agreed.
set -u

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=../cmake/setup.sh
source "$root/cmake/setup.sh"
cd "$root" || exit 1

samples=()
for source in samples/[0-9][0-9]_*.c*; do
  [[ $(basename "${source%.*}") == *"${1-}"* ]] && samples+=("$source")
done
if [ ${#samples[@]} -eq 0 ]; then
  echo "no sample's name contains '$1'" >&2
  exit 1
fi

install_missing && build_project "$root" appyl-translate || exit 1
tool=build/release/appyl-translate
scratch=build/samples
mkdir -p "$scratch"

# Runs a program and prints its lines behind what it is.
run() { # WHAT PROGRAM
  "$2" | sed "s/^/   $1   /"
  return "${PIPESTATUS[0]}"
}

# One sample; fails where a step does or a check disagrees.
show() {
  local source=$1 name stem suffix compiler standard
  name=$(basename "$source")
  stem=$scratch/${name%.*}
  case $source in
    *.c) compiler=gcc standard=-std=c11 suffix=.omp.c ;;
    *) compiler=g++ standard=-std=c++20 suffix=.omp.cpp ;;
  esac
  local compile=("$compiler" "$standard" -O3 -march=native -Isamples -Iinclude)
  local translation=$stem$suffix
  echo "== $name -> $translation"
  "$tool" --target=openmp -o "$translation" "$source" -- "$standard" -Iinclude || return
  "${compile[@]}" -Wno-unknown-pragmas -o "$stem.written" "$source" -lm || return
  "${compile[@]}" -fopenmp -o "$stem.translated" "$translation" -lm || return
  run "as written" "$stem.written" && run "translated" "$stem.translated"
}

failed=()
for source in "${samples[@]}"; do
  show "$source" || failed+=("$(basename "$source")")
done

echo
echo "$((${#samples[@]} - ${#failed[@]})) of ${#samples[@]} samples agree with their sequential loops"
[ ${#failed[@]} -eq 0 ] || { echo "these do not: ${failed[*]}"; exit 1; }

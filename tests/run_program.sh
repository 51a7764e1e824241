#!/usr/bin/env bash
# run_program.sh TOOL SOURCE SCRATCH_DIR
#
# Translates SOURCE for OpenMP and checks that the translation computes what SOURCE computes when a compiler ignores
# its pragmas. Two compilers build the translation, without a warning; each build runs with 1, 2 and 3 threads. Reads
# the lines of SOURCE that programs.sh tells of.
# shellcheck source=tests/programs.sh
source "$(dirname "${BASH_SOURCE[0]}")/programs.sh"

case $source in
  *.c) extension=c clangs="clang-19 clang" ;;
  *) extension=cpp clangs="clang++-19 clang++" ;;
esac
translation=$scratch/$stem.omp.$extension
translate openmp "$translation"
buildOriginal

# The first of the Clangs here that has an OpenMP runtime library, which all programs want to know.
choice=$(dirname "$scratch")/openmp.$extension
mkdir -p "$choice"
exec 9>"$choice/lock"
flock 9
if [ ! -e "$choice/clang" ]; then
  for candidate in $clangs; do
    if command -v "$candidate" >/dev/null && echo 'int main(void) { return 0; }' |
      "$candidate" -x c -fopenmp -o "$choice/probe" - 2>/dev/null; then
      echo "$candidate"
      break
    fi
  done >"$choice/clang"
fi
exec 9>&-
clang=$(cat "$choice/clang")
builds="$gnu $clang"
[ -z "$clang" ] && echo "$source: no Clang with an OpenMP library here; only $gnu is tried"
for build in $builds; do
  # shellcheck disable=SC2086 # flags are a list of words
  compile "$build" "$build" -O2 -fopenmp $flags -ffp-contract=off -Wall -Wextra -Werror $warnings $include \
    -o "$scratch/$stem.$build" "$translation" -lm
done

while IFS= read -r arguments; do
  runOriginal "$arguments"
  for build in $builds; do
    for threads in 1 2 3; do
      actual=$scratch/$stem.$build.$threads
      # shellcheck disable=SC2086
      OMP_NUM_THREADS=$threads OMP_DYNAMIC=false timeout 60 "$scratch/$stem.$build" $arguments >"$actual"
      compareRun "$build, $threads threads, arguments '$arguments'" $? "$actual"
      case $options in
        *--deterministic*)
          if ! cmp -s "$scratch/$stem.$build.1" "$actual"; then
            echo "$source: $build, arguments '$arguments': 1 and $threads threads differ although --deterministic was given"
            failures=1
          fi
          ;;
      esac
    done
  done
done <<<"$runs"
exit $failures

# shellcheck shell=bash
# What the tests of whole programs share: run_program.sh (OpenMP), run_cuda.sh and run_interpret.sh. Each has the
# arguments TOOL SOURCE SCRATCH_DIR and sources this file. Lines of SOURCE say how it is tested:
#   // flags: -DX=1            for every compiler, the tool's included (default -std=c++20, or -std=c11 for C)
#   // options: --block-size 7 for the tool
#   // warnings: -Wno-foo      for the compilers of original and translation only
#   // run: 10 20              one run of the program with these arguments; without such a line one run without any
#   // tolerance: 1e-12        for the lines of the output that begin with "~ " (default 1e-5, relative)
#   // expect-warning: [appyl-unproved]   diagnostics of this name may be printed; without the line none may
#   // targets: openmp         only these targets can do what the program has; others: interpret
# The macro ON_DEVICE is defined where the target is not OpenMP, so that a program can leave out single directives.

set -u
tool=$1 source=$2 scratch=$3
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# The rest of each line "// KEY: VALUE" of the source.
settings() { sed -n "s|^// $1:[[:space:]]*||p" "$source"; }

fail() {
  printf '%s: %s\n' "$source" "$1"
  exit 1
}

stem=$(basename "${source%.*}")
case $source in
  *.c) standard=-std=c11 gnu=gcc ;;
  *) standard=-std=c++20 gnu=g++ ;;
esac
flags="$(settings flags | tr '\n' ' ')"
case $flags in *-std=*) ;; *) flags="$standard $flags" ;; esac
options=$(settings options | tr '\n' ' ')
tolerance=$(settings tolerance | head -n 1)
warnings=$(settings warnings | tr '\n' ' ')
expectedWarning=$(settings expect-warning)
runs=$(settings run)
include="-I$(dirname "$source") -I$tests/../include"
mkdir -p "$scratch"

# Translates the source for TARGET to FILE; no diagnostics but the expected ones may come.
translate() { # TARGET FILE
  rm -f "$2"
  # shellcheck disable=SC2086 # flags and options are lists of words
  "$tool" "--target=$1" $options -o "$2" "$source" -- $flags >"$scratch/$stem.stdout" 2>"$scratch/$stem.stderr"
  local status=$?
  if [ $status -ne 0 ]; then
    cat "$scratch/$stem.stderr"
    fail "the tool ends with status $status"
  fi
  [ -s "$scratch/$stem.stdout" ] && fail "the tool writes to standard output although it was given -o"
  if [ -n "$expectedWarning" ]; then
    grep -E '(warning|error): ' "$scratch/$stem.stderr" | grep -vF "$expectedWarning" >"$scratch/$stem.unexpected"
  else
    cp "$scratch/$stem.stderr" "$scratch/$stem.unexpected"
  fi
  if [ -s "$scratch/$stem.unexpected" ]; then
    cat "$scratch/$stem.unexpected"
    fail "the tool prints diagnostics about a correct program"
  fi
}

compile() { # WHAT COMMAND...
  local what=$1
  shift
  if ! "$@" 2>"$scratch/$stem.$what.log"; then
    head -n 40 "$scratch/$stem.$what.log"
    fail "$what does not compile"
  fi
}

# Who compiles what has no pragmas any more: for C (which has words that only GCC takes for C++, too) and the first samples
# GCC, for the others Clang, which takes a third of the time.
compiler=clang++-19 linker=-fuse-ld=lld
case $source in *.c | *samples/0*) compiler=g++ linker= ;; esac
ownFlags=$(tr ' ' '\n' <<<"$flags" | grep -vE '^(-std=c\+\+20|-std=c11|-Iinclude|)$')

# Compiles HEADER, and what code there is of it, once for all programs that have no flags of their own. Sets `header`
# and `object` to the words with which $compiler takes both, for others leaves them as they are.
precompile() { # NAME HEADER FLAGS...
  local folder name=$1
  [[ $ownFlags ]] && return
  folder=$(dirname "$scratch")/$name.$compiler
  mkdir -p "$folder"
  exec 9>"$folder/lock"
  flock 9
  if [ ! -e "$folder/made" ] ||
    [ -n "$(find "$0" "$tests/../include" -newer "$folder/made" \( -name '*.hpp' -o -samefile "$0" \) -print -quit)" ]; then
    rm -f "$folder/made"
    echo "#include \"$2\"" >"$folder/$name.hpp"
    shift 2
    # shellcheck disable=SC2086 # include is a list of words
    if [ $compiler = g++ ]; then
      compile "$name" g++ -x c++-header "$@" $include "$folder/$name.hpp" -o "$folder/$name.hpp.gch"
    else
      compile "$name" $compiler -x c++-header -fpch-codegen -fpch-instantiate-templates "$@" $include "$folder/$name.hpp" \
        -o "$folder/$name.pch"
      compile "$name" $compiler "$@" -c "$folder/$name.pch" -o "$folder/$name.o" -Wno-unused-command-line-argument
    fi
    touch "$folder/made"
  fi
  exec 9>&-
  header="-include $folder/$name.hpp"
  [ $compiler = g++ ] || header="-include-pch $folder/$name.pch" object=$folder/$name.o
}

# Sets `original` to the program as a compiler builds it that ignores the pragmas. The targets share it; contraction to
# FMA would differ between two compilers, and between a loop and its outlined copy.
buildOriginal() {
  local folder
  folder=$(dirname "$scratch")/originals
  original=$folder/$stem
  if grep -q ON_DEVICE "$source" && [[ $flags == *-DON_DEVICE* ]]; then original=$original.device; fi
  mkdir -p "$folder"
  exec 9>"$original.lock"
  flock 9
  # A file that it is made of may have changed.
  if [ ! -e "$original" ] || [ -n "$(find "$source" "$(dirname "$source")" "$tests/../include" -newer "$original" \
    \( -name '*.h' -o -name '*.hpp' -o -samefile "$source" \) -print -quit)" ]; then
    # shellcheck disable=SC2086
    compile original $gnu -O1 $flags -ffp-contract=off -Wall -Wextra -Werror $warnings $include -Wno-unknown-pragmas \
      -o "$original.new" "$source" -lm
    mv "$original.new" "$original"
  fi
  exec 9>&-
}

# Runs the original; `expectedStatus`, and what it prints in $scratch/$stem.expected and .told.
runOriginal() { # ARGUMENTS
  # shellcheck disable=SC2086
  timeout 60 "$original" $1 >"$scratch/$stem.expected" 2>"$scratch/$stem.told"
  expectedStatus=$?
  [ $expectedStatus -ge 124 ] && fail "the original ends with status $expectedStatus ($1)"
}

failures=0
# Compares a run with that of the original.
compareRun() { # WHAT STATUS OUTPUT
  if [ "$2" -ne $expectedStatus ]; then
    echo "$source: $1: status $2, the original's is $expectedStatus"
    failures=1
  elif ! cmp -s "$scratch/$stem.expected" "$3" &&
    ! "$tests/compare_output.sh" "$scratch/$stem.expected" "$3" "${tolerance:-1e-5}"; then
    echo "$source: $1: the output differs"
    failures=1
  fi
}

# shellcheck shell=bash
# What the tests of the command line share. A test is a script with the arguments TOOL SCRATCH_DIR that sources this
# file; it works in an empty folder of its own, runs the tool with `translate`, states what must hold, and ends with `finish`.
# Statements that fail are printed with what the tool said; the others are silent.

set -u
tool=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$2"
scratch=$(cd "$2" && pwd)/$(basename "$0" .sh)
rm -rf "$scratch"
mkdir -p "$scratch/work" "$scratch/log"
cd "$scratch/work" || exit 1
out=$scratch/log/out err=$scratch/log/err
statements=0 failures=0 status=0 lastCommand=

# Runs the tool; $status, $out and $err tell what came of it.
translate() {
  lastCommand="appyl-translate $*"
  timeout 60 "$tool" "$@" >"$out" 2>"$err" </dev/null
  status=$?
}

holds() { # WHAT COMMAND...
  local what=$1
  shift
  statements=$((statements + 1))
  if ! "$@" >"$scratch/log/holds" 2>&1; then
    failures=$((failures + 1))
    printf 'not so: %s\n  after: %s\n  test:  %s\n' "$what" "$lastCommand" "$*"
    head -n 15 "$scratch/log/holds" | sed 's/^/  > /'
    head -n 8 "$err" | sed 's/^/  standard error: /'
  fi
}

holdsNot() { # WHAT COMMAND...
  local what=$1
  shift
  holds "$what" not "$@"
}
not() { ! "$@"; }

hasStatus() { [ "$status" -eq "$1" ] || { echo "the status is $status"; return 1; }; }
silent() { [ ! -s "$err" ] || { cat "$err"; return 1; }; }
noOutput() { [ ! -s "$out" ] || { head -n 5 "$out"; return 1; }; }
says() { grep -qF -- "$1" "$err"; }
# The names in a folder, one line.
contains() { [ "$(cd "$1" && echo *)" = "$2" ] || { ls -l "$1"; return 1; }; }
compiles() { # FILE [COMPILER ARGUMENTS]
  local file=$1
  shift
  case $file in
    *.c) gcc -std=c11 -fopenmp -Wall -Wextra -Werror -fsyntax-only "$@" "$file" ;;
    *) g++ -std=c++20 -x c++ -fopenmp -Wall -Wextra -Werror -fsyntax-only "$@" "$file" ;;
  esac
}

# A source with one annotated loop, good enough where its content doesn't matter.
# To standard output where FILE is -.
writeScale() { # FILE [FUNCTION]
  if [ "$1" != - ]; then
    writeScale - "${2:-scale}" >"$1"
    return
  fi
  cat <<END
void ${2:-scale}(float *a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = 2 * a[i];
}
END
}

finish() {
  if [ $failures -ne 0 ]; then
    echo "$failures of $statements statements do not hold"
    exit 1
  fi
  exit 0
}

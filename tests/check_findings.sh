#!/usr/bin/env bash
# check_findings.sh TOOL SOURCE SCRATCH_DIR
#
# SOURCE is interpreted twice. With PLANTED=1 each line that ends in
#   // finds: y[100] is outside [0, 100); program (0), i = 100 [appyl-out-of-bounds]
# must be told with exactly this text, at a column that the line has, and nothing else; the number of findings is the last line, and the status is 3,
# or with APPYL_ON_ERROR=continue the program's own. With PLANTED=0 nothing is told, and the status is 0.
# So are those of the headers in the folder `headers` beside a SOURCE that includes any.
# A line that ends in `// remarks: ...` is told as a remark, which does not count. Further lines of the source:
#   // environment: APPYL_CHECK=nan
#   // options: --block-size 7    for the tool
#   // flags: -DX=1               for the tool and the compiler
#   // not-checked: library       some of its accesses are not checked, which the tool says
# shellcheck source=tests/programs.sh
source "$(dirname "${BASH_SOURCE[0]}")/programs.sh"

cd "$root" || exit 2
tool=$1 scratch=$3 failures=0
readSettings "$2"
settings() { sed -n "s|^// $1:[[:space:]]*||p" "$source"; }
name=$(basename "$source")
mkdir -p "$scratch"
folder=$scratch
export APPYL_ORDER=row_major
for setting in $(settings environment); do export "${setting?}"; done

complainAndFail() { complain "$1"; failures=1; }

allowed() { [ -z "$(settings not-checked)" ] || printf '|appyl-unwatched'; }

headers() { grep -q '"headers/' "$source" && find "$(dirname "$source")/headers" -name '*.hpp'; }

build() { # PLANTED
  local base=$scratch/planted$1
  # shellcheck disable=SC2086 # options are a list of words
  "$tool" --target=interpret $options -o "$base.interp.cpp" "$source" -- "${flags[@]}" -Iinclude -DPLANTED="$1" \
    2>"$base.log" || { cat "$base.log"; complainAndFail "the tool refuses it"; exit 1; }
  if [ "$1" = 0 ] && grep -E 'warning|error' "$base.log" | grep -vE "appyl-unproved$(allowed)"; then
    complainAndFail "the tool warns about the corrected program"
  fi
  if ! compile interpret "$base" "$base.log" "$base.interp.cpp" "${flags[@]}" -I"$(dirname "$source")" -DPLANTED="$1"; then
    head -n 40 "$base.log"
    complain "planted$1 does not compile"
    exit 1
  fi
}

build 0
"$scratch/planted0" >"$scratch/out" 2>"$scratch/told"
status=$?
[ $status = 0 ] && [ ! -s "$scratch/told" ] || {
  cat "$scratch/told"
  complainAndFail "the corrected program ends with status $status"
}

build 1
# shellcheck disable=SC2046 # the headers are words
awk 'FNR == 1 { name = FILENAME; sub(/.*\//, "", name) }
  match($0, /\/\/ (finds|remarks): /) {
    kind = substr($0, RSTART + 3, RLENGTH - 5) == "finds" ? "error" : "remark"
    print name ":" FNR ": " kind ": " substr($0, RSTART + RLENGTH) }' "$source" $(headers) | sort >"$scratch/wanted"
APPYL_ON_ERROR=continue "$scratch/planted1" >"$scratch/out" 2>"$scratch/told"
status=$?
[ $status = 0 ] || complainAndFail "with APPYL_ON_ERROR=continue the status is $status, not the program's own"
grep -vE ': note: |^[0-9]+ findings$' "$scratch/told" | sed -E 's/^([^:]*:[0-9]+):[0-9]+:/\1:/' | sort >"$scratch/found"
diff "$scratch/wanted" "$scratch/found" || complainAndFail "what is found (>) differs from what is planted (<)"
awk -F: -v name="$name" 'NR == FNR { length_of[FNR] = length($0); next }
  $1 == name && $3 > length_of[$2] { print; bad = 1 } END { exit bad }' "$source" "$scratch/told" ||
  complainAndFail "a column is behind the end of its line"
count=$(grep -c ': error: ' "$scratch/wanted")
[ "$(tail -n 1 "$scratch/told")" = "$count findings" ] || complainAndFail "the last line is no '$count findings'"

"$scratch/planted1" >"$scratch/out" 2>"$scratch/told"
status=$?
[ $status = 3 ] || complainAndFail "the status is $status, not 3"
grep -qE '^[0-9]+ findings$' <(tail -n 1 "$scratch/told") || complainAndFail "the last line does not count the findings"
exit $failures

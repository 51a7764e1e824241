#!/usr/bin/env bash
# diagnostics_reached_test.sh TOOL SCRATCH_DIR
#
# Every message of the tool is printed by one of the programs in tests/errors: each text of diagnostics.def, with its
# arguments as wildcards and its severity and name around it, must match a line that the tool prints for one of them.
# Messages whose text is all argument are told apart by their name. The tests error.* have asked for all
# remarks and kept what was printed.
set -u

mkdir -p "$2"
scratch=$(cd "$2" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
printed=$scratch/printed
cat "$(dirname "$scratch")"/errors/*.stderr >"$printed" || { echo "run the tests error.* first"; exit 1; }

# Lines "ID SEVERITY NAME TEXT" with bars between; a note has no name.
entry='^APPYL_DIAGNOSTIC\(([A-Za-z]+), (error|warning|note|remark), "([a-z-]*)", "(.*)"\)$'
missing=0 messages=0
while IFS='|' read -r id severity name text; do
  messages=$((messages + 1))
  pattern=$(sed -E 's/[][().*+?^$|{}\\]/\\&/g; s/%[0-9]/.*/g' <<<"$text")
  [ -z "$name" ] || pattern="$pattern \\[appyl-$name\\]"
  if ! grep -qE ": $severity: $pattern\$" "$printed"; then
    printf "no program in tests/errors reaches %s: '%s'\n" "$id" "$text"
    missing=$((missing + 1))
  fi
done < <(sed -nE "s/$entry/\\1|\\2|\\3|\\4/p" src/support/diagnostics.def)

# An entry in another form than the pattern above would go unseen.
if [ "$messages" -ne "$(grep -c '^APPYL_DIAGNOSTIC(' src/support/diagnostics.def)" ]; then
  echo "diagnostics.def has entries that this test cannot read"
  exit 1
fi
[ "$missing" -eq 0 ] || { echo "$missing of $messages messages are reached by no test"; exit 1; }

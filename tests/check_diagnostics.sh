#!/usr/bin/env bash
# check_diagnostics.sh TOOL SOURCE FOLDER
#
# Runs the tool on a source with mistakes, all remarks asked for, and compares what it prints with the marks in the
# source. FOLDER/<file>/stderr keeps it for diagnostics_reached_test.sh.
#   // error: [appyl-race] fragment      a diagnostic on this line, of this name, whose message contains the fragment
#   // warning: [appyl-unproved] ...     likewise; [appyl-*] is any name of ours
#   // note: fragment                    likewise; a note has no name; notes and remarks without a mark are allowed
#   // error@+1: ...  // note@-2: ...    the line after this one, two lines before it
#   // header-warning@3: ...             line 3 of an included header
#   // prints: text                      somewhere on standard error (a fix-it, for instance)
#   // options: ...                      more options for the tool;  // flags: ...  for the compiler
# Several marks may stand on a line. All errors and warnings need a mark. With an error the status must be 1 and
# nothing is written; with warnings alone it is 0 and the translation is there.
set -u

tool=$1 source=$2 scratch=$3/$(basename "$2")
rm -rf "$scratch"
mkdir -p "$scratch"

settings() { sed -n "s|^// $1:[[:space:]]*||p" "$source"; }
flags="$(settings flags | tr '\n' ' ')"
case $source in *.c) standard=-std=c11 ;; *) standard=-std=c++20 ;; esac
case $flags in *-std=*) ;; *) flags="$standard $flags" ;; esac

output=$scratch/translated
# shellcheck disable=SC2046,SC2086 # options and flags are lists of words
timeout 60 "$tool" -Rappyl $(settings options | tr '\n' ' ') -o "$output" "$source" -- $flags \
  >"$scratch/stdout" 2>"$scratch/stderr"
status=$?

failures=0
complain() {
  printf '%s: %s\n' "$source" "$1"
  failures=1
}

expectedStatus=0
grep -qE '// error(@[-+0-9]*)?:( |$)' "$source" && expectedStatus=1
[ $status -eq $expectedStatus ] || complain "status $status, expected $expectedStatus"
[ -s "$scratch/stdout" ] && complain "something on standard output"
if [ $expectedStatus -eq 1 ]; then
  [ -e "$output" ] && complain "a file is written in spite of the error"
else
  [ -e "$output" ] || complain "no file is written although there are only warnings"
fi

while IFS= read -r text; do
  [ -z "$text" ] || grep -qF -- "$text" "$scratch/stderr" || complain "nowhere printed: $text"
done <<<"$(settings prints)"

# Both lists have lines "LINE<tab>SEVERITY<tab>NAME<tab>TEXT<tab>FILE"; FILE is "header" for an included one.
awk '
{
  rest = $0
  while (match(rest, /\/\/ (header-)?(error|warning|note|remark)(@[-+]?[0-9]+)?:( |$)/)) {
    head = substr(rest, RSTART + 3, RLENGTH - 3)
    sub(/: ?$/, "", head)
    rest = substr(rest, RSTART + RLENGTH)
    text = rest
    if (match(text, / *\/\/ (header-)?(error|warning|note|remark)(@[-+]?[0-9]+)?:( |$)/)) text = substr(text, 1, RSTART - 1)
    sub(/[[:space:]]+$/, "", text)
    file = sub(/^header-/, "", head) ? "header" : "source"
    line = NR
    if (at = index(head, "@")) {
      where = substr(head, at + 1)
      line = where ~ /^[-+]/ ? NR + where : where + 0
      head = substr(head, 1, at - 1)
    }
    name = ""
    if (match(text, /^\[[-a-z*]+\] */)) {
      name = substr(text, 2, index(text, "]") - 2)
      text = substr(text, RSTART + RLENGTH)
    }
    printf "%d\t%s\t%s\t%s\t%s\n", line, head, name, text, file
  }
}' "$source" >"$scratch/expected"

awk -v source="$source" '
match($0, /:[0-9]+:[0-9]+: (fatal error|error|warning|note|remark): /) {
  file = substr($0, 1, RSTART - 1)
  rest = substr($0, RSTART + 1)
  line = rest + 0
  sub(/^[0-9]+:[0-9]+: /, "", rest)
  severity = rest; sub(/: .*/, "", severity); sub(/^fatal /, "", severity)
  sub(/^[a-z ]+: /, "", rest)
  name = ""
  if (match(rest, / \[[-a-zA-Z0-9,=+#]+\]$/)) {
    name = substr(rest, RSTART + 2, RLENGTH - 3)
    rest = substr(rest, 1, RSTART - 1)
  }
  printf "%d\t%s\t%s\t%s\t%s\n", line, severity, name, rest, file == source ? "source" : "header"
}' "$scratch/stderr" >"$scratch/printed"

awk -F '\t' '
FILENAME == ARGV[1] { printedLine[NR] = $1; severity[NR] = $2; name[NR] = $3; message[NR] = $4; file[NR] = $5; count = NR; next }
{
  pattern = "^" $3 "$"; gsub(/\*/, ".*", pattern)
  for (i = 1; i <= count; ++i)
    if (!used[i] && printedLine[i] == $1 && severity[i] == $2 && name[i] ~ pattern && file[i] == $5 && ($4 == "" || index(message[i], $4))) break
  if (i <= count) used[i] = 1
  else { printf "  missing: line %d: %s: %s [%s]\n", $1, $2, $4, $3; bad = 1 }
}
END {
  for (i = 1; i <= count; ++i)
    if (!used[i] && severity[i] != "note" && severity[i] != "remark") {
      printf "  not expected: line %d: %s: %s [%s]\n", printedLine[i], severity[i], message[i], name[i]
      bad = 1
    }
  exit bad
}' "$scratch/printed" "$scratch/expected" || complain "the diagnostics are not the expected ones"

if [ $failures -ne 0 ]; then
  echo "  standard error was:"
  sed 's/^/  | /' "$scratch/stderr" | head -n 40
fi
exit $failures

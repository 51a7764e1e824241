#!/usr/bin/env bash
# check_diagnostics.sh TOOL SOURCE FOLDER
#
# Runs the tool on a source with mistakes, all remarks asked for, and compares what it prints with the marks in the
# source. FOLDER/<file>.stderr keeps it for diagnostics_reached_test.sh.
#   // error: [appyl-race] fragment      a diagnostic on this line, of this name, whose message contains the fragment
#   // warning: [appyl-unproved] ...     likewise; [appyl-*] is any name of ours
#   // note: fragment                    likewise; a note has no name; notes and remarks without a mark are allowed
#   // error@+1: ...  // note@-2: ...    the line after this one, two lines before it
#   // header-warning@3: ...             line 3 of an included header
#   // prints: text                      somewhere on standard error (a fix-it, for instance)
#   // never-prints: text                nowhere there
#   // options: ...                      more options for the tool;  // flags: ...  for the compiler
#   // alone: why                     the source is read without the library that is precompiled for all tests
# Several marks may stand on a line. All errors and warnings need a mark. With an error the status must be 1 and
# nothing is written; with warnings alone it is 0 and the translation is there.
#
# There are hundreds of sources, and the tool is quick: each process that is started beside it would take a good part of
# the time.
# shellcheck source=tests/programs.sh
source "$(dirname "${BASH_SOURCE[0]}")/programs.sh"

tool=$1 source=$2 log=$3/${2##*/}
[ -d "$3" ] || mkdir -p "$3"

mapfile -t lines <"$source"
options='' alone='' expectedStatus=0
flags=() prints=() neverPrints=()
for line in "${lines[@]}"; do
  [[ $line =~ //\ error(@[-+0-9]*)?:(\ |$) ]] && expectedStatus=1
  case $line in
    '// options:'*) options+=" ${line#*:}" ;;
    # shellcheck disable=SC2206 # words
    '// flags:'*) flags+=(${line#*:}) ;;
    '// prints:'*) prints+=("${line#*:}") ;;
    '// never-prints:'*) neverPrints+=("${line#*:}") ;;
    '// alone:'*) alone=yes ;;
  esac
done
case $source in *.c) standard=-std=c11 alone=yes ;; *) standard=-std=c++20 ;; esac
case " ${flags[*]}" in *' -std='*) ;; *) flags=("$standard" "${flags[@]}") ;; esac
parsed=()
[ "$alone" ] || [ ${#flags[@]} -ne 1 ] || parseLibrary "$3/../programs/precompiled"

output=$log.translated
[ ! -e "$output" ] || rm -r "$output"
# shellcheck disable=SC2086 # options are a list of words
(ulimit -t 60 && exec "$tool" -Rappyl $options -o "$output" "$source" -- "${flags[@]}" "${parsed[@]}" \
  >"$log.stdout" 2>"$log.stderr")
status=$?

failures=0
complain() {
  printf '%s: %s\n' "$source" "$1"
  failures=1
}

[ $status -eq $expectedStatus ] || complain "status $status, expected $expectedStatus"
[ -s "$log.stdout" ] && complain "something on standard output"
if [ $expectedStatus -eq 1 ]; then
  [ -e "$output" ] && complain "a file is written in spite of the error"
else
  [ -e "$output" ] || complain "no file is written although there are only warnings"
fi

mapfile printed <"$log.stderr"
for text in "${prints[@]}"; do
  text=${text#"${text%%[! ]*}"}
  [[ ${printed[*]} == *"$text"* ]] || complain "nowhere printed: $text"
done
for text in "${neverPrints[@]}"; do
  text=${text#"${text%%[! ]*}"}
  [[ ${printed[*]} != *"$text"* ]] || complain "printed, although it must not be: $text"
done

awk -v source="$source" '
# The marks of the source.
FNR == NR {
  rest = $0
  while (match(rest, /\/\/ (header-)?(error|warning|note|remark)(@[-+]?[0-9]+)?:( |$)/)) {
    head = substr(rest, RSTART + 3, RLENGTH - 3)
    sub(/: ?$/, "", head)
    rest = substr(rest, RSTART + RLENGTH)
    text = rest
    if (match(text, / *\/\/ (header-)?(error|warning|note|remark)(@[-+]?[0-9]+)?:( |$)/)) text = substr(text, 1, RSTART - 1)
    sub(/[[:space:]]+$/, "", text)
    ++marks
    markFile[marks] = sub(/^header-/, "", head) ? "header" : "source"
    markLine[marks] = NR
    if (at = index(head, "@")) {
      where = substr(head, at + 1)
      markLine[marks] = where ~ /^[-+]/ ? NR + where : where + 0
      head = substr(head, 1, at - 1)
    }
    markSeverity[marks] = head
    if (match(text, /^\[[-a-z*]+\] */)) {
      markName[marks] = substr(text, 2, index(text, "]") - 2)
      text = substr(text, RSTART + RLENGTH)
    }
    markText[marks] = text
  }
  next
}
# What was printed.
match($0, /:[0-9]+:[0-9]+: (fatal error|error|warning|note|remark): /) {
  ++count
  file[count] = substr($0, 1, RSTART - 1) == source ? "source" : "header"
  rest = substr($0, RSTART + 1)
  line[count] = rest + 0
  sub(/^[0-9]+:[0-9]+: /, "", rest)
  severity[count] = rest; sub(/: .*/, "", severity[count]); sub(/^fatal /, "", severity[count])
  sub(/^[a-z ]+: /, "", rest)
  if (match(rest, / \[[-a-zA-Z0-9,=+#]+\]$/)) {
    name[count] = substr(rest, RSTART + 2, RLENGTH - 3)
    rest = substr(rest, 1, RSTART - 1)
  }
  message[count] = rest
}
END {
  for (m = 1; m <= marks; ++m) {
    pattern = "^" markName[m] "$"; gsub(/\*/, ".*", pattern)
    for (i = 1; i <= count; ++i)
      if (!used[i] && line[i] == markLine[m] && severity[i] == markSeverity[m] && name[i] ~ pattern &&
          file[i] == markFile[m] && (markText[m] == "" || index(message[i], markText[m]))) break
    if (i <= count) used[i] = 1
    else { printf "  missing: line %d: %s: %s [%s]\n", markLine[m], markSeverity[m], markText[m], markName[m]; bad = 1 }
  }
  for (i = 1; i <= count; ++i)
    if (!used[i] && severity[i] != "note" && severity[i] != "remark") {
      printf "  not expected: line %d: %s: %s [%s]\n", line[i], severity[i], message[i], name[i]
      bad = 1
    }
  exit bad
}' "$source" "$log.stderr" || complain "the diagnostics are not the expected ones"

if [ $failures -ne 0 ]; then
  echo "  standard error was:"
  head -n 40 "$log.stderr" | sed 's/^/  | /'
fi
exit $failures

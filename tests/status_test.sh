#!/usr/bin/env bash
# Exit statuses: 0 done, 1 an error in the source, 2 wrong usage or an unreadable file.
. "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

writeScale good.cpp
printf 'void f(int *a, int n) {\n#pragma parallel\n  for (int i = 1; i < n; ++i) a[i] = a[i - 1];\n}\n' >race.cpp
printf 'int x = ;\n#pragma parallel\n' >syntax.cpp
printf 'void f(int *a, int n) {\n#pragma parallel\n  for (int i = 0; i < n; ++i) a[i] = b[i];\n}\n' >undeclared.cpp

translate good.cpp --
holds "a good source is status 0" hasStatus 0
translate race.cpp --
holds "a race is status 1" hasStatus 1
holds "without code" noOutput
holds "in Clang's format" grep -qE '^race\.cpp:3:[0-9]+: error: .* \[appyl-race\]$' "$err"
holds "with the line and a caret" grep -qE '^[ 0-9|]*~*\^' "$err"
holdsNot "without colour in a file" grep -q "$(printf '\033')" "$err"
translate undeclared.cpp --
holds "an error of the language is status 1" hasStatus 1
holds "with Clang's own message" says "use of undeclared identifier 'b'"
translate syntax.cpp --
holds "a syntax error is status 1" hasStatus 1
holds "with Clang's own message" says 'expected expression'
holds "without code" noOutput

usage() { # WHAT ARGUMENTS...
  local what=$1
  shift
  rm -f result
  translate "$@"
  holds "$what is status 2" hasStatus 2
  holds "$what: a message says why" test -s "$err"
  holds "$what: no code" noOutput
  holds "$what: no file" test ! -e result
}
usage "no source"
usage "an unknown option" --no-such-option good.cpp -o result --
usage "an unknown target" --target=fortran good.cpp -o result --
usage "an unknown form of output" --emit=poetry good.cpp -o result --
usage "an unknown legality" --legality=maybe good.cpp -o result --
usage "a block size of zero" --block-size 0 good.cpp -o result --
usage "a negative block size" --block-size=-4 good.cpp -o result --
usage "a block size in words" --block-size many good.cpp -o result --
usage "an unknown stage" --dump=soup good.cpp -o result --
usage "a check of another target's model" --check-model good.cpp -o result --
usage "an unknown strictness" --fp=loose good.cpp -o result --
usage "no value" good.cpp -o
usage "tuning without a command" --tune good.cpp --
usage "a command without tuning" --run 'true {}' good.cpp -o result --
usage "a command without a place for the file" --tune --run true good.cpp --
usage "tuning into a file" --tune --run 'true {}' good.cpp -o result --
usage "tuning into a folder" --tune --run 'true {}' --output-dir . good.cpp --
usage "tuning and a check" --tune --run 'true {}' --check good.cpp good.cpp --
usage "tuning with dependencies" --tune --run 'true {}' --depfile result good.cpp --
usage "tuning a model" --tune --run 'true {}' --emit=model good.cpp --
usage "tuning the interpreter" --tune --run 'true {}' --target=interpret good.cpp --
usage "a tuning file that is not there" --tune-file none.json good.cpp -o result --
usage "a folder as tuning file" --tune-file . good.cpp -o result --
usage "a missing source" missing.cpp -o result --
mkdir folder.cpp
usage "a folder as source" folder.cpp -o result --
usage "-o and --output-dir" -o result --output-dir folder.cpp good.cpp --

# What the contract knows is done or refused, never ignored.
translate good.cpp --
cp "$out" plain
for option in --target=interpret --target=cuda --emit=report --diagnostics-format=sarif --cuda-arch=sm_90 \
  --fast-math=tf32 --tune --alias-guard --fp=strict --deterministic --query-driver=/usr/bin/g++ --line-directives \
  --appyl-compat --check-model --explain --dump=directives --dump=tiles --dump=loops --dump=model --dump=proof --dump=times; do
  translate "$option" good.cpp --
  holds "$option is done or refused" test "$status" -eq 0 -o "$status" -eq 2
  [ "$status" -eq 2 ] && holds "$option, refused: says why" test -s "$err"
  case $option in
    --target=* | --emit=*)
      [ "$status" -eq 0 ] && holdsNot "$option is not ignored" cmp -s plain "$out"
      ;;
    --dump=* | --explain)
      holds "$option is there" hasStatus 0
      holds "$option prints something" grep -q scale "$out" "$err"
      ;;
    --fp=strict | --deterministic | --alias-guard | --line-directives | --appyl-compat)
      holds "$option is there" hasStatus 0
      ;;
  esac
done

translate --help
holds "--help is status 0" hasStatus 0
for option in target output-dir emit check legality block-size depfile line-directives deterministic; do
  holds "--help names --$option" grep -q -- "$option" "$out"
done
translate --version
holds "--version is status 0" hasStatus 0
finish

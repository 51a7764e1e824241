#!/usr/bin/env bash
# docs_test.sh TOOL SCRATCH_DIR [--update]
#
# Everything that README.md and docs/*.md show is tried. The first line of a fenced block says what the block is:
#   ```cpp example [FILE]          translates without a message, and the translation compiles without a warning
#   ```cpp error [appyl-x]         is refused, for this reason only
#   ```cpp warning [appyl-x]       translates, with warnings of this name only;  ```cpp remark [appyl-x]  with a remark
#   ```cpp header FILE             a file that the next ones include;  ```json tuning FILE  one for their --tune-file
#   ```cpp output                  what the block before it is translated to
#   ```json model                  its --emit=model;  ```text explain  its --explain
#   ```text dump --dump=STAGE      what that stage makes of it
#   ```text messages               what the tool prints about it
#   ```text findings               what its translation for the interpreter prints when it runs
# `c` may stand for `cpp`; options for the tool may follow (--legality=strict). A C or C++ block without such a word is
# an error; blocks in other languages are not looked at. With --update the last four kinds are rewritten to what is
# printed now. Beside this, every name of a diagnostic needs a section, the documented options are those of --help (of
# the tool, or of a benchmark), and links lead somewhere.
# shellcheck source=shell_testing.sh
source "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

root=$(cd "$here/.." && pwd)
ln -s "$root" source  # whose path may have spaces
documents=(source/README.md source/CONTRIBUTING.md source/docs/*.md)
update=${3-}
cp "$root/.clang-format" .

# --- the blocks -----------------------------------------------------------------------------------------------------

# Block k goes to the files k.info ("DOCUMENT LINE word..."), and k.text.
splitBlocks() {
  awk '
    /^```/ && inside { inside = 0; close(name ".text"); next }
    /^```/ {
      inside = 1
      name = sprintf("%04d", ++count)
      print FILENAME, FNR, substr($0, 4) >(name ".info")
      close(name ".info")
      printf "" >(name ".text")
      next
    }
    inside { print >(name ".text") }' "${documents[@]}"
}

# Clang counts its messages, and pads the lines with fix-its.
tidyMessages() { sed -E '/^[0-9]+ (error|warning)s?( and [0-9]+ (error|warning)s?)? generated\.$/d; s/[[:space:]]+$//' "$1"; }

# The names of the messages of one severity that were printed, each once.
namesOf() { sed -nE "s/^[^ ]+:[0-9]+:[0-9]+: $1: .* \[(appyl-[a-z-]+)\]$/\1/p" "$err" | sort -u | tr '\n' ' '; }
hasOnly() { # SEVERITY NAME
  [ "$(namesOf "$1")" = "$2 " ] || { echo "the names of the ${1}s are: $(namesOf "$1")"; return 1; }
}
hasAmong() { # SEVERITY NAME
  [[ " $(namesOf "$1")" == *" $2 "* ]] || { echo "the names of the ${1}s are: $(namesOf "$1")"; return 1; }
}

same() { # FILE FILE
  diff "$1" "$2"
}

# An output block: it is what the tool prints, or becomes it.
matches() { # NUMBER WHERE FILE
  if [ -n "$update" ]; then
    cmp -s "$1.text" "$3" || cp "$3" "$1.new"
  else
    holds "$2: the block is what the tool prints" same "$1.text" "$3"
  fi
}

previous='' previousOptions=() previousFlags=()
tryBlock() { # NUMBER
  local number=$1 document line language role where name='' file='' options=() word words
  read -r document line language role words <"$number.info"
  where=${document#source/}:$line
  for word in $words; do
    case $word in
      \[appyl-*\]) name=${word#[} name=${name%]} ;;
      -*) options+=("$word") ;;
      *.c | *.cpp | *.hpp | *.json) file=$word ;;
      *) holds "$where: '$word' is known" false ;;
    esac
  done

  case $language-$role in
    c-header | cpp-header | json-tuning) cp "$number.text" "$file" ;;
    c-example | cpp-example | c-error | cpp-error | c-warning | cpp-warning | c-remark | cpp-remark)
      previous=${file:-example.$language} previousOptions=("${options[@]}") previousFlags=(-- -std=c++20 -I"$root/include")
      [ "$language" = c ] && previousFlags=(-- -std=c11)
      [ "$role" = remark ] && previousOptions+=(-Rappyl)
      cp "$number.text" "$previous"
      rm -f translated.*
      translate "${previousOptions[@]}" -o "translated.$language" "$previous" "${previousFlags[@]}"
      ;;&
    c-example | cpp-example)
      holds "$where: it translates" hasStatus 0
      holds "$where: without a message" silent
      holds "$where: the translation compiles without a warning" compiles "translated.$language" -I"$root/include"
      ;;
    c-error | cpp-error)
      holds "$where: it is refused" hasStatus 1
      holds "$where: by $name" hasOnly error "$name"
      ;;
    c-warning | cpp-warning | c-remark | cpp-remark)
      holds "$where: it translates" hasStatus 0
      if [ "$role" = warning ]; then
        holds "$where: with $name" hasOnly warning "$name"
      else
        holds "$where: with $name" hasAmong remark "$name"
      fi
      local device=()
      [[ " ${options[*]} " == *" --target=cuda "* ]] && device=(-include appyl/cuda/emulation.hpp)
      holds "$where: the translation compiles without a warning" compiles "translated.$language" -Wno-unknown-pragmas \
        -I"$root/include" "${device[@]}"
      ;;
    c-output | cpp-output)
      translate "${previousOptions[@]}" "${options[@]}" "$previous" "${previousFlags[@]}"
      matches "$number" "$where" "$out"
      ;;
    json-model)
      translate "${previousOptions[@]}" "${options[@]}" --emit=model "$previous" "${previousFlags[@]}"
      matches "$number" "$where" "$out"
      ;;
    text-explain | text-dump | text-messages)
      [ "$role" = explain ] && options+=(--explain)
      translate "${previousOptions[@]}" "${options[@]}" -o translated.text "$previous" "${previousFlags[@]}"
      tidyMessages "$err" >messages
      matches "$number" "$where" messages
      ;;
    text-findings)
      translate --target=interpret -o interpreted.cpp "$previous" "${previousFlags[@]}"
      if g++ -std=c++20 -O1 -I"$root/include" -o interpreted interpreted.cpp 2>"$err"; then
        APPYL_ORDER=row_major ./interpreted >"$out" 2>findings
        matches "$number" "$where" findings
      else
        holds "$where: its translation compiles" false
      fi
      ;;
    c-* | cpp-*)
      holds "$where: the block says what it is" false
      ;;
  esac
}

# Puts the new texts of blocks into the documents.
rewriteDocuments() {
  awk '
    FNR == 1 { close(target); target = "document" ++documents }
    /^```/ && inside { inside = replaced = 0; print >target; next }
    !replaced { print >target }
    /^```/ {
      inside = 1
      name = sprintf("%04d.new", ++count)
      while ((getline line <name) > 0) {
        replaced = 1
        print line >target
      }
    }' "${documents[@]}"
  local k=0 document
  for document in "${documents[@]}"; do
    k=$((k + 1))
    cmp -s "document$k" "$document" || cp "document$k" "$document"
  done
}

splitBlocks
for info in [0-9]*.info; do tryBlock "${info%.info}"; done
[ -n "$update" ] && rewriteDocuments

# --- names, options, links ------------------------------------------------------------------------------------------

lastCommand='reading the documents'
: >"$err"
page=$root/docs/diagnostics.md
sed -nE 's/^APPYL_DIAGNOSTIC\([^"]*"([a-z-]+)".*/appyl-\1/p' "$root/src/support/diagnostics.def" | sort -u >names
sed -nE 's/^## `\[(appyl-[a-z-]+)\]`$/\1/p' "$page" | sort >sections
holds "each diagnostic has one section of docs/diagnostics.md, and each section a diagnostic" same names sections

# `-o FILE`, `--target=openmp` -> -o, --target
optionNames() { grep -oE '^-{1,2}[A-Za-z][-A-Za-z]*' | sort -u; }
translate --help
holds "--help lists options" hasStatus 0
sed -nE 's/^  (-.*)/\1/p' "$out" | optionNames >known
grep -E '^\| `-' "$root/docs/command-line.md" | cut -d '|' -f 2 | tr '`,' '\n\n' | sed 's/^ *//' | optionNames >documented
holds "the table of docs/command-line.md has the options of --help" same known documented
{
  for script in "$root"/bench/*.sh; do
    [ "$script" = "$root/bench/common.sh" ] || "$script" --help </dev/null
  done
  grep '^#' "$root/tests/random/run.sh"
} | grep -oE -- '--[a-z][-a-z]*' | sort -u - known >listed
grep -hoE '`--[a-z][a-z][^`]*`' "${documents[@]}" | tr -d '`' | optionNames >mentioned
holds "all options that the documents mention are those of --help, the tool's or a script's" same /dev/null <(comm -13 listed mentioned)

for document in "${documents[@]}"; do
  for link in $(awk '/^```/ { code = !code } !code' "$document" | grep -oE '\]\([^)# ]+' | sed 's/^](//' | grep -v '://'); do
    holds "${document#"$root"/}: the link to $link leads somewhere" test -e "$(dirname "$document")/$link"
  done
done

finish

#!/usr/bin/env bash
# agreement_test.sh TOOL SCRATCH_DIR
#
# The proof and the interpreter agree. Of tests/agreement/*.cpp the verdicts are the expected ones, what is
# independent shows no conflict when it runs (for all small sizes that its assumptions allow), and a conflict shows for
# the sizes that its example names. Of the mistakes in tests/errors that are races each shows at its line. (That the programs of tests/run and the samples show none is what run_interpret.sh checks.)
# shellcheck source=shell_testing.sh
source "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

nests=$PWD/agreement.cpp
cat "$here"/agreement/*.cpp >"$nests"
export APPYL_ON_ERROR=continue APPYL_ORDER=row_major
build() { # NAME
  clang++-19 -std=c++20 -O0 -w -I"$here/../include" -I. -o "$1" "$1.cpp"
}

# What every driver starts with: an object that is whatever pointer or container a function asks for.
writeStart() {
  cat <<'END'
#include <array>
#include <cstdlib>
#include <vector>

template <int number> struct Memory {
  template <class T> operator T*() const {
    static std::array<int, 1 << 16> words;
    for (std::size_t k = 0; k < words.size(); ++k) words[k] = k % 3;
    return reinterpret_cast<T*>(words.data() + words.size() / 2);
  }
};
template <int number> struct Vector {
  int size;
  template <class T> operator std::vector<T>&() const {
    static std::vector<T> values;
    values.assign(size, T());
    return values;
  }
};
END
}

# --- the verdicts -----------------------------------------------------------------------------------------------------

translate --target=interpret --legality=off --dump=proof -o nests.interp.cpp "$nests" -- -std=c++20 -I"$here/../include"
holds "the nests translate" hasStatus 0
grep -E '^// (loop|assumes|index) ' "$nests" | sed 's|^// ||' >wanted
grep -E '^(loop|assumes|index) ' "$err" >found
holds "the verdicts are the expected ones" diff wanted found

# --- the nests --------------------------------------------------------------------------------------------------------

# A case for each function that is independent, and for each conflict of the others, from signature and verdict. Each runs
# by itself: the interpreter tells what it finds at one place once.
{
  writeStart
  echo '#include "nests.interp.cpp"'
  echo 'const int sizes[] = {0, 1, 2, 3, 5, 7};'
  echo 'int main(int, char** arguments) {'
  echo '  switch (std::atoi(arguments[1])) {'
  awk '
    function call(name, example,   k, value) {
      printf "  %s(", name
      for (k = 1; k <= n; ++k) {
        value = "Memory<" k ">()"
        if (size[k] != "") value = example == "" ? size[k] : sizeIn(example, size[k])
        printf "%s%s", (k > 1 ? ", " : ""), value
      }
      print ");"
    }
    function sizeIn(example, name,   at) {
      if (!match(example, "( for |, )" name " = -?[0-9]+($|, [a-z])")) return 3  # it does not depend on it
      at = substr(example, RSTART, RLENGTH)
      sub(/.* = /, "", at)
      sub(/,.*/, "", at)
      return at
    }
    /^\/\/ loop .*: conflict: / { examples[++count] = $0 }
    /^\/\/ assumes / { assumed = assumed " && " substr($0, 12) }
    /^void / {
      name = $2
      sub(/\(.*/, "", name)
      list = $0
      sub(/^[^(]*\(/, "", list)
      sub(/\) \{$/, "", list)
      n = split(list, parameters, ", ")
      for (k = 1; k <= n; ++k) {
        isSize = parameters[k] ~ /^int [a-z]+$/
        size[k] = isSize ? substr(parameters[k], 5) : ""
      }
      if (count == 0) {
        printf "  case %d:\n", ++cases
        for (k = 1; k <= n; ++k) if (size[k] != "") printf "  for (int %s : sizes)\n", size[k]
        printf "  if (true%s)\n", assumed
        call(name, "")
        print "  break;"
      }
      for (each = 1; each <= count; ++each) {
        printf "  case %d:\n", ++cases
        call(name, examples[each])
        print "  break;"
      }
      count = 0
      assumed = ""
    }' "$nests"
  echo '  }'
  echo '}'
} >nests.cpp
lastCommand="compiling and running the interpreted nests"
holds "the nests compile" build nests

# NAME and verdict of each case: `independent` or the example's sentence.
awk '
  /^\/\/ loop .*: conflict: / { sub(/.*: conflict: /, ""); examples[++count] = $0 }
  /^void / {
    sub(/\(.*/, "", $2)
    if (count == 0) print $2, "independent"
    for (k = 1; k <= count; ++k) print $2, examples[k]
    count = 0
  }' "$nests" >cases
number=0
while read -r name verdict; do
  number=$((number + 1))
  ./nests $number >"$out" 2>"$err"
  holds "$name ends" test $? = 0
  if [ "$verdict" = independent ]; then
    holdsNot "$name is proved independent, and no conflict shows" grep -F '[appyl-conflict]' "$err"
  else
    holds "$name conflicts: $verdict; and it shows" grep -qF '[appyl-conflict]' "$err"
  fi
done <cases
independent=$(awk '/^\/\/ loop .*conflict/ { c = 1 } /^void / { if (!c) ++n; c = 0 } END { print n }' "$nests")
conflicts=$(awk '/^\/\/ loop .*conflict/ { c = 1 } /^void / { if (c) ++n; c = 0 } END { print n }' "$nests")
holds "there are at least 60 independent ones" test "$independent" -ge 60
holds "and at least 60 conflicts" test "$conflicts" -ge 60

# --- the mistakes -----------------------------------------------------------------------------------------------------

# Each file in a namespace of its own; each of its functions is called once for each conflict that is claimed of it, with
# the sizes of the example, and where none is (a scalar that is carried on, a missing clause) with sizes of 8.
{
  echo '#include <appyl/appyl.hpp>'
  echo '#include <appyl/interpret/interpret.hpp>'
  for header in algorithm complex functional string tuple utility; do echo "#include <$header>"; done
  writeStart
} >mistakes.cpp
: >calls
marked=()
for source in "$here"/errors/race_*.c* "$here"/errors/reduction_missing*.c*; do
  name=$(basename "${source%.*}") standard=-std=c++20
  case $source in *.c) standard=-std=c11 ;; esac
  translate --target=interpret --dump=proof -o "$name.interp.cpp" "$source" -- $standard -I"$here/../include"
  # A counter that is changed is refused for every target.
  [ "$name" = race_moved_from ] && continue
  holds "$name translates" hasStatus 0
  marked+=("$source")
  echo "namespace $name {
#include \"$name.interp.cpp\"
}" >>mistakes.cpp
  awk -v space="$name" '
    # What --dump=proof says comes first.
    FNR == NR && /^[a-zA-Z_0-9]+:$/ { nest = substr($0, 1, length($0) - 1) }
    FNR == NR && /^loop .*: conflict: / { examples[nest, ++count[nest]] = $0 }
    FNR == NR { next }
    function sizeIn(example, name, otherwise,   at, begin) {
      begin = index(example, " " name " = ")
      if (example == "" || !begin) return otherwise
      at = substr(example, begin + length(name) + 4)
      sub(/[^-0-9].*/, "", at)
      return at
    }
    function call(example,   k, argument, arguments, ident, otherwise) {
      otherwise = example == "" ? 8 : 3  # of what the example does not depend on
      if (example != "") example = match(example, /, for /) ? substr(example, RSTART + 5) : " "
      arguments = ""
      for (k = 1; k <= n; ++k) {
        if (k < n && parameters[k] ~ /<[^>]*$/) {  # `view<float, 2> a` is one parameter
          parameters[k + 1] = parameters[k] ", " parameters[k + 1]
          skipped[k] = 1
          continue
        }
        if (skipped[k]) continue
        ident = parameters[k]
        sub(/\[.*/, "", ident)
        sub(/.*[ *&]/, "", ident)
        argument = parameters[k] ~ /view<float, 2>/ ? "appyl::view<float, 2>(Memory<" k ">(), " \
                                                          sizeIn(example, ident ".extent(0)", otherwise) ", " \
                                                          sizeIn(example, ident ".extent(1)", otherwise) ")" \
                   : parameters[k] ~ /view<float>/  ? "appyl::view<float>(Memory<" k ">(), " \
                                                          sizeIn(example, ident ".extent(0)", otherwise) ")" \
                   : parameters[k] ~ /vector</      ? "Vector<" k ">{" sizeIn(example, ident ".size()", otherwise) "}" \
                   : parameters[k] ~ /^T\*/         ? "static_cast<int*>(Memory<" k ">())" \
                   : parameters[k] ~ /[*[]/         ? "Memory<" k ">()" : sizeIn(example, ident, otherwise)
        arguments = arguments (arguments == "" ? "" : ", ") argument
      }
      for (k = 1; k <= n; ++k) if (skipped[k]) { delete skipped[k]; parameters[k] = "" }
      print space, (example == "" ? "default" : "example"), space "::" (owner != "" ? owner "{}." : "") function_ "(" arguments ");"
    }
    /^struct [A-Z][a-z]* \{$/ { owner = $2 }
    /^\}/ { owner = "" }
    /^(  )?[a-z][a-z:]* [a-zA-Z]+\(.*\) (const )?\{$/ && (owner != "" || /^[a-z]/) {
      function_ = $2
      sub(/\(.*/, "", function_)
      list = $0
      sub(/^[^(]*\(/, "", list)
      sub(/\) (const )?\{$/, "", list)
      nest = (owner != "" ? owner "_" : "") function_
      for (each = count[nest] ? 1 : 0; each <= count[nest]; ++each) {
        n = split(list, parameters, ", ")
        call(each ? examples[nest, each] : "")
      }
    }' "$err" "$source" >>calls
done
{
  echo '#include <cstdlib>'
  echo 'int main(int, char** arguments) {'
  echo '  switch (std::atoi(arguments[1])) {'
  awk '{ space = $1; $1 = $2 = ""; print "  case " NR ":" $0 " break;" }' calls
  echo '  }'
  echo '}'
} >>mistakes.cpp
lastCommand="compiling and running the interpreted mistakes"
holds "they compile" build mistakes
: >told
number=0
while read -r name kind call; do
  number=$((number + 1))
  ./mistakes $number >"$out" 2>"$err"
  holds "$call ends" test $? = 0
  # A string is not watched character by character.
  [ $kind = default ] || [ $name = race_string_grows ] ||
    holds "$call, with the sizes of a conflict, shows one" grep -qF '[appyl-conflict]' "$err"
  cat "$err" >>told
done <calls
holds "most are called with the sizes of a conflict" test "$(grep -c ' example ' calls)" -ge 30
unseen=" race_string_grows.cpp:6 "
for source in "${marked[@]}"; do
  while IFS=: read -r line text; do
    [[ $unseen == *" $(basename "$source"):$line "* ]] && continue
    holds "$(basename "$source"):$line shows: $text" grep -qE "^$(basename "$source"):$line:[0-9]+: (error|note): " told
  done < <(grep -nE '// error: \[appyl-(race|reduction)\]' "$source")
done
finish

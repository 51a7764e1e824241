#!/bin/sh
# library.sh
#
# Prints docs/library.md, which is made of src/support/library.def: `docs/library.sh > docs/library.md` after a change.

cd "$(dirname "$0")/.." || exit 2
cat <<'END'
# What is known of libraries

Of a function of the C or C++ library, or of another header of the system, that is not listed here, the tool assumes
that it reads what it is given, that it may change what a pointer, a reference or an iterator leads to unless that is
constant, that it may call what it is given as often as it likes, and that it does nothing else: no input or output, no
state that it keeps between calls. Of a member function that is not listed it assumes that it reads the object, and
changes it unless it is `const`.

A function may be called with `std::`, `__builtin_` or neither; `sin`\* stands for `sinf` and `sinl`, too. What a
function of your own does is found out from its body; the lines of the tables that name users' functions, or whoever
has one of that name, hold for yours as well. (`docs/library.sh` makes this page of `src/support/library.def`.)
END

awk '
  # The argument of a row that begins at `at`; then `at` is behind it.
  function next_argument(row,    text, end) {
    row = substr(row, at)
    if (row ~ /^"/) {
      end = index(substr(row, 2), "\"")
      text = substr(row, 2, end - 1)
      at += end + 1
    } else {
      match(row, /^[^,]+/)
      text = substr(row, 1, RLENGTH)
      at += RLENGTH
    }
    while (substr(rest, at, 1) ~ /[, ]/) ++at
    return text
  }
  function add(list, text) { return list == "" ? text : list ", " text }
  function cell(text) {
    gsub(/\|/, "\\|", text)
    return text
  }
  function table(kind, count, facts, meanings, columns,    k, c, line, used) {
    for (k = 1; k <= count; ++k) {
      line = "| " cell(meanings[k]) " |"
      used = 0
      for (c = 1; c <= columns; ++c) {
        used += (kind, c, facts[k]) in names
        line = line ((kind, c, facts[k]) in names ? " " names[kind, c, facts[k]] " |" : " |")
      }
      if (used) print line
    }
  }
  function ordinal(text) { return text + 1 }
  # `(0,+1)` and the like, in words.
  function place(text,    parts) {
    if (text ~ /^\[/) return "what argument " ordinal(substr(text, 2)) " leads to"
    gsub(/[()]/, "", text)
    if (split(text, parts, ",") == 1)
      return "as many elements as the first range has, from where argument " ordinal(text) " leads"
    if (parts[2] ~ /^[+*]/)
      return "as many " (parts[2] ~ /^\+/ ? "elements" : "bytes") " as argument " ordinal(substr(parts[2], 2)) \
        " says, from where argument " ordinal(parts[1]) " leads"
    return "from where argument " ordinal(parts[1]) " leads to where argument " ordinal(parts[2]) " does"
  }
  function ranges(text,    parts, count, k, mode, result) {
    count = split(text, parts, " ")
    for (k = 1; k <= count; ++k) {
      mode = substr(parts[k], 1, 1)
      result = result (k == 1 ? "" : "; ") (mode == "r" ? "reads " : mode == "w" ? "writes " : "may change ") \
        place(substr(parts[k], 2))
    }
    return result
  }

  /^LIBRARY_[A-Z_]+\(.*\)/ {
    match($0, /^LIBRARY_[A-Z_]+/)
    kind = substr($0, 9, RLENGTH - 8)
    rest = substr($0, RLENGTH + 2)
    sub(/\)[^)]*$/, "", rest)
    at = 1
    name = next_argument(rest)
    if (kind == "FACT") {
      facts[++factCount] = name
      meanings[factCount] = next_argument(rest)
    } else if (kind == "CLASS_FACT") {
      classFacts[++classFactCount] = name
      classMeanings[classFactCount] = next_argument(rest)
    } else if (kind == "RANGES") {
      arguments = next_argument(rest)
      key = arguments "|" next_argument(rest)
      if (!(key in users)) keys[++keyCount] = key
      users[key] = add(users[key], "`" name "`")
    } else {
      group = kind == "CLASS" ? "class" : "function"
      column = kind == "MEMBER" ? 2 : 1
      while (at <= length(rest)) {
        fact = next_argument(rest)
        names[group, column, fact] = add(names[group, column, fact], "`" name "`" (kind == "MATH" ? "\\*" : ""))
      }
    }
  }

  END {
    print "\n## Functions and members\n\n| what is known | of functions | of members |\n|---|---|---|"
    table("function", factCount, facts, meanings, 2)
    print "\n## Classes\n\n| what is known | of classes |\n|---|---|"
    table("class", classFactCount, classFacts, classMeanings, 1)
    if (keyCount) print "\n## Which elements functions touch\n\n| functions | of so many arguments | touch |\n|---|---|---|"
    for (k = 1; k <= keyCount; ++k) {
      split(keys[k], parts, "|")
      sub(/\+$/, " or more", parts[1])
      print "| " users[keys[k]] " | " parts[1] " | " ranges(parts[2]) " |"
    }
  }' src/support/library.def

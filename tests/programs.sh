#!/usr/bin/env bash
# Tests of whole programs: each is translated, compiled, run, and compared with its sequential original.
#
#   programs.sh build TOOL TARGET FOLDER SOURCE...   translates, compiles, runs and compares; keeps all, and what was
#                                                    found, in FOLDER/<name of the program>/, where verdict.sh reads it
#   programs.sh golden TOOL TARGET FOLDER SOURCE     compares one translation with the committed one
#   programs.sh again TARGET SOURCE...               one program from source to comparison, alone; all of it, in a second or two
#
# TARGET is original, openmp-gcc, openmp-clang, openmp-both, cuda, interpret, or model (the interpreter with
# --check-model). The originals of the programs lie in FOLDER/../original, from where all targets take what is expected.
#
# Compilers spend most of their time on headers and on starting, so that the programs of a folder become one source, each
# in a namespace of its own. A program of which that would change the meaning is compiled alone; so are all where the
# common source does not compile, so that it is seen which one is at fault.
#
# Lines of a program say how it is tested:
#   // flags: -DX=1            for every compiler, the tool's included (default -std=c++17, of samples -std=c++20, for C -std=c11)
#   // options: --block-size 7 for the tool
#   // warnings: -Wno-foo      for the compilers of original and translation only
#   // run: 10 20              one run of the program with these arguments; without such a line one run without any
#   // tolerance: 1e-12        for the lines of the output that begin with "~ " (default 1e-5, relative)
#   // expect-warning: [appyl-unproved]   diagnostics of this name may be printed; without the line none may
#   // targets: openmp         only these targets can do what the program has; others: cuda, interpret
#   // not-checked: macros     the interpreter says that it does not check some of the accesses
#   // alone: why              not in one source with other programs
#   // compilers: both         by GCC and by Clang, not by one of them in turns
# The macro ON_DEVICE is defined where the target is not OpenMP, so that a program can leave out single directives.
set -u

tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$tests")
include=(-I"$tests" -I"$tests/run" -I"$root/samples" -I"$root/include")
clang=clang++-19
isAgain=

# What the lines of $1 say. (Without a process: on some machines starting one takes longer than the program.)
readSettings() {
  source=$1
  name=${source##*/} name=${name%.*}
  options='' warnings='' tolerance=1e-5 alone='' isUnchecked='' mentionsDevice=''
  flags=() expectedWarnings=() runs=()
  local key value line lines
  mapfile -t lines <"$source"
  for line in "${lines[@]}"; do
    case $line in
      *ON_DEVICE*) mentionsDevice=yes ;;
    esac
    [[ $line == '// '[a-z]*:* ]] || continue
    line=${line#// }
    key=${line%%:*} value=${line#*:}
    value=${value#"${value%%[! ]*}"}
    # shellcheck disable=SC2206 # words
    case $key in
      flags) flags+=($value) ;;
      options) options+=" $value" ;;
      warnings) warnings+=" $value" ;;
      tolerance) tolerance=$value ;;
      expect-warning) expectedWarnings+=(-e "$value") ;;
      run) runs+=("$value") ;;
      alone) alone=$value ;;
      not-checked) isUnchecked=yes ;;
    esac
  done
  [ ${#runs[@]} -eq 0 ] && runs=('')
  local flag standard=-std=c++17
  isC=
  case $source in
    *.c) isC=yes standard=-std=c11 alone='it is C' ;;
    samples/* | tests/interpret/*) standard=-std=c++20 ;;
  esac
  others=()
  for flag in "${flags[@]}"; do
    case $flag in
      -std=*) standard=$flag ;;
      -Iinclude) ;;
      *) others+=("$flag") ;;
    esac
  done
  flags=("$standard" "${others[@]}")
  [ ${#others[@]} -ne 0 ] && alone='it has flags of its own'
  case $options in *--fp=strict*) alone='the rest of the file would be compiled strictly, too' ;; esac
}

# --- translating ------------------------------------------------------------------------------------------------------

# The file in the program's folder that is compiled.
translationOf() { # TARGET
  case $1 in
    original | device) echo "$source" ;;
    openmp-*) if [ "$isC" ]; then echo translation.c; else echo translation.cpp; fi ;;
    cuda) echo translation.cu ;;
    *) echo translation.interp.cpp ;;
  esac
}

# The standard library, which takes longer to read than a program to translate, is read once for all programs of the
# standard that $flags asks for: the tool, as Clang, takes what it finds precompiled beside a header that is included by
# an option. Sets `parsed` to that option.
parseLibrary() { # FOLDER
  local place=$1/library${flags[0]//[!a-z0-9]/_}
  parsed=(-include "$place/library.hpp")
  [ "$place/made" -nt "$tests/library.hpp" ] && [ "$place/made" -nt "$tool" ] && return
  mkdir -p "$place"
  exec 9>"$place/lock"
  flock 9
  if [ ! "$place/made" -nt "$tests/library.hpp" ] || [ ! "$place/made" -nt "$tool" ]; then
    cp "$tests/library.hpp" "$place/library.hpp"
    echo 'int main() {}' >"$place/empty.cpp"
    "$clang" -x c++-header -fpch-instantiate-templates "${flags[@]}" "$place/library.hpp" -o "$place/library.hpp.pch" &&
      "$tool" --target=openmp -o "$place/translated.cpp" "$place/empty.cpp" -- "${flags[@]}" "${parsed[@]}" ||
      rm -f "$place/library.hpp.pch" # of another Clang: the text does as well
    touch "$place/made"
  fi 2>"$place/log"
  exec 9>&-
}

# Translates the program into $folder/$name; what goes wrong is kept in `refused` there.
translate() { # TARGET
  local place=$folder/$name arguments=("${flags[@]}") allowed=("${expectedWarnings[@]}") option parsed=()
  if [ ! "$isC" ] && [ ! "$isAgain" ] && [ ${#flags[@]} -eq 1 ]; then
    parseLibrary "$folder/../../precompiled"
    arguments+=("${parsed[@]}")
  fi
  case $1 in
    openmp-*) option=--target=openmp ;;
    cuda) option=--target=cuda arguments+=(-DON_DEVICE) ;;
    interpret) option=--target=interpret arguments+=(-DON_DEVICE) ;;
    model) option='--target=interpret --check-model' arguments+=(-DON_DEVICE) ;;
  esac
  case $1 in interpret | model) [ "$isUnchecked" ] && allowed+=(-e '[appyl-unwatched]') ;; esac
  # shellcheck disable=SC2086 # options are lists of words
  set -- "$tool" $option $options -o "$place/$(translationOf "$1")" "$source" -- "${arguments[@]}"
  (ulimit -t 60 && exec "$@" >"$place/stdout" 2>"$place/messages")
  local status=$?
  if [ $status -ne 0 ]; then
    if [ $status -eq 137 ]; then complain "the tool does not end: $*"; else complain "the tool ends with status $status: $*"; fi
    cat "$place/messages"
  elif [ -s "$place/stdout" ]; then
    complain "the tool writes to standard output although it was given -o: $*"
  elif [ ! -s "$place/messages" ]; then
    return
  elif [ ${#allowed[@]} -ne 0 ] &&
    ! grep -E '(warning|error): ' "$place/messages" | grep -vF "${allowed[@]}"; then
    return
  else
    complain "the tool prints diagnostics about a correct program: $*"
    cat "$place/messages"
  fi >"$place/refused"
}

complain() { printf '%s: %s\n' "$source" "$1"; }

# --- compiling --------------------------------------------------------------------------------------------------------

# One source for the programs whose translations are FILE: headers first, each program in a namespace, and a `main` that
# calls the one that its first argument names.
joinPrograms() { # (NAME WARNINGS FILE)...
  local arguments=() k
  for k in 1 2; do
    local words=("$@")
    while [ ${#words[@]} -ne 0 ]; do
      arguments+=("pass=$k" "name=${words[0]}" "warnings=${words[1]}" "${words[2]}")
      words=("${words[@]:3}")
    done
  done
  awk '
    function finish(   k) {
      if (current == "") return
      for (k = 0; k < defined; ++k) print "#undef " defines[k]
      if (hasWarnings) print "#pragma GCC diagnostic pop"
      print "}"
    }
    # `::x` is the x of the program, but for what headers have.
    function qualified(line,   done) {
      while (match(line, /(^|[^A-Za-z0-9_>:])::[A-Za-z_]/)) {
        done = done substr(line, 1, RSTART + RLENGTH - 2)
        line = substr(line, RSTART + RLENGTH - 1)
        if (line !~ /^((std|appyl)([^A-Za-z0-9_]|$)|dim3|cuda[A-Z])/) done = done "program_" name "::"
      }
      return done line
    }
    FNR == 1 { depth = 0 }
    /^ *# *if/ { ++depth }
    /^ *# *endif/ { --depth }
    depth == 0 && /^#include/ {
      if (pass == 1 && !seen[$0]++) print
      if (pass == 2 && FNR > 1) { print ""; next }
    }
    pass == 1 { next }
    FNR == 1 {
      finish()
      current = name; names[++count] = name; defined = 0; inMain = 0
      hasWarnings = warnings != ""
      if (hasWarnings) {
        print "#pragma GCC diagnostic push"
        words = split(warnings, word, " ")
        for (k = 1; k <= words; ++k) { sub(/^-Wno-/, "-W", word[k]); print "#pragma GCC diagnostic ignored \"" word[k] "\"" }
      }
      print "namespace program_" name " {"
      print "#line 1 \"" FILENAME "\""
      if (/^#include/) { print ""; next }
    }
    /^#define / { macro = $2; sub(/\(.*/, "", macro); defines[defined++] = macro }
    /^int main\(/ { inMain = 1 }
    inMain && /^}/ { inMain = 0; sub(/^}/, "  return 0; }") }
    { print qualified($0) }
    END {
      finish()
      print "#line 1 \"main\""
      print "#include \"serve.hpp\""
      print "namespace {"
      print "[[maybe_unused]] int call(int (*program)(), int, char**) { return program(); }"
      print "[[maybe_unused]] int call(int (*program)(int, char**), int count, char** words) { return program(count, words); }"
      print "int run(int count, char** words) {"
      for (k = 1; k <= count; ++k)
        print "  if (!__builtin_strcmp(words[0], \"" names[k] "\")) return call(program_" names[k] "::main, count, words);"
      print "  return 125;"
      print "}"
      print "}"
      print "int main(int count, char** words) { return count > 1 ? run(count - 1, words + 1) : serveRuns(run); }"
    }' "${arguments[@]}"
}

# Compiles HEADER, and what code there is of it, once for all folders; that code is optimised whatever the programs are.
# Sets `header` and `object` to the words with which $clang takes both.
precompile() { # HEADER FLAGS...
  local place words=() word
  place=$folder/../precompiled/${1//[!a-z0-9]/_}
  for word in "${@:2}"; do
    [[ $word == -D* || $word == -W* ]] || words+=("$word")
  done
  set -- "$1" "${words[@]}"
  mkdir -p "$place"
  exec 9>"$place/lock"
  flock 9
  if [ ! -e "$place/made" ] || [ -n "$(find "$tests/programs.sh" "$root/include" -newer "$place/made" -print -quit)" ]; then
    rm -f "$place/made"
    echo "#include <$1>" >"$place/header.hpp"
    "$clang" -x c++-header -ffp-contract=off -fpch-codegen -fpch-instantiate-templates -Xclang -disable-O0-optnone \
      "${@:2}" "${include[@]}" "$place/header.hpp" -o "$place/header.pch" &&
      "$clang" "${@:2}" -O2 -c "$place/header.pch" -o "$place/header.o" -Wno-unused-command-line-argument &&
      touch "$place/made"
  fi
  exec 9>&-
  header=(-Xclang -disable-O0-optnone -include-pch "$place/header.pch") object=("$place/header.o")
}

# Compiles FILE; for the words before it see `compile`.
compileWith() { # COMPILER OUTPUT LOG FILE STANDARD WORDS...
  local compiler=$1 output=$2 log=$3 file=$4
  shift 4
  set -- "$compiler" -ffp-contract=off -Wall -Wextra -Werror "$@" "${include[@]}" -o "$output" "${object[@]}" "${header[@]}" \
    "${language[@]}" "$file" "${libraries[@]}" -lm
  if ! timeout 600 "$@" 2>"$log"; then
    { [ -s "$log" ] || echo "the compiler is stopped after 600 seconds"; } >>"$log"
    printf 'command: %s\n' "$*" >>"$log"
    rm -f "$output"
    return 1
  fi
}

# Compiles one file, a program or many, with what TARGET asks for: OUTPUT, or OUTPUT.gcc and OUTPUT.clang. Messages go to
# LOG. The words after FILE are flags of its own.
compile() { # TARGET OUTPUT LOG FILE WORDS...
  local target=$1 output=$2 log=$3 file=$4 header=() object=() language=(-x c++) libraries=() gcc=g++ clang=$clang
  shift 4
  local words=("$@")
  if [ "$isC" ]; then
    case $target in
      original | device | openmp-*) gcc=gcc clang=clang-19 language=(-x c) ;;
      # Extensions that both compilers have, of which only Clang warns.
      *) words=("${words[@]/-std=c11/-std=c++20}" -Wno-c99-designator -Wno-unneeded-internal-declaration) ;;
    esac
  fi
  case $target in
    original | device)
      [ "$target" = device ] && words+=(-DON_DEVICE)
      libraries=(-fuse-ld=lld)
      compileWith "$clang" "$output" "$log" "$file" -O0 "${words[@]}" -w
      ;;
    openmp-*)
      rm -f "$output.gcc" "$output.clang"
      # As users compile it for a part of the folders, which have odd numbers where GCC takes them, even ones where
      # Clang does; the rest is not optimised, which takes a fraction of the time.
      local gccLevel=-O0 clangLevel=-O0
      case $((number % 4)) in
        0) clangLevel=-O2 ;;
        1) gccLevel=-O2 ;;
      esac
      [ "$target" = openmp-clang ] ||
        compileWith $gcc "$output.gcc" "$log" "$file" $gccLevel -fopenmp "${words[@]}" || return
      libraries=(-fuse-ld=lld)
      [ "$target" = openmp-gcc ] ||
        compileWith $clang "$output.clang" "$log" "$file" $clangLevel -fopenmp "${words[@]}"
      ;;
    cuda)
      # The sanitizers without those checks that the address sanitizer makes as well, and as calls and traps, for they
      # double what there is to compile; they tell what they found, and where, when one program is tried again.
      words=(-O0 "${words[@]/-std=c++17/-std=c++20}" -DON_DEVICE -fsanitize=address,undefined
        -fno-sanitize=null,object-size,vptr,pointer-overflow -fno-sanitize-recover=all)
      if [ "$isAgain" ]; then
        words+=(-g1)
      else
        words+=(-fsanitize-trap=undefined -mllvm -asan-instrumentation-with-call-threshold=0)
      fi
      libraries=(-lboost_context -fuse-ld=lld)
      if hasOwnMacros "${words[@]}"; then
        header=(-include appyl/cuda/emulation.hpp)
      else
        precompile appyl/cuda/emulation.hpp "${words[@]}" 2>"$log" || return
      fi
      compileWith "$clang" "$output" "$log" "$file" "${words[@]}"
      ;;
    interpret | model)
      # What is checked at its model, and the program that walks its arrays in many orders, run for longer than it takes
      # to optimise them.
      local level=-O0
      if [ "$target" = model ] || hasOwnMacros "${words[@]}"; then level=-O1; fi
      words=($level -DON_DEVICE "${words[@]/-std=c++17/-std=c++20}")
      libraries=(-fuse-ld=lld)
      local own=interpret
      [ "$target" = model ] && own=blocks
      # Not where the translation defines something for the header.
      hasOwnMacros "${words[@]}" || definesForHeader "$file" ||
        precompile "appyl/interpret/$own.hpp" "${words[@]}" 2>"$log" || return
      compileWith "$clang" "$output" "$log" "$file" "${words[@]}" || return
      # GCC is stricter about what is C only.
      header=() object=()
      [ ! "$isC" ] || compileWith g++ "$output.read" "$log" "$file" -fsyntax-only "${words[@]}"
      ;;
  esac
}

hasOwnMacros() { [[ " $* " =~ \ -D[^OP] ]]; }  # but ON_DEVICE, and PLANTED of check_findings.sh
definesForHeader() { grep -B1 '^#include <appyl/interpret/' "$1" | grep -q '^#define'; }

# --- running ----------------------------------------------------------------------------------------------------------

isJoined() { # FOLDER
  local joined
  [ -e "$1/joined" ] && mapfile -t joined <"$1/joined" && [[ " ${joined[*]} " == *" $name "* ]]
}

# Sets `command` to what runs the program; fails where it was not built.
findProgram() { # FOLDER [SUFFIX]
  if [ -x "$1/$name/program${2:-}" ]; then
    command=("$1/$name/program${2:-}")
  elif [ -x "$1/program${2:-}" ] && isJoined "$1"; then
    command=("$1/program${2:-}" "$name")
  else
    return 1
  fi
}

# What is run of a program for TARGET with its K-th arguments: sets `wantedRuns` to a label, the program's suffix, and the
# environment of each run.
runsFor() { # TARGET K
  local build threads order
  wantedRuns=()
  case $1 in
    original | device | model) wantedRuns=("run -") ;;
    openmp-*)
      for build in gcc clang; do
        case $1 in *-"$build" | *-both) ;; *) continue ;; esac
        for threads in 1 2 3; do
          wantedRuns+=("$build.$threads .$build OMP_NUM_THREADS=$threads OMP_DYNAMIC=false OMP_WAIT_POLICY=passive")
        done
      done
      ;;
    cuda)
      # Looking for leaks takes longer than most programs, and is done in one run of each.
      local orders=(row_major reversed shuffled:7) leaks=1
      [ "$2" -eq 0 ] || orders=("shuffled:$2") leaks=0
      for order in "${orders[@]}"; do
        wantedRuns+=("$order - APPYL_ORDER=$order ASAN_OPTIONS=detect_stack_use_after_return=0:detect_leaks=$leaks")
        leaks=0
      done
      ;;
    interpret) for order in row_major reversed shuffled:7; do wantedRuns+=("$order - APPYL_ORDER=$order"); done ;;
  esac
}

# Makes all runs of the programs that are joined; leaves LABEL.K.out, .err and .status in the program's folder.
serve() { # SOURCE...
  local each k wanted wantedRuns label suffix environment
  declare -A requests=()
  for each in "$@"; do
    readSettings "$each"
    isJoined "$folder" || continue
    for k in "${!runs[@]}"; do
      runsFor "$target" "$k"
      for wanted in "${wantedRuns[@]}"; do
        read -r label suffix environment <<<"$wanted"
        requests["$suffix $environment"]+="$name"$'\t'"$folder/$name/$label.$k"$'\t'"${runs[k]}"$'\n'
      done
    done
  done
  for each in "${!requests[@]}"; do
    suffix=${each%% *}
    # shellcheck disable=SC2086 # words of an environment
    env ${each#* } timeout 900 "$folder/program${suffix#-}" <<<"${requests[$each]%$'\n'}"
  done
}

# --- build ------------------------------------------------------------------------------------------------------------

build() { # TOOL TARGET FOLDER SOURCE...
  tool=$1 target=$2 folder=$3
  shift 3
  # Whose translations another compiler takes, or another level.
  number=$(basename "$folder" | tr -dc 0-9) number=$((10#${number:-0}))
  rm -rf "$folder"
  local places=("${@##*/}")
  places=("${places[@]%.*}")
  mkdir -p "${places[@]/#/$folder/}" || exit
  folder=$(cd "$folder" && pwd)
  local joined=() single=() joinedFlags=() each missing=0
  for each in "$@"; do
    readSettings "$each"
    case $target in
      original | device) ;;
      *)
        translate "$target"
        [ -s "$folder/$name/refused" ] && continue
        ;;
    esac
    local file
    file=$(translationOf "$target")
    [ "$file" = "$source" ] || file=$folder/$name/$file
    if [ "$target" = interpret ] || [ "$target" = model ]; then definesForHeader "$file" && alone=yes; fi
    [ ${#joinedFlags[@]} -eq 0 ] && [ -z "$alone" ] && joinedFlags=("${flags[@]}")
    if [ "$alone" ] || [ $# -eq 1 ] || [ "${joinedFlags[*]}" != "${flags[*]}" ]; then
      single+=("$each")
    else
      joined+=("$name" "$warnings" "$file")
      echo "$name" >>"$folder/joined"
    fi
  done
  if [ ${#joined[@]} -ne 0 ]; then
    isC=
    joinPrograms "${joined[@]}" >"$folder/joined.cpp"
    if ! compile "$target" "$folder/program" "$folder/log" "$folder/joined.cpp" "${joinedFlags[@]}"; then
      echo "$folder: the programs do not compile together; each is compiled alone"
      head -n 20 "$folder/log"
      rm -f "$folder/joined"
      for each in "$@"; do
        readSettings "$each"
        [ -s "$folder/$name/refused" ] || single+=("$each")
      done
    fi
  fi
  for each in $(printf '%s\n' "${single[@]}" | sort -u); do
    readSettings "$each"
    file=$(translationOf "$target")
    [ "$file" = "$source" ] || file=$folder/$name/$file
    # shellcheck disable=SC2086
    compile "$target" "$folder/$name/program" "$folder/$name/log" "$file" "${flags[@]}" $warnings || missing=1
  done
  if [ ${#joined[@]} -ne 0 ] && [ ! -e "$folder/joined" ] && [ $missing -eq 0 ]; then
    echo "each compiles alone, which takes longer: say so before the program that is in the way, '// alone: why'"
    return 1
  fi
  [ -s "$folder/joined" ] && serve "$@"
  local onDevice=() k ran place
  case $target in
    original | device) ;;
    *)
      for each in "$@"; do
        readSettings "$each"
        (check) >"$folder/$name/verdict"
        echo $? >"$folder/$name/verdict.status"
      done
      return 0
      ;;
  esac
  for each in "$@"; do
    readSettings "$each"
    place=$folder/$name
    for k in "${!runs[@]}"; do runOnce "run.$k" "$k" -; done
    [ "$target" = original ] &&
    [ "$mentionsDevice" ] && onDevice+=("$each")
  done
  [ ${#onDevice[@]} -eq 0 ] || (build "$tool" device "$folder/device" "${onDevice[@]}")
}

# --- comparing ------------------------------------------------------------------------------------------------------------

fail() {
  complain "$1"
  echo "again: tests/run.sh --again ${target%-both} $source"
  exit 1
}

# What a status means beside itself.
stoppedBy() {
  case $1 in
    132) [ "$target" = cuda ] && echo '; a check for undefined behaviour has stopped it' ;;
    124 | 142) echo '; it did not end within 60 seconds' ;;
  esac
}

# The program whose settings were read last, which is built: runs it where that is not done, and compares.
check() {
  place=$folder/$name
  local place_of_targets=${folder%/*} wanted
  local original=${place_of_targets%/*}/original/${folder##*/}
  if [ -s "$place/refused" ]; then
    cat "$place/refused"
    fail "it is not translated"
  fi
  case $target in openmp-*) ;; *) [ "$mentionsDevice" ] && original+=/device ;; esac
  local expected=$original/$name k label suffix environment command failures=0 ran each wantedRuns
  [ "$target" = model ] && checkModel
  for k in "${!runs[@]}"; do
    [ -e "$expected/run.$k.status" ] || { head -n 40 "$expected/log"; fail "the original does not compile"; }
    read -r wanted <"$expected/run.$k.status"
    [ "$wanted" -lt 124 ] || fail "the original ends with status $wanted (arguments '${runs[k]}')"
    runsFor "$target" "$k"
    for each in "${wantedRuns[@]}"; do
      read -r label suffix environment <<<"$each"
      # shellcheck disable=SC2086 # words of an environment
      runOnce "$label.$k" "$k" "$suffix" $environment || notCompiled
      compareRun "$label, arguments '${runs[k]}'" "$k" "$label.$k"
    done
  done
  [ $failures -eq 0 ] || fail "it does not do what its original does"
  exit 0
}

# Sets `ran` to the command of a run, which leaves $place/RUN.out, .err and .status; makes it where that is not done.
# Fails where there is no program.
runOnce() { # RUN ARGUMENTS' NUMBER SUFFIX ENVIRONMENT...
  local command at=$place/$1 k=$2
  findProgram "$folder" "${3#-}" || return
  shift 3
  ran="$* ${command[*]} ${runs[k]}"
  [ -e "$at.status" ] && return
  # shellcheck disable=SC2086 # arguments are words
  env "$@" timeout 60 "${command[@]}" ${runs[k]} >"$at.out" 2>"$at.err"
  echo $? >"$at.status"
}

# Compares a run with that of the original; the command is $ran.
compareRun() { # WHAT ARGUMENTS' NUMBER RUN
  local what=$1 k=$2 run=$3 status wanted
  read -r wanted <"$expected/run.$k.status"
  read -r status <"$place/$run.status"
  case $target in
    model) wanted=0 ;;
    interpret)
      # What an `unchecked` loop does is no finding.
      if { [ -s "$place/$run.err" ] || [ -s "$expected/run.$k.err" ]; } &&
        ! isSameText "$place/$run.err" "$expected/run.$k.err" &&
        ! grep -vE ': (remark|note): ' "$place/$run.err" | cmp -s "$expected/run.$k.err"; then
        complain "$what: something is told that the original does not tell"
        head -n 20 "$place/$run.err"
        failures=1
      fi
      ;;
    openmp-*)
      local one=${run%%.*}.1.$k
      if [[ $options == *--deterministic* ]] && ! isSameText "$place/$one.out" "$place/$run.out"; then
        complain "$what: differs from one thread although --deterministic was given"
        failures=1
      fi
      ;;
  esac
  if [ "$status" -ne "$wanted" ]; then
    complain "$what: status $status, the original's is $wanted$(stoppedBy "$status")"
    head -n 20 "$place/$run.err"
  elif [ "$target" = model ] || isSameText "$expected/run.$k.out" "$place/$run.out"; then
    return
  elif "$tests/compare_output.sh" "$expected/run.$k.out" "$place/$run.out" "$tolerance" >"$place/difference"; then
    return
  else
    complain "$what: the output differs from the original's"
    cat "$place/difference"
  fi
  echo "  command: $ran"
  echo "  expected: $expected/run.$k.out  actual: $place/$run.out"
  failures=1
}

# (Without a process.)
isSameText() { # FILE FILE
  local one other
  mapfile one <"$1" && mapfile other <"$2" && [ "${one[*]}" = "${other[*]}" ]
}

notCompiled() {
  head -n 40 "$place/log"
  fail "the translation does not compile"
}

# The model of the program says which blocks its programs touch: each block that is not irregular is checked, and nothing
# is found, neither outside of the blocks nor blocks that are too large. `// blocks without a check: N` in the source: of private
# members, which the loop's function cannot name, and of arrays in elements whose extents the model does not know.
checkModel() {
  local model blocks checks hidden
  # shellcheck disable=SC2086
  model=$("$tool" --target=interpret --emit=model $options "$source" -- "${flags[@]}" -DON_DEVICE) ||
    fail "the tool prints no model"
  blocks=$(grep -cE '"indexing": "(blocked|unblocked)"' <<<"$model")
  checks=$(grep -oF 'expect_block(' "$place/translation.interp.cpp" | wc -l)
  hidden=$(sed -n 's|^// blocks without a check: ||p' "$source")
  [ "$checks" -eq $((blocks - ${hidden:-0})) ] || fail "$checks of $blocks blocks are checked"
}

# --- golden and again -------------------------------------------------------------------------------------------------

golden() { # TOOL TARGET FOLDER SOURCE
  tool=$1 target=${2%%-*} folder=$3
  readSettings "$4"
  local committed=$tests/golden/$target made=$folder/$name/
  made+=$(translationOf "$2")
  case $target in
    openmp) committed+=/$name.omp.${source##*.} ;;
    cuda) committed+=/$name.cu ;;
    interpret) committed+=/$name.interp.cpp ;;
  esac
  # What is made for the test is what the user gets, unless the program looks at the macro of the tests.
  if [ "$mentionsDevice" ] && [ "$target" != openmp ]; then
    made=$folder/$name/golden
    # shellcheck disable=SC2086
    "$tool" --target="$target" $options -o "$made" "$source" -- "${flags[@]}" || fail "it is not translated"
  fi
  if ! diff -u "$committed" "$made" --label "$committed" --label "what it is translated to now"; then
    complain "the translation is not the committed one; build the target update-golden to accept it"
    exit 1
  fi
}

again() { # TARGET SOURCE...
  local tool=${APPYL_TRANSLATE:-$root/build/release/appyl-translate} target=$1 work status=0 each
  [ "$target" = openmp ] && target=openmp-both
  [ -x "$tool" ] || { echo "there is no translator at $tool; build it first, or name it by APPYL_TRANSLATE" >&2; exit 2; }
  work=$(dirname "$tool")/tests/again isAgain=yes
  for each in "${@:2}"; do
    (build "$tool" original "$work/original/0" "$each") && (build "$tool" "$target" "$work/$target/0" "$each") &&
      "$tests/verdict.sh" "$work/$target/0" "$each" && echo "$each: $target: passed" || status=1
  done
  exit $status
}

# Other tests use what stands above.
[ "${BASH_SOURCE[0]}" = "$0" ] || return 0
cd "$root" || exit
case ${1:-} in
  build | golden | again) "$@" ;;
  *) sed -n '2,/^set -u/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 2 ;;
esac

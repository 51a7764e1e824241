# shellcheck shell=bash
# What the benchmarks share: options, runs by turns, medians, and where the results go. A script sources this file in
# the root of the repository and names its own options:
#
#   parse '--flag --option=' "$@"   sets $flag to yes, $option to the word that follows, the array `words` to the rest
#   publish NAME                    prints what the function `table` prints, and saves it where that is wanted
#
# Options of all benchmarks:
#
#   --quick        one round of a few rows: shows that the script works, its figures mean nothing
#   --rounds N     how often each program runs
#   --save         also writes the table and its rows as JSON to bench/results
#   --json FILE    also writes the rows as JSON to FILE
#   --help         prints this
#
# The environment names the programs: TOOL the translator (default build/release/appyl-translate), CC and CXX GCC (gcc
# and g++), CLANG and CLANGXX Clang (clang-19 and clang++-19).

# shellcheck disable=SC2034 # the scripts use them
tool=${TOOL:-build/release/appyl-translate}
# shellcheck disable=SC2034
cc=${CC:-gcc} cxx=${CXX:-g++} clang=${CLANG:-clang-19} clangxx=${CLANGXX:-clang++-19}
save='' json='' quick='' rounds='' words=()
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C # points in numbers

fail() {
  printf '%s\n' "$*" >&2
  exit 2
}

# The comment at the beginning of a script, and of this one the part on options.
usage() {
  sed -n '2,/^[^#]/s/^# \{0,1\}//p' "bench/${0##*/}"
  echo
  sed -n '/^# Options of/,/^$/s/^# \{0,1\}//p' bench/common.sh
}

parse() { # own options, arguments...
  local known=" --save --quick --json= --rounds= $1 "
  shift
  while [[ $# -gt 0 ]]; do
    local name=${1#--}
    if [[ $1 == --help ]]; then
      usage
      exit
    elif [[ $1 != --* ]]; then
      words+=("$1")
    elif [[ $known == *" $1 "* ]]; then
      printf -v "${name//-/_}" yes
    elif [[ $known != *" $1= "* ]]; then
      fail "unknown option $1; --help lists them"
    elif [[ $# -lt 2 ]]; then
      fail "$1 needs a word"
    else
      printf -v "${name//-/_}" %s "$2"
      shift
    fi
    shift
  done
  if [[ -n $rounds && ! $rounds =~ ^[1-9][0-9]*$ ]]; then fail "'$rounds' is no number of rounds"; fi
  if [[ -z $rounds && -n $quick ]]; then rounds=1; fi
}

no_words() { [[ ${#words[@]} -eq 0 ]] || fail "nothing is known of '${words[0]}'; --help tells more"; }
need_tool() { [[ -x $tool ]] || fail "$tool is missing; build it first, or say with TOOL where it is"; }
found() { command -v "$1" > /dev/null; }

# For this processor. GCC takes a word more that some Clangs need without one about it.
# shellcheck source=cmake/setup.sh
. cmake/setup.sh
read -ra native <<< "$(native_flags "$clangxx" | tr '\n' ' ')"

# Polly, which finds parallel loops itself, and whether this Clang has it: one that was built without knows no such
# options. What it parallelises calls GCC's libgomp, with a schedule that is given at run time.
polly_flags=(-O3 "${native[@]}" -mllvm -polly -mllvm -polly-parallel)
export OMP_SCHEDULE=static
has_polly() {
  local transpose='void f(double (*a)[999], double (*b)[999]) {
    for (int i = 0; i < 999; ++i) for (int j = 0; j < 999; ++j) a[i][j] += b[j][i]; }'
  if found "$clangxx" &&
    "$clangxx" "${polly_flags[@]}" -S -x c++ -o - - <<< "$transpose" 2> "$work/polly" | grep GOMP_ > /dev/null; then
    return
  fi
  echo "$clangxx has no Polly; left out (Debian's clang-19 has it; CLANGXX and CLANG choose others)" >&2
  return 1
}

# The seconds that a version may take; 0 is no limit. Polly's threads in loops far inside others mostly wait for each other.
limit() { if [[ $1 == polly ]]; then echo 60; else echo 0; fi; }

# by_turns COMMAND WORD...: calls COMMAND with the round and each word, $rounds times; each word comes first in some.
by_turns() {
  local command=$1 round i
  shift
  for ((round = 0; round < rounds; ++round)); do
    for ((i = 0; i < $#; ++i)); do "$command" "$round" "${@:(i + round) % $# + 1:1}"; done
  done
}

# The median of an awk string of numbers.
median_of='function median(list,   v, n, i, j, t) {
  n = split(list, v, " ")
  for (i = 2; i <= n; ++i)
    for (j = i; j > 1 && v[j - 1] + 0 > v[j] + 0; --j) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
  return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
}'
median() { awk "$median_of"' { all = all " " $1 } END { print median(all) }'; }

# summary BASE VERSION...: from lines "<row> <version> <round> <seconds>" one line for each row, in the order of the
# first round: the row, the median of each version, and the median over the rounds of each version / BASE, so that what
# slows the machine down for a while counts on both sides. A version that has not run is "-".
summary() {
  awk -v base="$1" -v versions="${*:2}" "$median_of"'
    !($1 in seen) { seen[$1] = 1; row[++rows] = $1 }
    { time[$1, $2, $3] = $4; if ($3 + 1 > rounds) rounds = $3 + 1 }
    END {
      columns = split(versions, version, " ")
      for (r = 1; r <= rows; ++r) {
        medians = ratios = ""
        for (c = 1; c <= columns; ++c) {
          times = shares = ""
          for (k = 0; k < rounds; ++k)
            if ((row[r], version[c], k) in time) {
              times = times " " time[row[r], version[c], k]
              if ((row[r], base, k) in time) shares = shares " " time[row[r], version[c], k] / time[row[r], base, k]
            }
          medians = medians " " (times == "" ? "-" : median(times))
          ratios = ratios " " (shares == "" ? "-" : median(shares))
        }
        print row[r] medians ratios
      }
    }'
}

# record KEY=VALUE...: one row of the JSON; a value "-" is null.
record() {
  local IFS=$'\t'
  printf '%s\n' "$*" >> "$work/records"
}

processor() { awk -F': ' '/model name/ { print $2; exit }' /proc/cpuinfo; }
version_of() { "$1" --version | head -n 1; }

write_json() { # name
  touch "$work/records" "$work/about"
  awk -F'\t' -v name="$1" -v about="$(cat "$work/about")" '
    function quoted(text) { gsub(/[\\"]/, "\\\\&", text); return "\"" text "\"" }
    BEGIN { printf "{\"benchmark\": %s,\n \"about\": %s,\n \"rows\": [", quoted(name), quoted(about) }
    {
      printf "%s\n  {", (NR > 1 ? "," : "")
      for (i = 1; i <= NF; ++i) {
        at = index($i, "="); value = substr($i, at + 1)
        if (value == "-" || value == "") value = "null"
        else if (value !~ /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$/) value = quoted(value)
        printf "%s%s: %s", (i > 1 ? ", " : ""), quoted(substr($i, 1, at - 1)), value
      }
      printf "}"
    }
    END { print "\n ]}" }' "$work/records"
}

# Prints the table as it grows. `about LINE` in it is what also the JSON says of the machine.
publish() { # name
  table | tee "$work/table"
  write_json "$1" > "$work/json"
  if [[ -n $json ]]; then cp "$work/json" "$json"; fi
  if [[ -n $save ]]; then
    mkdir -p bench/results
    cp "$work/table" "bench/results/$1.txt"
    cp "$work/json" "bench/results/$1.json"
  fi
}
about() {
  printf '%s\n' "$*${quick:+; --quick}" | tee "$work/about"
}

#!/usr/bin/env bash
# run.sh [SECONDS [TARGET...]]
#
# Looks for inputs that crash or hang the tool, or in which the address and undefined-behaviour sanitizers find something,
# for SECONDS (300) with each of the targets: clauses, tune_file, database, program. Begins with corpus/ and with what was
# kept in build/fuzz/corpus by earlier runs. What is found is printed, and its input stays in build/fuzz; once it is mended,
# it belongs into corpus/, which the tests go through.
set -eu

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
seconds=${1:-300}
[ $# -eq 0 ] || shift
[ $# -ne 0 ] || set -- clauses tune_file database program
cd "$root"
cmake --preset fuzz >/dev/null
cmake --build build/fuzz --target "${@/#/appyl-fuzz-}"
export ASAN_OPTIONS=detect_leaks=0:allow_user_poisoning=0
status=0
for target in "$@"; do
  kept=build/fuzz/corpus/$target
  mkdir -p "$kept"
  "build/fuzz/tests/appyl-fuzz-$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=4000 -print_final_stats=1 \
    -artifact_prefix="build/fuzz/$target-" "$kept" "tests/fuzz/corpus/$target" 2>"build/fuzz/$target.log" || {
    status=1
    tail -n 60 "build/fuzz/$target.log"
  }
  sed -n "s/^stat::number_of_executed_units: */$target: inputs tried: /p" "build/fuzz/$target.log"
done
exit $status

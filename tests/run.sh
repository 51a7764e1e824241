#!/usr/bin/env bash
# run.sh [NAME...] [-- CTEST-ARGUMENTS]
# run.sh --again TARGET SOURCE...
#
# Installs what is missing, builds everything, and runs all tests; with names those tests whose names contain one of them,
# building only what these need (`run.sh error.`, `run.sh body_calls`). The last line is "N passed, N failed", with the
# skipped ones where there are some; the status is 0 when everything was built and nothing failed. In front of it are the
# ten longest tests. `--again` takes programs of tests/run or samples/ from source to comparison, alone: TARGET is openmp,
# cuda or interpret.
#
# APPYL_NVCC=none leaves nvcc alone where it is found, APPYL_NVCC=all compiles every program for CUDA with it rather than
# a part of them.
set -u

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=../cmake/setup.sh
source "$root/cmake/setup.sh"
build=$root/build/release

# Compilers and the tool are short and need much memory: a heap that grows by large steps and in huge pages saves up to
# a fifth of their time. Another C library than glibc does not look at it.
export GLIBC_TUNABLES=${GLIBC_TUNABLES:-glibc.malloc.top_pad=67108864:glibc.malloc.hugetlb=1}

names=() again=
while [ $# -ne 0 ]; do
  case $1 in
    --again) again=yes; shift; break ;;
    --) shift; break ;;
    -h | --help) sed -n '2,/^set -u/{/^set -u/d;s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit ;;
    -*) break ;;
    *) names+=("$1"); shift ;;
  esac
done

cannotBuild() {
  echo "the tests could not be built"
  echo "0 passed, 1 failed"
  exit 1
}
install_missing || cannotBuild

# What the tests with these names need besides the tool; nothing: everything.
targets=() chosen=()
[ "$again" ] && targets=(appyl-translate)
if [ ${#names[@]} -ne 0 ]; then
  pattern=$(printf '|%s' "${names[@]//./\\.}")
  chosen=(-R "${pattern#|}")
  configure_project "$root" || cannotBuild
  targets=(appyl-translate)
  while read -r prefix target; do
    if ctest --test-dir "$build" -N "${chosen[@]}" | grep -qE ": $prefix"; then targets+=("$target"); fi
  done <<'END'
stage[.] appyl-tests
tiles$ appyl-tiles-tests
cpu[.]native appyl-cpu-native-tests
cpu[.]plain appyl-cpu-plain-tests
random[.] appyl-random-programs
fuzz[.]clauses appyl-fuzz-clauses
fuzz[.]tune_file appyl-fuzz-tune_file
fuzz[.]database appyl-fuzz-database
fuzz[.]program appyl-fuzz-program
END
fi
build_project "$root" "${targets[@]}" || cannotBuild
[ "$again" ] && exec "$root/tests/programs.sh" again "$@"

echo "== testing"
results=$build/tests/results.xml
rm -f "$results"
ctest --test-dir "$build" --parallel "$(build_jobs)" --output-on-failure --no-tests=error --output-junit "$results" "${chosen[@]}" "$@" </dev/null
status=$?

if [ ! -f "$results" ]; then
  echo "0 passed, 1 failed"
  exit 1
fi
echo "== the longest tests, in seconds"
sed -nE 's/^.*<testcase name="([^"]*)".* time="([0-9.]+)".*$/\2 \1/p' "$results" | LC_ALL=C sort -rn | head -n 10
sed -nE 's/^.*<testcase .* time="([0-9.]+)".*$/\1/p' "$results" | LC_ALL=C awk '{ sum += $1 } END { printf "%.0f all of them\n", sum }'

# One <testcase ...> for each test. A test that is not run for another reason than its own wish has failed.
count() { grep -cE "$1" "$results"; }
passed=$(count '<testcase .* status="run"')
skipped=$(($(count '<testcase .* status="disabled"') + $(count '<skipped message="SKIP_')))
failed=$(($(count '<testcase ') - passed - skipped))
[ $status -ne 0 ] && [ $failed -eq 0 ] && failed=1
line="$passed passed, $failed failed"
[ $skipped -ne 0 ] && line="$line, $skipped skipped"
echo "$line"
[ $failed -eq 0 ]

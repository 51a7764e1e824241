#!/usr/bin/env bash
# run.sh [ctest arguments]
#
# Installs what is missing, builds everything, and runs all tests. The last line is "N passed, N failed", with the skipped
# ones where there are some; the status is 0 when everything was built and nothing failed.
set -u

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=../cmake/setup.sh
source "$root/cmake/setup.sh"
build=$root/build/release

if ! { install_missing && build_project "$root"; }; then
  echo "the tests could not be built"
  echo "0 passed, 1 failed"
  exit 1
fi

echo "== testing"
results=$build/tests/results.xml
rm -f "$results"
ctest --test-dir "$build" --parallel "$(build_jobs)" --output-on-failure --no-tests=error --output-junit "$results" "$@" </dev/null
status=$?

if [ ! -f "$results" ]; then
  echo "0 passed, 1 failed"
  exit 1
fi
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

#!/usr/bin/env bash
# compare_output.sh EXPECTED ACTUAL [TOLERANCE]
#
# Compares two printed results line by line. Lines that begin with "~ " hold numbers whose last digits may differ: each
# number may deviate by TOLERANCE (default 1e-5) of the larger one. All other lines must be equal. Prints at most ten
# differences; the status is 1 if there is one.
set -u

awk -v expectedFile="$1" -v actualFile="$2" -v tolerance="${3:-1e-5}" '
function isNumber(word) { return word ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
function magnitude(x) { return x < 0 ? -x : x }
function close_(a, b,   larger) {
  larger = magnitude(a) > magnitude(b) ? magnitude(a) : magnitude(b)
  return magnitude(a - b) <= tolerance * larger
}
function same(expected, actual,   i, n, words, others) {
  if (expected == actual) return 1
  if (substr(expected, 1, 2) != "~ ") return 0
  n = split(expected, words, " ")
  if (split(actual, others, " ") != n) return 0
  for (i = 1; i <= n; ++i) {
    if (words[i] == others[i]) continue
    if (!isNumber(words[i]) || !isNumber(others[i]) || !close_(words[i] + 0, others[i] + 0)) return 0
  }
  return 1
}
BEGIN {
  for (line = 1; ; ++line) {
    gotExpected = (getline expected < expectedFile) > 0
    gotActual = (getline actual < actualFile) > 0
    if (!gotExpected && !gotActual) break
    if (gotExpected && gotActual && same(expected, actual)) continue
    if (++differences > 10) continue
    printf "  line %d: expected: %s\n", line, gotExpected ? expected : "(no such line)"
    printf "  line %d: actual:   %s\n", line, gotActual ? actual : "(no such line)"
  }
  if (differences > 10) printf "  and %d more lines\n", differences - 10
  exit differences > 0
}'

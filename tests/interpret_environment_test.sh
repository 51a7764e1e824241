#!/usr/bin/env bash
# interpret_environment_test.sh TOOL SCRATCH_DIR
#
# What the environment asks of an interpreted program: the order of its programs, what it is checked for, and how it
# ends. A value that is none is told, and the program does not run.
# shellcheck source=shell_testing.sh
source "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

cat >order.cpp <<'END'
#include <cstdio>
#include <vector>

int main() {
  std::vector<int> seen;
  int position = 0;
  int* const next = &position;
  std::vector<int> at(6);
#pragma parallel block(2) unchecked
  for (int i = 0; i < 6; ++i) at[i] = (*next)++;
  for (int each : at) std::printf("%d ", each);
  std::printf("\n");
}
END
translate --target=interpret -o order.interp.cpp order.cpp -- -std=c++20
holds "it translates" hasStatus 0
holds "it compiles" g++ -std=c++17 -O0 -I"$here/../include" -o order order.interp.cpp

prints() { # TEXT ENVIRONMENT...
  local text=$1
  shift
  [ "$(env "$@" ./order 2>/dev/null)" = "$text" ] || { env "$@" ./order; return 1; }
}
holds "the programs run in the order of the grid" prints "0 1 2 3 4 5 " -u APPYL_ORDER
holds "which has a name" prints "0 1 2 3 4 5 " APPYL_ORDER=row_major
holds "backwards, each by itself in order" prints "4 5 2 3 0 1 " APPYL_ORDER=reversed
holds "a seed always means the same" prints "$(APPYL_ORDER=shuffled:5 ./order 2>/dev/null)" APPYL_ORDER=shuffled:5
several() {
  for seed in 1 2 3 4 5 6 7 8; do APPYL_ORDER=shuffled:$seed ./order 2>/dev/null; done | sort -u | wc -l
}
holds "several seeds mean several orders" test "$(several)" -gt 2

refuses() { # VARIABLE VALUE
  env "$1=$2" ./order >"$out" 2>"$err"
  [ $? -eq 2 ] && [ ! -s "$out" ] && grep -q "$1 is '$2'" "$err"
}
for order in sorted shuffled shuffled: shuffled:x reversed:1; do
  holds "$order is no order" refuses APPYL_ORDER "$order"
done
holds "what is checked has a name" refuses APPYL_CHECK everything
holds "how it ends has a name" refuses APPYL_ON_ERROR ignore

finish

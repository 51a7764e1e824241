#!/usr/bin/env bash
# cuda_profile_test.sh TOOL SCRATCH_DIR
#
# What APPYL_PROFILE=1 prints, and by it: a time loop copies its arrays once, however many steps it has.
# shellcheck source=shell_testing.sh
source "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

root=$(cd "$here/.." && pwd)
translate --target=cuda -o heat.cu "$root/samples/05_heat3d.cpp" -- -std=c++20
holds "the sample translates" hasStatus 0
holds "it compiles" g++ -x c++ -std=c++20 -O1 -I"$root/samples" -I"$root/include" -include appyl/cuda/emulation.hpp \
  -o heat heat.cu -lboost_context

column() { # NUMBER: of the line of the time loop's kernel
  awk -v n="$1" '/^heat_kernel0/ { print $(2 + n) }' "$err"
}
profile() { # STEPS
  APPYL_PROFILE=1 ./heat --check 12 10 9 "$1" >"$out" 2>"$err"
}
profile 3
few=$(column 5)
holds "the launches are counted" [ "$(column 1)" = 3 ]
holds "something is copied" [ "${few:-0}" -gt 0 ]
profile 30
holds "more steps copy no more" [ "$(column 5)" = "$few" ]
holds "nothing comes back before the end of the loop" [ "$(column 6)" = 0 ]
translate --target=cuda -o tiles.cu "$here/run/tile_time_loops.cpp" -- -std=c++20 -I"$root/include"
holds "a time loop of tile programs translates" hasStatus 0
holds "it compiles" g++ -x c++ -std=c++20 -O1 -I"$root/include" -include appyl/cuda/emulation.hpp -o tiles tiles.cu \
  -lboost_context
copies() { # STEPS: bytes to the device for all programs of the time loop
  APPYL_PROFILE=1 ./tiles "$1" 37 37 2>&1 >/dev/null | awk '/^swing/ { bytes += $7 } END { print bytes }'
}
few=$(copies 3)
holds "something is copied for its programs" [ "${few:-0}" -gt 0 ]
holds "more steps of it copy no more" [ "$(copies 30)" = "$few" ]
./heat --check 12 10 9 3 >"$out" 2>"$err"
holds "without the variable nothing is printed" test ! -s "$err"
finish

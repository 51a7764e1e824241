#!/usr/bin/env bash
# grid_messages_test.sh TOOL SCRATCH_DIR
#
# What does not compile of grids says why, in words, and little else: each of these lines is told by its message.
# shellcheck source=shell_testing.sh
source "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

cat >mistakes.cpp <<'END'
#include <appyl/grid.hpp>
#include <vector>
using namespace appyl;
void calls(std::vector<float>& x, std::vector<float>& y) {
  grid_call([](ref<float, 1>) {})(x, y);                                   // one ref for each array
  grid_call([](ref<const float, 1>, ref<float, 1>, ref<float, 1>) {})(x, y);  // one ref for each array
  grid_call([](ref<const float, 1>, ref<int, 1>) {})(x, y);                // a ref of the array's element type
  grid_call([](const float*, float*) {})(x, y);                            // a kernel takes refs
  grid_call([](view<const float, 1>, view<float, 1>) {})(x, y);            // a kernel takes refs
  grid_call([n = 0](ref<const float, 1>, ref<float, 1>) mutable { ++n; })(x, y);  // not `mutable`
  grid_call([](auto) {})(x, y);                                            // can be called with one ref for each
  grid_call([](ref<const float, 1>, ref<float, 1>) {})(x.data(), y);       // a pointer has no extents
  grid_call([](ref<const float, 1>, ref<float, 1>) {})(x, zeros<float>(4));  // arrays, not tiles
  BlockSpec{{2}, [](int i) { return i * 0.5; }};                           // returns an integer
  BlockSpec{{2}, [](int) {}};                                              // returns the place of a block
  BlockSpec{{2}, Unblocked{}};                                             // an index map is callable
  BlockSpec{{2}, [n = 0](int) mutable { return n++; }};                    // an index map is callable
}
END
for compiler in g++ clang++-19; do
  command -v "$compiler" >/dev/null || continue
  "$compiler" -std=c++17 -fsyntax-only -I"$here/../include" mistakes.cpp >"$out" 2>"$err"
  status=$?
  lastCommand="$compiler mistakes.cpp"
  holds "$compiler refuses it" test $status = 1
  while IFS=: read -r line text; do
    message=${text##*// }
    awk -v place="mistakes.cpp:$line:" -v message="$message" '
      # A message stands before (GCC) or after (Clang, for what is required) the line that asks for it.
      index($0, "error: ") { told = index($0, message) ? told + 1 : told }
      index($0, place) { asked = 1 }
      END { exit !(told && asked) }' "$err"
    holds "$compiler: line $line is told by '$message'" test $? = 0
  done < <(grep -n '// ' mistakes.cpp)
  holds "$compiler: hardly anything else is told" test "$(grep -c 'error: ' "$err")" -le 20
done
finish

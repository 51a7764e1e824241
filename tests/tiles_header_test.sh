#!/usr/bin/env bash
# tiles_header_test.sh TOOL SCRATCH_DIR
#
# A program of tiles and grids compiles without a warning, in every C++ since 17, with each compiler that is here, and prints the
# same with all of them.
# shellcheck source=shell_testing.sh
source "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

root=$(cd "$here/.." && pwd)
warnings=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Werror)
cat >program.cpp <<'END'
#include <appyl/grid.hpp>
#include <cstdio>
#include <vector>

int main() {
  using appyl::slice;
  std::vector<float> a(200), b(200), c(200);
  for (int i = 0; i < 200; ++i) a[static_cast<std::size_t>(i)] = static_cast<float>(i % 7);
  const appyl::view<float, 2> x(a, 10, 20), y(b, 20, 10), z(c, 10, 10);
  y() = transpose(x()) + 1;
  for (int i = 0; i < 10; i += 4)
    for (int j = 0; j < 10; j += 4) {
      appyl::tile<float, 2> sum = appyl::zeros<float>(4, 4);
      for (int k = 0; k < 20; k += 8) sum += dot(x(slice(i, 4), slice(k, 8)), y(slice(k, 8), slice(j, 4)));
      z(slice(i, 4), slice(j, 4)) = where(sum > 100.0f, sum, -sum);
    }
  const auto rows = max(z(), 1);
  const auto top = z(appyl::arange(3) * 2, appyl::all);
  std::printf("%g %g %g %td\n", static_cast<double>(appyl::sum(z())), static_cast<double>(appyl::sum(rows)),
              static_cast<double>(appyl::sum(top * 2)), argmax(z()));
  const appyl::BlockSpec quarters{{50}, [](int i) { return i; }};
  appyl::grid_call([](appyl::ref<const float, 1> from, appyl::ref<float, 1> to) { to(appyl::all) = from(appyl::all) * 2; },
                   {4, {quarters}, {quarters}})(a, b);
  std::printf("%g\n", static_cast<double>(b[199]));
  const auto halves = appyl::cast<appyl::half>(rows);
  std::printf("%g\n", static_cast<double>(dot(halves, halves)));
}
END
expected=
for compiler in g++ clang++-14 clang++-19; do
  level=-O0
  [ "$compiler" = g++ ] && level=-O1  # the optimiser of GCC has warnings of its own
  command -v "$compiler" >/dev/null || continue
  for standard in c++17 c++20; do
    holds "$compiler takes it as $standard" "$compiler" -std="$standard" "${warnings[@]}" $level -I"$root/include" -o program \
      program.cpp
    ./program >"$out" 2>"$err"
    [ -n "$expected" ] || expected=$(cat "$out")
    holds "$compiler, $standard: it prints the same" [ "$(cat "$out")" = "$expected" ]
  done
done
holds "something was compiled" [ -n "$expected" ]
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)
if [ -z "$nvcc" ]; then
  echo "nvcc is not here: that it takes the header was not checked"
else
  holds "nvcc takes it" "$nvcc" -std=c++17 -Werror all-warnings -I"$root/include" -x cu -c -o program.o program.cpp
fi
finish

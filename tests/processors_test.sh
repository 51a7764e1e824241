#!/usr/bin/env bash
# The CPU headers compile without a warning for processors of every sort, not only for the one that the tests run on, by
# both compilers where they know them: products with code, the headers' tests as far as their syntax.
. "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

cat >products.cpp <<'END'
#include <appyl/cpu/contraction.hpp>
#include <appyl/cpu/time_tiles.hpp>

using namespace appyl::cpu;

template <class T>
void products(std::ptrdiff_t n, const T* a, const T* x, T* c) {
  contract({n, n, n}, matrix{a, n, 1}, matrix{a, 1, n}, matrix{c, n, 1}, from_c);
  contract({n, n}, matrix{a, n, 1}, column{x, 1}, column{c, 1}, from_zero);
}
template void products(std::ptrdiff_t, const float*, const float*, float*);
END

warnings=(-std=c++17 -Wall -Wextra -Wpedantic -Wshadow -Werror "-I$here/../include")
ran='' unknown=''
for compiler in g++ clang++-19; do
  for processor in x86-64 x86-64-v3 'x86-64-v4 -mavx10.1-256' znver4 sapphirerapids graniterapids; do
    # shellcheck disable=SC2206 # words
    options=(-march=$processor)
    if ! echo 'int x;' | "$compiler" "${options[@]}" -x c++ -c -o probe.o - 2>/dev/null; then
      unknown+=", $compiler $processor"
      continue
    fi
    # Clang calls its own choice of features for the one an invalid combination.
    [ $compiler = g++ ] || options+=(-Wno-unknown-warning-option -Wno-invalid-feature-combination)
    ran+=", $compiler $processor"
    holds "$compiler compiles products for $processor" "$compiler" "${warnings[@]}" "${options[@]}" -O1 -fopenmp -c \
      -o products.o products.cpp
  done
done

# Another instruction set, where there is a cross compiler, whose headers Clang takes.
if command -v aarch64-linux-gnu-g++ >/dev/null; then
  holds "g++ compiles products for aarch64" aarch64-linux-gnu-g++ "${warnings[@]}" -O1 -c -o products.o products.cpp
  holds "clang++-19 compiles products for aarch64" clang++-19 --target=aarch64-linux-gnu "${warnings[@]}" -O1 -c \
    -o products.o products.cpp
  for source in "$here"/cpu/*.cpp; do
    holds "clang++-19 takes $(basename "$source") for aarch64" clang++-19 --target=aarch64-linux-gnu -isystem /usr/include/doctest/.. \
      "${warnings[@]}" -fsyntax-only "$source"
  done
  ran+=", g++ aarch64, clang++-19 aarch64"
fi
echo "compiled for: ${ran#, }${unknown:+; not known here: ${unknown#, }}"
finish

#!/usr/bin/env bash
# Files are written only when their content changes, whole or not at all, and never on an error.
. "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

writeScale a.cpp
mkdir dir
translate -o dir/a.omp.cpp a.cpp --
holds "the first run writes" test -s dir/a.omp.cpp
touch -d '2001-02-03 04:05:06' dir/a.omp.cpp
before=$(stat -c '%Y %i' dir/a.omp.cpp)

translate -o dir/a.omp.cpp a.cpp --
holds "unchanged content keeps its time and file" test "$(stat -c '%Y %i' dir/a.omp.cpp)" = "$before"
translate --output-dir dir a.cpp --
holds "with --output-dir too" test "$(stat -c '%Y %i' dir/a.omp.cpp)" = "$before"

printf '\nint more;\n' >>a.cpp
translate -o dir/a.omp.cpp a.cpp --
holdsNot "changed content is written" test "$(stat -c '%Y' dir/a.omp.cpp)" = "${before% *}"
holds "all of it" grep -q 'int more;' dir/a.omp.cpp
cp dir/a.omp.cpp good

sed -i 's/parallel/parallel block(0)/' a.cpp
translate -o dir/a.omp.cpp a.cpp --
holds "a mistake is status 1" hasStatus 1
holds "the old file stays on an error" cmp good dir/a.omp.cpp
printf 'int x = ;\n' >a.cpp
translate -o dir/a.omp.cpp a.cpp --
holds "the old file stays on an error of the language" cmp good dir/a.omp.cpp
holds "no temporary file is left" contains dir a.omp.cpp

writeScale b.cpp
printf 'short' >dir/b.omp.cpp
cp dir/b.omp.cpp elsewhere
ln elsewhere dir/linked.omp.cpp
translate -o dir/linked.omp.cpp b.cpp --
holds "a file is replaced, not overwritten in place" test "$(cat elsewhere)" = short

mkdir dir/taken
translate -o dir/taken b.cpp --
holds "a folder as output is status 2" hasStatus 2
holds "with a message" test -s "$err"
translate -o dir/taken/below/b.omp.cpp/ b.cpp --
holds "an impossible name is status 2" hasStatus 2
finish

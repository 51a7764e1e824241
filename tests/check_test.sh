#!/usr/bin/env bash
# --check compares instead of writing: 0 and nothing when equal, 1 and a unified diff otherwise.
. "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

writeScale a.cpp one
writeScale b.cpp two
translate -o a.omp.cpp a.cpp --

translate --check a.omp.cpp a.cpp --
holds "equal is status 0" hasStatus 0
holds "equal prints nothing" noOutput
holds "on neither stream" silent

sed 's/one/uno/' a.omp.cpp >changed.cpp
cp changed.cpp kept.cpp
touch -d '2001-02-03 04:05:06' changed.cpp
translate --check changed.cpp a.cpp --
holds "a difference is status 1" hasStatus 1
holds "with the old file's header" grep -q '^--- ' "$out"
holds "and the new one's" grep -q '^+++ ' "$out"
holds "and hunks" grep -q '^@@ -[0-9,]* +[0-9,]* @@' "$out"
holds "removed lines are those of the file" grep -q '^-void uno(' "$out"
holds "added lines are those of the translation" grep -q '^+void one(' "$out"
holds "the file stays" cmp kept.cpp changed.cpp
cp "$out" diff
cp changed.cpp patched.cpp
holds "patch applies the difference" patch -s patched.cpp diff
holds "and gives the translation" cmp a.omp.cpp patched.cpp

translate --check missing.cpp a.cpp --
holds "a missing file is a difference" hasStatus 1
holds "shown as a diff" grep -q '^+void one(' "$out"
holds "and not written" test ! -e missing.cpp

printf '%s' "$(cat a.omp.cpp)" >unended.cpp
translate --check unended.cpp a.cpp --
holds "a missing last newline is a difference" hasStatus 1

mkdir dir
translate --output-dir dir a.cpp b.cpp --
translate --check dir a.cpp b.cpp --
holds "a folder that is up to date is status 0" hasStatus 0
holds "without output" noOutput
echo '// edited' >>dir/b.omp.cpp
rm dir/a.omp.cpp
translate --check dir a.cpp b.cpp --
holds "differences in a folder are status 1" hasStatus 1
holds "the missing file's is shown" grep -q '^+void one(' "$out"
holds "the changed file's too" grep -q '^-// edited' "$out"
holds "nothing is written" contains dir b.omp.cpp

sed -i 's/parallel/parallel block(0)/' a.cpp
translate --check a.omp.cpp a.cpp --
holds "an error in the source is status 1" hasStatus 1
holds "with the diagnostic" says '[appyl-block-size]'

translate --emit=model -o b.json b.cpp --
translate --emit=model --check b.json b.cpp --
holds "a model is compared in the same way" hasStatus 0
translate --check b.json b.cpp --
holds "code is no model" hasStatus 1
finish

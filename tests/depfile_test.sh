#!/usr/bin/env bash
# --depfile writes what make and ninja need to translate again when a header changes.
. "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

mkdir include 'with space'
echo '#pragma once' >include/first.h
printf '#pragma once\n#include "first.h"\n' >include/second.h
echo '#pragma once' >'with space/third.h'
{
  printf '#include "second.h"\n#include <third.h>\n#include <stddef.h>\n'
  writeScale -
} >a.cpp
translate --depfile a.d -o a.omp.cpp a.cpp -- -Iinclude '-Iwith space'
holds "a run with --depfile succeeds" hasStatus 0
holds "the file is there" test -s a.d
holds "its target is the output" grep -qE '^(.*/)?a\.omp\.cpp *:' a.d
for name in a.cpp first.h second.h; do holds "$name is a dependency" grep -qE "(^|[ /])$name( |\$)" a.d; done
holds "spaces are escaped" grep -q 'with\\ space/third\.h' a.d

cat >Makefile <<END
all: a.omp.cpp
	@:
a.omp.cpp:
	@echo again
include a.d
END
touch -d '2001-01-01' a.cpp include/*.h 'with space/third.h'
holds "make takes it" make -s
holdsNot "make finds nothing to do" grep -q again <(make -s 2>&1)
touch -d '+1 hour' include/first.h
holds "make sees a changed header" grep -q again <(make -s 2>&1)

rm -f a.d
sed -i 's/parallel/parallel block(0)/' a.cpp
translate --depfile a.d -o a.omp.cpp a.cpp -- -Iinclude '-Iwith space'
holds "an error is status 1 with --depfile too" hasStatus 1

echo 'int plain;' >plain.cpp
translate --depfile plain.d -o plain.omp.cpp plain.cpp --
holds "a source without directives has one too" grep -q 'plain\.cpp' plain.d
finish

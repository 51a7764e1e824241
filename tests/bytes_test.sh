#!/usr/bin/env bash
# Everything outside the annotated loops is kept byte for byte, whatever the file looks like.
. "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

identical() { # WHAT FILE
  translate -o result "$2" --
  holds "$1: a success" hasStatus 0
  holds "$1: silent" silent
  holds "$1: the same bytes" cmp "$2" result
  rm -f result
}
: >empty.cpp
identical "an empty source" empty.cpp
printf '\n' >newline.cpp
identical "an empty line" newline.cpp
printf '// only a comment' >comment.cpp
identical "a comment without newline" comment.cpp
printf '#include <vector>\n#pragma once_more\n#pragma omp parallel\nint  main( ) {\treturn 0 ; }   \n\n\n' >plain.cpp
identical "no directive" plain.cpp
printf 'int a;\r\nint b;\r\n' >dos.cpp
identical "CRLF without directive" dos.cpp
printf '\357\273\277int a;\n' >bom.cpp
identical "a BOM without directive" bom.cpp
printf '// \303\244\303\266 \342\202\254 \360\237\230\200\nconst char *s = "\303\274 #pragma parallel";\n/*\n#pragma parallel\n*/\n' >utf8.cpp
identical "UTF-8, and directives in comments and strings" utf8.cpp
printf 'const char *s = R"(\n#pragma parallel block(0)\n)";\n' >raw.cpp
identical "a directive in a raw string" raw.cpp
printf '#if 0\n#pragma parallel blok\n#endif\nint a;\n' >skipped.cpp
identical "a directive that the preprocessor skips" skipped.cpp
printf 'int a;\f\n\v int b;\n#define X \\\n  1\nint c = X;\t\n' >odd.cpp
identical "odd white space" odd.cpp

# before and after the loop, with formatting that no formatter would leave alone
printf '#include   <cstdio>\n\n\n  /* keep  me */ static int\tx ;   \nvoid f ( int*a,int n )   {  int y=1;;\n' >before
printf '\n  x=y ;\t// trailing   \n}\n\n\n#define A( b ) b\n// last \303\244' >after
{
  cat before
  printf '#pragma parallel\n  for(int i=0;i<n;++i){a[ i ]=x+ y;}'
  cat after
} >odd_parts.cpp
translate -o result odd_parts.cpp --
holds "odd formatting: a success" hasStatus 0
holds "what stands before the loop stays" cmp before <(head -c "$(stat -c %s before)" result)
holds "what stands behind the loop stays" cmp after <(tail -c "$(stat -c %s after)" result)
holdsNot "the directive is gone" grep -q 'pragma parallel' result
holds "the translation compiles" compiles result

writeScale scale.cpp
sed 's/$/\r/' scale.cpp >scale_dos.cpp
translate -o result scale_dos.cpp --
holds "CRLF: a success" hasStatus 0
holds "CRLF: lines outside the loop keep their ends" grep -q "^void scale(float \*a, int n) {$(printf '\r')\$" result
holds "CRLF: no line of the result ends otherwise" test "$(grep -c '' result)" -eq "$(grep -c "$(printf '\r')\$" result)"
translate -o unix scale.cpp --
holds "CRLF: otherwise the same translation" cmp unix <(tr -d '\r' <result)

{ printf '\357\273\277' && cat scale.cpp; } >scale_bom.cpp
translate -o result scale_bom.cpp --
holds "BOM: a success" hasStatus 0
holds "BOM: it stays in front" cmp <(printf '\357\273\277') <(head -c 3 result)
holds "BOM: otherwise the same translation" cmp unix <(tail -c +4 result)

printf '%s' "$(cat scale.cpp)" >unended.cpp
translate -o result unended.cpp --
holds "no newline at the end: none is added" cmp result <(printf '%s' "$(cat unix)")

cat >foreign.cpp <<'END'
#pragma GCC diagnostic ignored "-Wunused"
#pragma vendor parallel block(0)
void f(float *a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
#pragma GCC ivdep
    for (int j = 0; j < m; ++j) a[i * m + j] = 0;  // kept
#pragma omp simd
    for (int j = 0; j < m; ++j) a[i * m + j] += 1;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma unroll
  for (int i = 0; i < n; ++i) a[i] = 0;
}
END
translate -o result foreign.cpp --
holds "foreign pragmas: a success" hasStatus 0
for pragma in 'GCC diagnostic ignored "-Wunused"' 'vendor parallel block(0)' 'GCC ivdep' 'omp simd' 'omp parallel for' unroll; do
  holds "#pragma $pragma stays" grep -qF "#pragma $pragma" result
done
holds "a comment in the body stays" grep -q '// kept' result

# the project's own formatting is used for what is generated
mkdir styled
printf 'BasedOnStyle: LLVM\nIndentWidth: 7\n' >styled/.clang-format
cp scale.cpp styled/
translate -o styled/result styled/scale.cpp --
holds "the folder's .clang-format is followed" grep -qE '^ {7}[^ ]' styled/result
printf 'BasedOnStyle: LLVM\nFutureKey: 1\nIndentWidth: 7\n' >styled/.clang-format
translate -o styled/result styled/scale.cpp --
holds "an unknown key leaves the others in force" grep -qE '^ {7}[^ ]' styled/result
holds "an unknown key is a success" hasStatus 0
holds "an unknown key is told as a warning" grep -qE 'warning: .*FutureKey' "$err"
holds "an unknown key is no error" test -z "$(grep 'error:' "$err")"
mkdir -p styled/inner plain
cp scale.cpp plain/
translate -o plain/result styled/inner/../../plain/scale.cpp --
holds "a folder on the way to the source is not around it" test -z "$(grep -E '^ {7}[^ ]' plain/result)"
finish

#!/usr/bin/env bash
# The same input gives the same bytes, wherever it is run, and nothing of the machine is in them.
. "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

mkdir -p src elsewhere
cat >src/a.cpp <<'END'
#include <vector>
template <class T>
T sum(const std::vector<T> &v) {
  T s = 0;
#pragma parallel block reduction(+ : s)
  for (std::size_t i = 0; i < v.size(); ++i) s += v[i];
  return s;
}
void product(const float *a, const float *b, float *c, int n) {
#pragma parallel block(32)
  for (int i = 0; i < n; ++i)
#pragma parallel block(32)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k) s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
void histogram(const unsigned char *x, int *bins, int n) {
#pragma parallel reduction(+ : bins)
  for (int i = 0; i < n; ++i) bins[x[i]]++;
}
float use(const std::vector<float> &v) { return sum(v); }
END
for form in code model; do
  translate --emit=$form src/a.cpp --
  holds "$form: a success" hasStatus 0
  cp "$out" "first.$form"
  holdsNot "$form: no folder of this machine" grep -qF "$scratch" "$out"
  holdsNot "$form: no time" grep -qE "$(date +%Y)-|[0-9]{2}:[0-9]{2}:[0-9]{2}" "$out"
  translate --emit=$form src/a.cpp --
  holds "$form: a second run gives the same" cmp "first.$form" "$out"
  translate --emit=$form "$PWD/src/a.cpp" --
  holds "$form: an absolute name gives the same" cmp "first.$form" "$out"
  (cd elsewhere && timeout 60 "$tool" --emit=$form ../src/a.cpp -- >"$out" 2>"$err")
  holds "$form: another folder gives the same" cmp "first.$form" "$out"
  (cd src && HOME=/nonexistent LC_ALL=C TZ=Asia/Tokyo timeout 60 "$tool" --emit=$form a.cpp -- >"$out" 2>"$err")
  holds "$form: another environment gives the same" cmp "first.$form" "$out"
done

# A translation has no directives left, so that it translates to itself.
cp first.code again.cpp
translate again.cpp -- -I"$here/../include"
holds "a translation is a source without directives" cmp first.code "$out"

# A change behind a loop doesn't change the loop's translation.
{ cat src/a.cpp && echo 'int later;'; } >longer.cpp
translate longer.cpp --
holds "what follows has no influence" cmp <({ cat first.code && echo 'int later;'; }) "$out"

for n in 1 2 4; do
  mkdir "out$n"
  cp src/a.cpp "b.cpp"
  translate -j $n --output-dir "out$n" src/a.cpp b.cpp longer.cpp --
done
holds "-j has no influence" diff -r out1 out2
holds "nor has more of it" diff -r out1 out4
finish

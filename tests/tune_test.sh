#!/usr/bin/env bash
# --tune measures the sizes of `block(auto)` with the user's command, and later translations read what it found.
. "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

# A command whose time depends on the size in the translation: 512 is the fastest.
cat >measure <<'END'
#!/usr/bin/env bash
size=$(sed -nE "s|.*$2_kernel0: .*blocks of ([0-9]+) of $3.*|\1|p" "$1")
echo "$1 $size" >>trials
case $size in 512) sleep 0.02 ;; *) sleep 0.1 ;; esac
END
chmod +x measure
cat >saxpy.cpp <<'END'
void saxpy(int n, float a, const float *x, float *y) {
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}
END

translate saxpy.cpp --
holds "the model chooses" grep -q 'blocks of 2048 of i' "$out"
cp "$out" untuned
translate saxpy.cpp --
holds "the same each time" cmp "$out" untuned

translate --tune --run './measure {} saxpy i' saxpy.cpp --
holds "tuning is status 0" hasStatus 0
holds "without code" noOutput
holds "a line tells the choice" grep -qE '^saxpy_kernel0 i: 512 \(512: 0\.[0-9]+, 1024: [01]\.[0-9]+, 2048: 1\.00, 4096: [01]\.[0-9]+, 8192: [01]\.[0-9]+\)$' "$err"
holds "and nothing else is said" test "$(wc -l <"$err")" -eq 1
holds "each size is run three times" test "$(sort trials | uniq -c | awk '{ print $1 }' | tr '\n' ' ')" = '3 3 3 3 3 '
holds "in turn" test "$(head -n 5 trials | awk '{ print $2 }' | tr '\n' ' ')" = '512 1024 2048 4096 8192 '
holds "the file has the name of the translation" grep -q '/saxpy\.omp\.cpp 512$' trials
holdsNot "which is gone afterwards" test -e "$(head -n 1 trials | cut -d ' ' -f 1)"
holds "the file is there" grep -q '"saxpy.cpp:saxpy_kernel0": {' appyl-tune.json
holds "with the size" grep -q '"i": 512' appyl-tune.json

translate -o saxpy.omp.cpp --depfile saxpy.d saxpy.cpp --
holds "a later translation reads it" grep -q 'blocks of 512 of i' saxpy.omp.cpp
holds "and depends on it" grep -q 'appyl-tune\.json' saxpy.d
holds "and compiles" compiles saxpy.omp.cpp
translate --explain saxpy.cpp --
holds "the model says where the size is from" says 'block tuned: 512'
translate --emit=model saxpy.cpp --
holds "in JSON it is the block" grep -q '"block": 512' "$out"
translate --target=cuda saxpy.cpp --
holds "what was measured on a CPU is no choice for a GPU" grep -q 'blocks of 128 of i' "$out"
translate --target=interpret --explain saxpy.cpp --
holds "the interpreter runs the CPU's blocks" says 'block tuned: 512'
translate --check saxpy.omp.cpp saxpy.cpp --
holds "--check reads it, too" hasStatus 0

mkdir elsewhere
cp saxpy.cpp elsewhere/
translate elsewhere/saxpy.cpp --
holds "the working folder's file is not for another folder's source" cmp "$out" untuned
translate --tune-file appyl-tune.json elsewhere/saxpy.cpp --
holds "unless it is named" grep -q 'blocks of 512 of i' "$out"
(cd elsewhere && timeout 60 "$tool" ../saxpy.cpp -- >there)
holds "a source's own file is found from anywhere" grep -q 'blocks of 512 of i' elsewhere/there

# Entries of other sources stay, those of this one are made anew.
cat >two.c <<'END'
void scale(int n, float *a) {
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i) a[i] = 2 * a[i];
}
void transpose(int n, int m, const float *a, float *b) {
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i)
#pragma parallel block(auto)
    for (int j = 0; j < m; ++j) b[j * n + i] = a[i * m + j];
}
END
cat >measure2 <<'END'
#!/usr/bin/env bash
comment=$(sed -E 's|^ *// *||' "$1" | tr '\n' ' ')
time=0
case $comment in *"scale_kernel0: "*"blocks of 1024 of i"*) ;; *) time=$((time + 2)) ;; esac
case $comment in *"blocks of 16 of i"*) ;; *) time=$((time + 2)) ;; esac
case $comment in *" of i and 128 of j"*) ;; *) time=$((time + 2)) ;; esac
sleep "0.$(printf %02d $((time * 4)))"
END
chmod +x measure2
sed -i 's|"saxpy.cpp:saxpy_kernel0"|"two.c:gone_kernel0": {"i": 8}, &|' appyl-tune.json
translate --tune --run './measure2 {}' two.c --
holds "C is tuned" hasStatus 0
holds "the first kernel" grep -q '^scale_kernel0 i: 1024 (' "$err"
holds "each loop of a nest: the outer one" grep -q '^transpose_kernel0 i: 16 (' "$err"
holds "and the inner one" grep -q '^transpose_kernel0 j: 128 (' "$err"
holds "other sources' entries stay" grep -q '"saxpy.cpp:saxpy_kernel0": {' appyl-tune.json
holdsNot "kernels that are no more go" grep -q gone appyl-tune.json
translate two.c --
holds "both are read" hasStatus 0
holds "without a message" silent
holds "the outer and the inner one" grep -q 'blocks of 16 of i and 128 of j' <(sed -E 's|^ *// *||' "$out" | tr '\n' ' ')
cp "$out" two.omp.c
holds "the translation compiles" compiles two.omp.c

cp appyl-tune.json before
translate --tune --target=cuda --tune-file gpu.json --run 'cp {} copy.cu' saxpy.cpp --
holds "CUDA is tuned" hasStatus 0
holds "as the CUDA source" grep -q 'appyl::cuda::launch' copy.cu
holds "in a file by name" grep -q '"cuda_kernels": {' gpu.json
holds "and only there" cmp appyl-tune.json before

# Who interrupts it finds nothing left.
mkdir temporary
TMPDIR=$PWD/temporary translate --tune --run 'ls "$TMPDIR" >>there; kill -INT $PPID; {}' saxpy.cpp two.c --
holds "an interruption is status 1" hasStatus 1
holds "it ends at once, in the first folder" test "$(wc -l <there)" -eq 1
holds "an interruption is told" says 'error: interrupted'
holds "nothing stays behind" test -z "$(ls temporary)"
holds "nothing is written" cmp appyl-tune.json before

# Sizes that cannot be translated, and several sources.
cat >product.cpp <<'END'
void product(int n, int m, int p, const double *a, const double *b, double *c) {
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i)
#pragma parallel block(64)
    for (int j = 0; j < m; ++j) {
      double sum = 0;
#pragma block(auto)
      for (int k = 0; k < p; ++k) sum += a[i * p + k] * b[k * m + j] + 1;
      c[i * m + j] = sum;
    }
}
END
translate --tune --target=cuda --cuda-arch=sm_75 --tune-file gpu.json --run 'test -s {}' product.cpp saxpy.cpp --
holds "several sources are tuned" hasStatus 0
holds "the first" grep -q '"product.cpp:product_kernel0": {' gpu.json
holds "and the second" grep -q '"saxpy.cpp:saxpy_kernel0": {' gpu.json
holds "what shared memory has no room for is refused" grep -qE '^product_kernel0 i: [0-9]+ \(.*512: refused\)$' "$err"

# What fails leaves everything as it was.
translate --tune --run 'echo what is wrong; exit 3; {}' saxpy.cpp --
holds "a failing command is status 1" hasStatus 1
holds "its status is told" says "the command of '--run' ended with status 3"
holds "and its output" grep -qx 'what is wrong' "$err"
holds "nothing is written" cmp appyl-tune.json before
mkdir "with 'quotes"
cp saxpy.cpp "with 'quotes/it's.cpp"
translate --tune --run 'test -s {}' "with 'quotes/it's.cpp" --
holds "the path is one word for the shell" hasStatus 0
holds "the file is in the source's folder" test -s "with 'quotes/appyl-tune.json"
writeScale plain.cpp
translate --tune --run 'touch ran; {}' plain.cpp --
holds "no block(auto) is status 0" hasStatus 0
holds "with a remark" says "remark: 'plain.cpp' has no loop with 'block(auto)'; nothing is tuned"
holdsNot "and nothing is run" test -e ran
printf 'void f(int *a, int n) {\n#pragma parallel block(auto)\n  for (int i = 1; i < n; ++i) a[i] = a[i - 1];\n}\n' >race.cpp
translate --tune --run 'touch ran; {}' race.cpp --
holds "an error in the source is status 1" hasStatus 1
holds "with its message" says '[appyl-race]'
holdsNot "and nothing is run" test -e ran
translate --tune --run 'true {}' missing.cpp --
holds "a missing source is status 2" hasStatus 2

malformed() { # LINE WHAT TEXT
  printf '%b' "$3" >bad.json
  translate --tune-file bad.json saxpy.cpp --
  holds "$2 is status 2" hasStatus 2
  holds "$2: its line is told" grep -q "^appyl-translate: error: bad\.json:$1: " "$err"
  holds "$2: no code" noOutput
  translate --tune --tune-file bad.json --run 'touch ran; {}' saxpy.cpp --
  holds "$2 is not written over" hasStatus 2
  holdsNot "$2: nothing is run" test -e ran
}
malformed 1 "an empty file" ''
malformed 2 "what is no JSON" '{"version": 1,\n "kernels" {}}'
malformed 1 "another JSON value" '[1, 2]\n'
malformed 1 "no version" '{"kernels": {}}'
malformed 2 "another version" '{\n"version": 2, "kernels": {}}'
malformed 3 "an unknown member" '{\n"version": 1,\n"kernel": {}}'
malformed 2 "a list of kernels" '{"version": 1,\n "kernels": []}'
malformed 3 "a kernel without a source" '{"version": 1,\n "kernels": {\n  "saxpy_kernel0": {"i": 8}}}'
malformed 3 "a kernel without loops" '{"version": 1,\n "kernels": {\n  "saxpy.cpp:saxpy_kernel0": 8}}'
malformed 4 "a block of zero" '{"version": 1,\n "kernels": {"saxpy.cpp:saxpy_kernel0": {"j": 8,\n  "k": 8,\n  "i": 0}}}'
malformed 2 "a block in words" '{"version": 1,\n "kernels": {"saxpy.cpp:saxpy_kernel0": {"i": "many"}}}'
malformed 1 "a file of 100,000 brackets" "{\"version\": 1, \"kernels\": $(head -c 100000 /dev/zero | tr '\0' '[')"
malformed 2 "a broken block" '{"version": 1,\n "kernels": {"saxpy.cpp:saxpy_kernel0": {"i": 1.5}}}'
malformed 2 "a huge block" '{"version": 1,\n "kernels": {"saxpy.cpp:saxpy_kernel0": {"i": 4294967296}}}'
translate --tune-file nowhere.json saxpy.cpp --
holds "a file that is named must be there" hasStatus 2
translate -o appyl-tune.json saxpy.cpp --
holds "the tuning file is not written over" hasStatus 2
holds "it is as it was" cmp appyl-tune.json before
finish

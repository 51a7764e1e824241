#!/usr/bin/env bash
# --emit=model: well-formed JSON with the fields of the command line's documentation. CMake reads the JSON.
. "$(dirname "${BASH_SOURCE[0]}")/shell_testing.sh"

cat >matmul.cpp <<'END'
void matmul(const float *A, const float *B, float *C, int M, int N, int K) {
#pragma parallel block(64)
  for (int i = 0; i < M; ++i)
#pragma parallel block(64)
    for (int j = 0; j < N; ++j) {
      float acc = 0;
#pragma block(16)
      for (int k = 0; k < K; ++k) acc += A[i * K + k] * B[k * N + j];
      C[i * N + j] = acc;
    }
}
double sum(const double *a, int n) {
  double s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 2; i < n; i += 3) s += a[i];
  return s;
}
void scatter(const int *at, int *a, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) a[at[i]] = 1;
}
END
translate --emit=model matmul.cpp --
holds "the model is a success" hasStatus 0
cp "$out" model.json

cat >read.cmake <<'END'
file(READ model.json model)
function(expect wanted)
  string(JSON value ERROR_VARIABLE problem GET "${model}" ${ARGN})
  if(problem)
    message("${ARGN}: ${problem}")
  elseif(NOT value STREQUAL wanted)
    message("${ARGN}: ${value}, expected ${wanted}")
  endif()
endfunction()
function(expect_field)
  string(JSON value ERROR_VARIABLE problem GET "${model}" ${ARGN})
  if(problem)
    message("${ARGN}: ${problem}")
  endif()
endfunction()
function(expect_length wanted)
  string(JSON value ERROR_VARIABLE problem LENGTH "${model}" ${ARGN})
  if(problem OR NOT value EQUAL wanted)
    message("${ARGN}: length ${value}, expected ${wanted} ${problem}")
  endif()
endfunction()

expect(1 version)
expect(matmul.cpp source)
expect(openmp target)
expect_length(3 kernels)
expect(matmul_kernel0 kernels 0 name)
expect(matmul kernels 0 function)
string(JSON value ERROR_VARIABLE problem GET "${model}" kernels 0 line)
if(NOT value MATCHES "^[23]$")
  message("kernels 0 line: ${value}, expected that of the directive or the loop")
endif()
expect_length(2 kernels 0 grid)
expect(i kernels 0 grid 0 var)
expect(0 kernels 0 grid 0 lower)
expect(M kernels 0 grid 0 upper)
expect(1 kernels 0 grid 0 step)
expect(64 kernels 0 grid 0 block)
expect("ceildiv(M, 64)" kernels 0 grid 0 programs)
expect(j kernels 0 grid 1 var)
expect(N kernels 0 grid 1 upper)
expect_length(1 kernels 0 loops)
expect(k kernels 0 loops 0 var)
expect(K kernels 0 loops 0 upper)
expect(16 kernels 0 loops 0 block)
expect(sequential kernels 0 loops 0 kind)
expect_length(3 kernels 0 blocks)
string(JSON count LENGTH "${model}" kernels 0 blocks)
math(EXPR last "${count} - 1")
set(arrays "")
foreach(b RANGE ${last})
  string(JSON array GET "${model}" kernels 0 blocks ${b} array)
  list(APPEND arrays ${array})
  foreach(field type access rank block_shape index_map indexing padding placement stages)
    expect_field(kernels 0 blocks ${b} ${field})
  endforeach()
  expect(float kernels 0 blocks ${b} type)
  expect(blocked kernels 0 blocks ${b} indexing)
  if(array STREQUAL A)
    expect(read kernels 0 blocks ${b} access)
    expect("(i, j, k) -> (i, k)" kernels 0 blocks ${b} index_map)
    expect(64 kernels 0 blocks ${b} block_shape 0)
    expect(16 kernels 0 blocks ${b} block_shape 1)
  elseif(array STREQUAL B)
    expect("(i, j, k) -> (k, j)" kernels 0 blocks ${b} index_map)
    expect(16 kernels 0 blocks ${b} block_shape 0)
    expect(64 kernels 0 blocks ${b} block_shape 1)
  else()
    expect(write kernels 0 blocks ${b} access)
  endif()
endforeach()
list(SORT arrays)
if(NOT arrays STREQUAL "A;B;C")
  message("arrays ${arrays}")
endif()
foreach(field flops bytes arithmetic_intensity shared_bytes threads)
  expect_field(kernels 0 cost ${field})
endforeach()
expect(proved kernels 0 legality)
expect("2*M*N*K" kernels 0 cost flops)
string(JSON intensity GET "${model}" kernels 0 cost arithmetic_intensity)
if(NOT intensity EQUAL 16)
  message("intensity ${intensity}, expected 16 = 64 / sizeof(float)")
endif()

expect(sum_kernel0 kernels 1 name)
expect(2 kernels 1 grid 0 lower)
expect(3 kernels 1 grid 0 step)
expect(1 kernels 1 grid 0 block)
expect_length(1 kernels 1 reductions)
expect(+ kernels 1 reductions 0 op)
expect(s kernels 1 reductions 0 var)
expect(grid kernels 1 reductions 0 scope)
expect(unchecked kernels 2 legality)
expect(scatter kernels 2 function)
string(JSON count LENGTH "${model}" kernels 2 blocks)
math(EXPR last "${count} - 1")
foreach(b RANGE ${last})
  string(JSON array GET "${model}" kernels 2 blocks ${b} array)
  if(array STREQUAL a)
    expect(irregular kernels 2 blocks ${b} indexing)
  endif()
endforeach()
END
holds "the JSON is well-formed" cmake -P read.cmake
cmake -P read.cmake >"$scratch/log/fields" 2>&1
holds "every field is there with its value" test ! -s "$scratch/log/fields"
[ -s "$scratch/log/fields" ] && sed 's/^/  > /' "$scratch/log/fields"

echo 'int nothing;' >nothing.cpp
translate --emit=model nothing.cpp --
holds "no directives: still a model" hasStatus 0
cp "$out" model.json
cat >none.cmake <<'END'
file(READ model.json model)
string(JSON count LENGTH "${model}" kernels)
if(NOT count EQUAL 0)
  message(FATAL_ERROR "${count} kernels")
endif()
END
holds "with no kernels" cmake -P none.cmake

printf 'void quote(int *a) {\n#pragma parallel\n  for (int i = 0; i < sizeof("\\"\\\\"); ++i) a[i] = i;\n}\n' >quote.cpp
translate --emit=model quote.cpp --
cp "$out" model.json
printf 'file(READ model.json model)\nstring(JSON count LENGTH "${model}" kernels)\n' >quote.cmake
holds "text is escaped" cmake -P quote.cmake
finish

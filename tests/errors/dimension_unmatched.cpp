// flags: -Iinclude
// par_dim and seq_dim name dimensions by where they end.
#include <appyl/appyl.hpp>
using namespace appyl;

void none(int m, int n, int k, view<const float, 2> a, view<const float, 2> b, view<float, 2> c) {
#pragma par_dim(:m:16, :n:16, :n:16)  // error: [appyl-dimension] ':n:16' ends where ':n:16' does, which names that dimension already
  c(slice(m), slice(n)) = dot(a(slice(m), slice(k)), b(slice(k), slice(n)));
}
void other(int n, view<const float> a, view<float, 2> c) {
#pragma par_dim(:n, :c.extent(1))  // error: [appyl-dimension] its dimensions end at 'n'
  c(0, slice(n)) = a(slice(n));
}
void begins(int n, view<const float> a, view<float> c) {
#pragma par_dim(4:n:16)  // error: [appyl-dimension] begins at 4
  c(slice(n)) = a(slice(n));
}
void several(int n, view<const float, 2> a, view<float> c) {
#pragma seq_dim(:n:16)  // error: [appyl-dimension] may be several
  c(0) = sum(a(slice(n), slice(n)));
}
void taken(int n, view<const float> a, view<float> c) {
#pragma par_dim(:n:8) seq_dim(:n:4)  // error: [appyl-dimension] ':n:4' ends where ':n:8' does, which names that dimension already
  c(slice(n)) = a(slice(n));
}
void reduced(int n, view<const float> a, view<float> c) {
#pragma par_dim(:n:8) reduction(+:c)  // error: [appyl-pragma-placement] 'reduction' stands before an expression statement; it applies to a 'for' loop
  c(slice(n)) = a(slice(n));
}
void empty(int n, view<const float> a, view<float> c) {
#pragma par_dim(:n:0)  // error: [appyl-block-size] block size '0' is 0
  c(slice(n)) = a(slice(n));
#pragma seq_dim(:n:-8)  // error: [appyl-block-size] block size '-8' is -8
  c(slice(n)) = a(slice(n));
}

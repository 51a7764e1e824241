// flags: -Iinclude
// par_dim and seq_dim name dimensions by where they end.
#include <appyl/appyl.hpp>
using namespace appyl;

void none(int m, int n, int k, view<const float, 2> a, view<const float, 2> b, view<float, 2> c) {
#pragma par_dim(:m:16, :n:16, :n:16)  // error: [appyl-dimension] no dimension of the statement ends at the bound of ':n:16'; its dimensions end at 'm', 'n', 'k'
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

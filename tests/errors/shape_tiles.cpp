// flags: -Iinclude
// Shapes that do not fit each other, and axes that a tile does not have.
#include <appyl/appyl.hpp>
using namespace appyl;

void sums(int n, view<const float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 16) c(slice(i, 16)) = a(slice(i, 16)) + zeros<float>(8);  // error: [appyl-shape] shapes (16) and (8)
}
void assigned(int n, view<const float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 16) c(slice(i, 16)) = a(slice(i, 8));  // error: [appyl-shape] shapes (16) and (8)
}
void products(int n, view<const float, 2> a, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < n; i += 16)
    c(slice(i, 16), slice(16)) = dot(a(slice(i, 16), slice(8)), a(slice(4), slice(16)));  // error: [appyl-shape] shapes (16, 8) and (4, 16)
}
void axes(int n, view<const float, 2> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 16) c(slice(i, 16)) = sum(a(slice(i, 16), slice(8)), 2);  // error: [appyl-shape] axis 2 of a tile of shape (16, 8)
}
void larger(int n, view<const float, 2> a, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < n; i += 16) c(slice(i, 16), slice(1)) = a(slice(i, 16), slice(8));  // error: [appyl-shape] shapes (16, 1) and (16, 8)
}
void tensor(int n, view<const float, 2> a, view<float, 2> c) {
#pragma par_dim(:n:8)
  c(slice(n), slice(4)) = a(slice(n), slice(8));  // error: [appyl-shape] shapes (n, 4) and (n, 8)
}
void reshaped(int n, view<const float, 2> a, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) c(i, slice(9)) = reshape(a(slice(2), slice(4)), 9);  // error: [appyl-shape] shapes (2, 4) and (9)
}

// flags: -Iinclude
// options: --target=cuda
// Variables of one name in one program, of different types.
#include <appyl/appyl.hpp>
using namespace appyl;

void sameNames(int n, view<const float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = -2; k < 2; ++k) c(i) += sum(a(slice(k, 4)));
    for (unsigned k = 0; k < 2; ++k)
      c(i) += sum(a(slice(k, 4)));  // error: [appyl-unsupported] several variables named 'k', of which one is unsigned
  }
}

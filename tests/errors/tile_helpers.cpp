// flags: -Iinclude
// options: --target=cuda
// Functions on tiles that are more than an expression, or whose text means something else where they are called.
#include <appyl/appyl.hpp>
using namespace appyl;

tile<float> hidden(const tile<float>& x);
void opaque(int n, view<const float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 8) c(slice(i, 8)) = hidden(a(slice(i, 8)));  // error: [appyl-unsupported] a function on tiles whose body is not visible
}
tile<float> steps(const tile<float>& x) {
  tile<float> t = x;
  t += 1.0f;
  return t;
}
void statements(int n, view<const float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 8) c(slice(i, 8)) = steps(a(slice(i, 8)));  // error: [appyl-unsupported] does more than to return an expression; write it as locals that keep their values and one 'return'
}
tile<float> chosen(const tile<float>& x, bool negate) {
  if (negate) return -x;  // error: [appyl-unsupported] does more than to return an expression
  return x + 0.0f;
}
void branches(int n, view<const float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 8) c(slice(i, 8)) = chosen(a(slice(i, 8)), n > 3);
}
struct Scale {
  float by;
  auto operator()(const tile<float>& x) const { return x * by; }
};
void object(int n, view<const float> a, view<float> c, Scale scale) {
#pragma parallel
  for (int i = 0; i < n; i += 8) c(slice(i, 8)) = scale(a(slice(i, 8)));  // error: [appyl-unsupported] takes members of an object; pass them as arguments
}
void shadow(int n, view<const float> a, view<float> c, float by) {
  const auto scale = [&](const auto& x) { return x * by; };
#pragma parallel
  for (int i = 0; i < n; i += 8) {
    const float by = 3;
    c(slice(i, 8)) = scale(a(slice(i, 8))) + by;  // error: [appyl-unsupported] 'by', which the lambda captures, may be another one here; pass it as an argument
  }
}
void later(int n, view<const float> a, view<float> c, float by) {
  const auto scale = [by](const auto& x) { return x * by; };
  by = 0;
#pragma parallel
  for (int i = 0; i < n; i += 8) c(slice(i, 8)) = scale(a(slice(i, 8)));  // error: [appyl-unsupported] 'by', on which a size or a place depends, changes
}
struct Constants {
  static constexpr float two = 2;
};
tile<float> doubled(const tile<float>& x) { return x * Constants::two; }  // error: [appyl-unsupported] means nothing where it is called; pass it as an argument
void members(int n, view<const float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 8) c(slice(i, 8)) = doubled(a(slice(i, 8)));
}
int count = 0;
int next() { return ++count; }
tile<float> scaled(const tile<float>& x, int by) { return x * by * by; }
void effects(int n, view<const float> a, view<float> c) {
#pragma par_dim(:n:8)
  c(slice(n)) = scaled(a(slice(n)), next());  // error: [appyl-unsupported] 'next()' is found out more than once; give it a name before the statement
}
tile<float> from(view<const float> x, int at) { return x(slice(at, 8)) + 1.0f; }
void computed(int n, view<const float> a, view<const float> p, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 8)
    c(slice(i, 8)) = from(a, p(i));  // error: [appyl-unsupported] as a place in a function on tiles, is of another type, or computed; give it a name
}

void keptByTheFirst(view<float, 2> c, view<const float, 2> a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    static const tile<float, 1> t = a(i, slice(8)) * 2.f;  // error: [appyl-unsupported] tiles in a 'static' variable
    c(i, slice(8)) = t;
  }
}

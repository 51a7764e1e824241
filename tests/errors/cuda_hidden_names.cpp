// options: --target=cuda
// What a function means by a name is something else where the loop stands, and so would be in a kernel.
struct P {
  double* d;
  int n;
};

double scale = 9;
constexpr int factor = 3;
enum { offset = 4 };
using Number = float;

double byGlobal(const P& p, int i) { return p.d[i] + scale; }
double byConstant(const P& p, int i) { return p.d[i] * factor + offset; }
double byType(const P& p, int i) { return p.d[i] * static_cast<Number>(i); }

void locals(const P& p, double* o) {
  const double scale = o[0];
#pragma parallel
  for (int i = 0; i < 20; ++i) o[i] = byGlobal(p, i) + scale;  // error: [appyl-unsupported] 'scale', which 'byGlobal' uses, is hidden
}

void parameters(const P& p, double* o, int factor, int Number) {
#pragma parallel
  for (int i = 0; i < factor; ++i) o[i] = byConstant(p, i);  // error: [appyl-unsupported] 'factor', which 'byConstant' uses, is hidden
#pragma parallel
  for (int i = 0; i < Number; ++i) o[i] = byType(p, i);  // error: [appyl-unsupported] 'Number', which 'byType' uses, is hidden
}

namespace inner {
double scale = 2;
void ofNamespace(const P& p, double* o) {
#pragma parallel
  for (int i = 0; i < 20; ++i) o[i] = byGlobal(p, i);  // error: [appyl-unsupported] 'scale', which 'byGlobal' uses, is hidden
}
}  // namespace inner

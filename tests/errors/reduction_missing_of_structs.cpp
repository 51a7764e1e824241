// prints: reduction(+:p[0].f)
struct P {
  double f, g;
};

void oneElement(P* p, const double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) p[0].f += x[i];  // error: [appyl-reduction] add 'reduction(+:p[0].f)'
}

// No clause names the members of several elements.
void severalElements(P* p, const double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) p[i / 2].f += x[i];  // error: [appyl-race] iterations i = 0 and i = 1 both write p[0].f
}

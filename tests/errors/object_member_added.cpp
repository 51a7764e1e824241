// prints: reduction(+:p.f)
// The clause that is missing names the member.
struct P {
  double f, g;
};

void member(P& p, const double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) p.f += x[i];  // error: [appyl-reduction] add 'reduction(+:p.f)'
}

void mixed(P& p, const double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) p.f += x[i] * p.g;  // error: [appyl-race] 'p' carries a value // note: read here
}

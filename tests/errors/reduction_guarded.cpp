void guards(const double* d, int n, double& least, int& where) {
  double best = 1e9, other = 1e9, low = 1e9;
  int at = -1, count = 0;
#pragma parallel reduction(min : best)
  for (int i = 0; i < n; ++i)
    if (i != at && d[i] < best) {  // error: [appyl-reduction] outside its reduction
      best = d[i];
      at = i;
    }
#pragma parallel reduction(min : other)
  for (int i = 0; i < n; ++i)
    if (d[i] < other && ++count > 3) other = d[i];  // error: [appyl-reduction] outside its reduction
#pragma parallel reduction(min : low)
  for (int i = 0; i < n; ++i)
    if (d[i] < low && low > 5) low = d[i];  // error: [appyl-reduction] outside its reduction
  least = best + other + low;
  where = at;
}

// All elements would be made 0 or 1, those that no iteration updates, too.
void marks(int n, const int* at, int (&mark)[4]) {
#pragma parallel reduction(||:mark)  // error: [appyl-reduction] 'mark'
  for (int i = 0; i < n; ++i) mark[at[i]] = mark[at[i]] || i > 5;
}
void good(int n, const int* at, bool (&mark)[4]) {
#pragma parallel reduction(||:mark)
  for (int i = 0; i < n; ++i) mark[at[i]] = mark[at[i]] || i > 5;
}

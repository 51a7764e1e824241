void f(int a[][50]) {
#pragma parallel
  for (int i = 0; i < 50; ++i)
#pragma parallel
    for (int j = 0; j < 50; ++j)
      a[i][j] = a[j][i];  // error: [appyl-race] a[
}

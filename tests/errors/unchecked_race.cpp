// A proved conflict in an unchecked loop is no error, and a remark is printed only on request.
void f(int* a, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) a[0] = 1;
}

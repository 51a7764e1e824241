struct S {
#pragma parallel  // error: [appyl-pragma-placement]
  int n;
};

void f(int* a) {
  enum Colour { red, green };
#pragma parallel
  for (Colour c = red; c < green; c = Colour(c + 1))  // error: [appyl-loop-form] 'c'
    a[c] = 1;
}

// flags: -Iinclude
// options: --target=cuda
// Tiles of which no loops can be made: a run-time extent on the chip, a tile that leaves its program, and others.
#include <appyl/appyl.hpp>
using namespace appyl;

void extents(int n, int m, view<const float, 2> a, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    tile<float> row = a(i, slice(m));  // error: [appyl-unsupported] the extent 'm' of tile 'row' is no constant; make it constexpr
    row = row * 2.0f;
    c(i, slice(m)) = row / sum(row);
  }
}
void escapes(int n, view<const float> a, view<float> c, float (*first)(const tile<float>&)) {
#pragma parallel
  for (int i = 0; i < n; i += 8) {
    const tile<float> t = a(slice(i, 8));
    c(i) = first(t);  // error: [appyl-unsupported] 'first(t)' takes a tile out of its program
  }
}
void outside(int n, view<const float> a, view<float> c) {
  tile<float> kept = zeros<float>(8);
#pragma parallel
  for (int i = 0; i < n; i += 8) c(slice(i, 8)) = a(slice(i, 8)) + kept;  // error: [appyl-unsupported] 'kept' is a tile from elsewhere
}
void shifts(int n, int m, view<float, 2> a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a(i, slice(0, m)) = a(i, slice(1, m));  // error: [appyl-unsupported] it needs elements of 'a' that it changes itself
}
void nameOfBlock(int n, view<const float, 2> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int j = i;
    auto row = a(j, slice(8));  // error: [appyl-unsupported] 'j', on which a size or a place depends, changes in the loop
    j = 0;
    c(i) = sum(row) + static_cast<float>(j);
  }
}
void sliceBefore(int n, view<const float> a, view<float> c) {
  int at = 3;
  const slice s(at, 4);  // error: [appyl-unsupported] 'at', on which a size or a place depends, changes
  at = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) c(i) = sum(a(s)) + static_cast<float>(at);
}
void tileOfBlock(int n, view<const float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 8) {
    int at = i + 1;
    tile<float> x = a(slice(at, 8)) + 1.0f;
    at = n;
    c(slice(i, 8)) = x + static_cast<float>(at);  // error: [appyl-unsupported] which lanes of 'x' exist depends on what changes while it lives
  }
}
void hidden(int n, view<const float, 2> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 8)
    for (int k = 0; k < 3; ++k) {
      const int i = k;  // error: [appyl-unsupported] two variables named 'i'
      c(slice(k, 8)) += a(i, slice(k, 8));
    }
}
void onlyWhere(int n, view<const float, 2> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    c(i) = i > 0 ? sum(a(i - 1, slice(8))) : 0.0f;  // error: [appyl-unsupported] only where a condition holds; take it in an 'if'
}
void place(int n, view<const float, 2> a, view<long> c) {
#pragma par_dim(:n, :n)
  c(slice(n)) = argmax(a(slice(n), slice(n)), 1);  // error: [appyl-unsupported] a place is looked for or a 'cumsum' runs; make it 'seq_dim'
}
void singleLane(int n, view<const float, 2> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 8)
    c(slice(i, 8)) += sum(a(slice(i + 1, 1), slice(i, 8)), 0);  // error: [appyl-unsupported] along a single lane that may not exist
}
void uncertain(int n, view<const float> a, view<const float> b, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int m = i % 3;
    c(i) = sum(a(slice(i, m)) * b(slice(i, n)));  // error: [appyl-unsupported] 'm == n' is not certain
  }
}
void nestedSums(int n, int m, view<const float> a, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < n; i += 8) c(i, slice(m)) = cumsum(a(slice(m)), 0) * 2.0f;  // error: [appyl-unsupported] the extent 'm' of a tile that the statement needs as a whole is no constant
}
void mayNotExist(int n, view<const float> a, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) c(i, slice(2)) = sum(reshape(a(slice(i % 3, 8)), 2, 4), 1);  // error: [appyl-unsupported] lanes of which some may not exist, in a 'reshape' or under a mask
}
void otherNumber(int n, int m, view<const float> a, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) c(i, slice(2)) = sum(reshape(a(slice(8)), 2, m), 1);  // error: [appyl-unsupported] a 'reshape' to a number of lanes that is not known to be the same
}
void byReference(int n, view<const float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int own = i;
    int& other = own;
    auto b = a(slice(own, 4));  // error: [appyl-unsupported] 'own', on which a size or a place depends, changes in the loop
    other = 0;
    c(i) = sum(b) + static_cast<float>(own);
  }
}
int shared = 3;
void shift() { shared = 1; }
void byCall(int n, view<const float> a, view<float> c) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    auto b = a(slice(shared, 4));  // error: [appyl-unsupported] 'shared', on which a size or a place depends, changes in the loop
    shift();
    c(i) = sum(b);
  }
}
void partOfTile(int n, view<const float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 8) {
    tile<float> t = zeros<float>(8);
    t = a(slice(i, 8));
    t(0) = 1;  // error: [appyl-unsupported] an element that is assigned of a tile of which some lanes may not exist
    c(slice(i, 8)) = t;
  }
}
void until(int n, view<const float, 2> a, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    tile<float> t = full(1.0f, 8);
    while (sum(t) > a(i, 0))  // error: [appyl-unsupported] keep the number in a variable of its own
      t = t * 0.5f;
    c(i, slice(8)) = t;
  }
}

// Bounds that are enumerators are numbers in conditions, too.
#include <cstdio>
enum K { A = 2, Z = 37 };
int main() {
  int v[40] = {};
#pragma parallel block(8)
  for (int i = A; i < Z; ++i) v[i] += i;
#pragma parallel
  for (int i = A; i < Z; ++i) v[i] += i;
#pragma parallel block(8)
  for (unsigned i = A; i <= Z; ++i) v[i] += i;
#pragma parallel block(8)
  for (long i = Z; i >= A; --i) v[i] += i;
#pragma block(8)
  for (int i = A; i < Z; ++i) v[i] += i;
  const K e = v[0] ? A : Z;
#pragma parallel block(8)
  for (int i = 0; i < e; ++i) v[i] += i;
  for (int x : v) std::printf("%d ", x);
}

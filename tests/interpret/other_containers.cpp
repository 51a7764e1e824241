// Elements of containers without data() and size() in one: by owners of arrays, std::valarray, std::deque, and
// as bits of words that several elements share.
#include <bitset>
#include <cstdio>
#include <deque>
#include <memory>
#include <valarray>
#include <vector>

static void owned(std::unique_ptr<float[]>& p, const std::unique_ptr<int[]>& q, std::shared_ptr<int[]> s) {
#pragma parallel
  for (int i = 0; i < 10; ++i)
    p[i + PLANTED] = 1;  // finds: p[10] is outside [0, 10); program (9), i = 9 [appyl-out-of-bounds]
#pragma parallel
  for (int i = 0; i < 10; ++i)
    p[i / (1 + PLANTED)] = 2;  // finds: p[0], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
#pragma parallel
  for (int i = 0; i < 10; ++i)
    q[i] = s[i - PLANTED];  // finds: s[-1] is outside [0, 10); program (0), i = 0 [appyl-out-of-bounds]
}

static void valarrays(std::valarray<double>& v, const std::valarray<double>& w) {
#pragma parallel
  for (int i = 0; i < 10; ++i)
    v[i] = w[i + PLANTED];  // finds: w[10] is outside [0, 10); program (9), i = 9 [appyl-out-of-bounds]
#pragma parallel
  for (int i = 1; i < 10; ++i)
    v[i] = v[i - PLANTED] + 1;  // finds: v[1], written by iteration i = 1 of program (0), is read by another iteration; program (1), i = 2 [appyl-conflict]
}

static void deques(std::deque<int>& d, std::vector<std::deque<int>>& rows) {
#pragma parallel
  for (int i = 0; i < 10; ++i)
    d[i + PLANTED] = i;  // finds: d[10] is outside [0, 10); program (9), i = 9 [appyl-out-of-bounds]
#pragma parallel
  for (int i = 0; i < 3; ++i)
    rows[i][4 + PLANTED] = i;  // finds: rows[0][5] is outside [0, 5) in dimension 1; program (0), i = 0 [appyl-out-of-bounds]
}

static void bits(std::vector<bool>& b, const std::vector<bool>& c, std::vector<std::vector<bool>>& rows,
                 std::bitset<256>& set) {
#pragma parallel
  for (int i = 0; i < 4; ++i)
    b[64 * i + PLANTED * (i == 2) * 64] = c[i];  // finds: the word with b[192], written by iteration i = 2 of program (2), is written by another iteration; program (3), i = 3 [appyl-conflict]
#pragma parallel
  for (int i = 0; i < 4; ++i)
    b[64 * i] = c[i + PLANTED * 300];  // finds: c[300] is outside [0, 256); program (0), i = 0 [appyl-out-of-bounds]
#pragma parallel
  for (int i = 0; i < 4; ++i)
    rows[i][PLANTED * 9] = true;  // finds: rows[0][9] is outside [0, 9) in dimension 1; program (0), i = 0 [appyl-out-of-bounds]
#pragma parallel
  for (int i = 0; i < 4; ++i)
    set[(64 - PLANTED) * i] = true;  // finds: the word with set[63], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
}

int main() {
  auto p = std::make_unique<float[]>(10);
  const auto q = std::make_unique<int[]>(10);
  std::shared_ptr<int[]> s(new int[10]());
  owned(p, q, s);
  std::valarray<double> v(10), w(10);
  valarrays(v, w);
  std::deque<int> d(10);
  std::vector<std::deque<int>> deep(3, std::deque<int>(5));
  deques(d, deep);
  std::vector<bool> b(256), c(256);
  std::vector<std::vector<bool>> rows(4, std::vector<bool>(9));
  std::bitset<256> set;
  bits(b, c, rows, set);
  std::printf("%g %d %g %d\n", p[1], q[0], v[0], static_cast<int>(set.count()));
}

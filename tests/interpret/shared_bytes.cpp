// Bit-fields beside one another are one place of memory, and members without alignment are bytes: both are watched,
// as far as iterations write what others use.
#include <cstdio>
#include <vector>

struct Flags {
  unsigned on : 1, level : 3;
  unsigned : 0;
  unsigned far : 5;
  int whole;
};
struct [[gnu::packed]] Tight {
  char kind;
  int value;
  double weight;
};
#pragma pack(push, 1)
struct Narrow {
  char kind;
  long value;
};
#pragma pack(pop)

static void own(int n, std::vector<Flags>& f, Tight* t, Narrow* m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    f[i].on = 1;
    f[i].level = f[i].on + 2u;
    f[i].far += 1;
    f[i].whole = f[i].level;
    t[i].value = i;
    t[i].kind = 'a';
    (t + i)->weight = t[i].value;
    m[i].value = m[i].kind + i;
  }
}

static void neighbours(int n, std::vector<Flags>& f, const int* to) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (i % 2) f[to[i]].on = 1;
    else f[i].level = 2;  // finds: f[i].level, written by iteration i = 1 of program (1), is written by another iteration; program (2), i = 2 [appyl-conflict]
    f[i].far = f[to[i]].far;  // finds: f[i].far, read by iteration i = 1 of program (1), is written by another iteration; program (2), i = 2 [appyl-conflict]
  }
}

static void packed(int n, Tight* t, Narrow* m, const int* to) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t[to[i]].weight = i;  // finds: t[to[i]].weight, written by iteration i = 1 of program (1), is written by another iteration; program (2), i = 2 [appyl-conflict]
    m[to[i]].value += i;  // finds: m[to[i]].value, written by iteration i = 1 of program (1), is updated by another iteration; program (2), i = 2 [appyl-conflict]
    t[i + (n - 1) * PLANTED].kind = 'b';  // finds: t[8] is outside [0, 8); program (1), i = 1 [appyl-out-of-bounds]
  }
}

int main() {
  const int n = 8;
  std::vector<Flags> f(n);
  std::vector<Tight> t(n);
  std::vector<Narrow> m(n);
  std::vector<int> to(n);
  for (int i = 0; i < n; ++i) to[i] = i;
  own(n, f, t.data(), m.data());
  if (PLANTED) to[1] = 2;
  neighbours(n, f, to.data());
  packed(n, t.data(), m.data(), to.data());
  std::printf("%d %g %ld\n", f[3].whole, t[2].weight, static_cast<long>(m[3].value));
}

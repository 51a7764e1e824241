// Methods that call themselves, and change their object.
struct Depth {
  int c;
  int go(int x) { return x <= 0 ? 0 : c = go(x - 1) + 1; }
};
void all(Depth& u, int* l, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) l[i] = u.go(i);  // error: [appyl-race] both write
}

struct Sets {
  int* up;
  int find(int x) { return up[x] == x ? x : up[x] = find(up[x]); }
};
void roots(Sets& s, int* l, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) l[i] = s.find(i);  // warning: [appyl-unproved] 'find' calls itself
}

// A lambda that gets itself.
void handedOn(int* l, int n) {
  const auto set = [&](const auto self, int k) -> void {
    if (k > 0)
      self(self, k - 1);
    else
      l[0] = k;
  };
#pragma parallel
  for (int i = 0; i < n; ++i) set(set, i);  // warning: [appyl-unproved] 'operator()' calls itself
}

// What a parameter was in an earlier call, null, says nothing of the next one.
#include <vector>

struct Level {
  int n;
  std::vector<double> u;
  void afterNull(int m);
};

static void put(Level* l, int i) {
  if (l) l->u[i / 2] = i;
}

void Level::afterNull(int m) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    put(nullptr, i);
    put(this, i);  // warning: [appyl-unproved] 'this->u'
  }
}

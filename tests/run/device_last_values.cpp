// Last values whose iterations are counted by sizes that only the host can ask for.
#include "print.h"

#include <vector>

struct Table {
  std::vector<int> cells;
  int last() {
    int seen = -1;
#pragma parallel
    for (int k = 0; k < (int)cells.size(); ++k) {
      seen = cells[k] + 2;
      cells[k] = seen * 3;
    }
    return seen;
  }
};

static int fromOne(std::vector<int>& v) {
  int seen = -1, at = 7;
#pragma parallel
  for (std::size_t k = 1; k < v.size(); ++k) {
    seen = v[k] + 2;
    at = static_cast<int>(k);
    v[k] = seen * 3;
  }
  return seen + at;
}

int main() {
  for (const int n : sizes) {
    Table table{std::vector<int>(n)};
    fill(table.cells.data(), n, 3);
    std::printf("%d\n", table.last());
    std::printf("%d\n", fromOne(table.cells));
    print("cells", table.cells.data(), n);
  }
}

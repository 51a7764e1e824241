// options: --target=cuda
#include <vector>

void noSize(int* a, std::vector<int>& v, int n) {
#pragma data(v, a)  // error: [appyl-extent] its type does not say; the clause has to: 'a[0:N]'
  {
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = v[i];
  }
}

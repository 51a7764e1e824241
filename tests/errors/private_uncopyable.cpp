// Objects that each iteration writes anew, and of which no copy can be made.
#include <memory>
#include <mutex>
#include <vector>

void pointer(int n, std::unique_ptr<int>& s, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {  // error: [appyl-unsupported] 's', of which each iteration would have its own, has a type that cannot be copied
    s = std::make_unique<int>(i);
    y[i] = i;
  }
}

struct Holder {
  std::unique_ptr<int> own;
  int value = 0;
};
int inClass(int n, int* y) {
  Holder holder;
#pragma parallel
  for (int i = 0; i < n; ++i) {  // error: [appyl-unsupported] 'holder', of which
    holder = Holder{nullptr, i};
    y[i] = holder.value;
  }
  return holder.value;
}

void notNeeded(int n, int* y) {
  Holder holder;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    holder = Holder{nullptr, i};
    y[i] = holder.value;
  }
}

class Closed {
 public:
  int value = 0;
  Closed() = default;

 private:
  Closed(const Closed&) = default;
};
void named(int n, int* y) {
  Closed closed;
#pragma parallel private(closed)
  for (int i = 0; i < n; ++i) {  // error: [appyl-unsupported] 'closed', of which
    closed.value = i;
    y[i] = closed.value;
  }
}

void declaredInside(int n, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::unique_ptr<int> s = std::make_unique<int>(i);
    y[i] = s ? 1 : 0;
  }
}

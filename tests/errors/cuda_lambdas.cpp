// options: --target=cuda

void copiedBefore(int* a, int n) {
  int k = 2;
  auto times = [k](int x) { return x * k; };  // error: [appyl-unsupported] its copy of 'k' may differ
  k = 5;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = times(i);
}

void initialised(int* a, int n) {
  int k = 2;
  auto times = [m = k * 2](int x) { return x * m; };  // error: [appyl-unsupported] its copy of 'm' may differ
  k += 5;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = times(i) + k;
}

struct Linked {
  Linked* next;
  int value;
};

void links(Linked* list, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) list[i].value = i;  // warning: [appyl-extent] 'list' leads to pointers into the host's memory
}

// This one is the same whenever it is made.
void byReference(int* a, int n) {
  int k = 2;
  k += n;
  auto times = [&k](int x) { return x * k; };
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = times(i);
}

void changesItself(int* a, int n) {
  int k = 2;
  auto next = [k](int x) mutable {  // error: [appyl-unsupported] it changes its captures
    k += 2;
    return x * k;
  };
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) a[i] = next(i);
}

int f(const int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (a[i] == 3) return i;  // error: [appyl-loop-exit] 'return'
  return -1;
}

#include <coroutine>

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int) { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
Task ends(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (a[i] == 3) co_return;  // error: [appyl-loop-exit] 'co_return'
    a[i] = 0;
  }
}
Task yields(const int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) co_yield a[i];  // error: [appyl-loop-exit] 'co_yield'
}
Task waits(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    co_await std::suspend_always();  // error: [appyl-loop-exit] 'co_await'
    a[i] = i;
  }
}

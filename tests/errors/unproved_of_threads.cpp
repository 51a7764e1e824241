// Variables of which each thread has its own, and its number.
#include <functional>
#include <thread>

thread_local int everyones;
thread_local int several[4];
int get() { return everyones; }

void read(int* a, int n) {
  everyones = 5;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = everyones;  // warning: [appyl-unproved] each thread has its own 'everyones'
}

int written(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    everyones = a[i];  // error: [appyl-unsupported] 'everyones', which every iteration of 'i' writes, is of each thread already
    a[i] = everyones + 1;
  }
  return everyones;
}

void inFunction(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = get();  // warning: [appyl-unproved] each thread has its own 'everyones'
}

void array(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = several[0];  // warning: [appyl-unproved] each thread has its own 'several'
}

void number(std::size_t* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = std::hash<std::thread::id>{}(std::this_thread::get_id());  // warning: [appyl-unproved] 'get_id' does input or output or keeps state between calls
}

// A program with its own `operator new`: the interpreter leaves it in place.
// targets: openmp interpret
// alone: its operator new is that of the whole program
#include <cstdlib>
#include <new>
#include <cstdio>
static int n;
void* operator new(std::size_t b) { ++n; return std::malloc(b); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void f(int* a, int m) {
#pragma parallel
  for (int i = 0; i < m; ++i) a[i] = i;
}
int main() { int* a = new int[10]; f(a, 10); std::printf("%d %d\n", a[3], n > 0); delete[] a; }

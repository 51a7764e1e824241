// What the interpreter does not look into may touch elements that it does not know of, which it says.
// options: --target=interpret --legality=off
#include "functions_of_a_header.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>
#include <vector>

void header(std::vector<int>& a, std::vector<Pair>& p, Cells c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    put(a.data(), i, 1);  // warning: [appyl-unwatched] what 'put' does to elements is not checked, since it is defined in another file
    put(a.data(), i, 2);
    putTwice(a.data(), i);  // warning: [appyl-unwatched] what 'putTwice' does
    a[i] = twice(i) + p[i].sum();
    a[i] += fromTable(i);  // warning: [appyl-unwatched] what 'fromTable' does
    c.set(i, 1);  // warning: [appyl-unwatched] what 'set' does
    Mark mark{&a[i]};  // warning: [appyl-unwatched] what '~Mark' does
  }
}

void elsewhere(int* p, int i);
int ofNumbers(int i);
void declared(std::vector<int>& a, void (*visit)(int*), const std::function<int(int)>& f, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    elsewhere(a.data(), i);  // warning: [appyl-unwatched] since its definition is not visible
    visit(&a[i]);  // warning: [appyl-unwatched] what 'visit' does to elements is not checked, since it is called by its address
    a[i] = ofNumbers(i);
    a[i] += f(i);  // warning: [appyl-unwatched] since it is a function of the library
  }
}

void library(std::vector<double>& a, std::vector<std::vector<double>>& rows, double* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::fill(p, p + 4, 0.0);  // warning: [appyl-unwatched] what 'fill' does
    std::sort(rows[i].begin(), rows[i].end());  // warning: [appyl-unwatched] what 'sort' does
    p[i] = std::accumulate(a.begin(), a.end(), 0.0);  // warning: [appyl-unwatched] what 'accumulate' does
    std::memset(p + i, 0, 8);  // warning: [appyl-unwatched] what 'memset' does
    rows[i].push_back(1);  // warning: [appyl-unwatched] what 'push_back' does
    std::swap(a, rows[i]);  // warning: [appyl-unwatched] what 'swap' does
    new (p + i) double(2);  // warning: [appyl-unwatched] what 'new' does to elements is not checked, since the object is made in memory that is there already
    const std::vector<double> row = a;  // warning: [appyl-unwatched] what 'vector' does to elements is not checked, since it is copied by a function of the library
    p[i] = row[0];
  }
}

// What is each iteration's own needs no check; the arguments of these are looked at where they are named.
void own(std::vector<double>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double t[4] = {3, 1, 2, 0};
    std::vector<double> list;
    list.push_back(a[i]);
    std::sort(t, t + 4);
    double* const end = t + 4;
    std::fill(std::begin(t), end, list.back());
    int exponent = 0;
    a[i] = std::max(a[i], std::frexp(t[0], &exponent)) + static_cast<double>(list.size());
    std::swap(a[i], t[1]);
  }
}

void dispatched(const Shape& shape, const Last& last, std::vector<int>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int sum = shape.at(a.data(), i);  // warning: [appyl-unwatched] what 'at' does to elements is not checked, since it is virtual and may be defined elsewhere
    sum += last.at(a.data(), i);
    a[i] = sum;
  }
}

struct Flags {
  unsigned on : 1, level : 3;
  int whole;
};
struct [[gnu::packed]] Tight {
  char kind;
  int value;
};
struct More : Flags {
  int count;
};
struct Packed : Tight {};
void parts(std::vector<Flags>& f, std::vector<More>& m, std::vector<Packed>& t, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    f[i].level = 1;
    m[i].level = 1;  // warning: [appyl-unwatched] 'm[i].level' is not checked, since it is a bit-field
    m[i].level += 1;
    m[i].whole = 2;
    t[i].value = 3;  // warning: [appyl-unwatched] 't[i].value' is not checked, since it is packed
  }
}

#include <memory>
#include <optional>
#include <string>
#include <vector>

// Who asks how many elements there are, or whether there are any, sees what other iterations do to that.
void cleared(std::vector<int>& v, int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    o[i] = v.size();  // warning: [appyl-unproved] 'v'
    if (i == 3) v.clear();
  }
}

void emptied(std::string& s, int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    o[i] = s.empty();  // warning: [appyl-unproved] 's'
    if (i == 3) s.clear();
  }
}

void rows(std::vector<std::vector<int>>& v, int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    o[i] = v[i + 1].size();
    v[i].clear();  // error: [appyl-race] iteration i = 0 reads v[1], which iteration i = 1 writes
  }
}

void shorten(std::vector<int>& row) { row.pop_back(); }
void called(std::vector<std::vector<int>>& v, int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    o[i] = v[i + 1].size();
    shorten(v[i]);  // error: [appyl-race] iteration i = 0 reads v[1], which iteration i = 1 writes
  }
}

void option(std::optional<int>& v, int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    o[i] = v.has_value();  // warning: [appyl-unproved] 'v'
    if (i == 3) v.reset();
  }
}

void owner(std::unique_ptr<int[]>& v, int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    o[i] = v != nullptr;  // warning: [appyl-unproved] 'v'
    if (i == 3) v.reset();
  }
}

// Rows and strings of their own, and sizes that stay.
void ownRows(std::vector<std::vector<int>>& v, int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    o[i] = v[i].size();
    v[i].clear();
    std::vector<int> mine;
    for (int k = 0; k < i; ++k) mine.push_back(k);
    o[i] += mine.size();
  }
}
void elements(std::vector<std::vector<int>>& v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (std::size_t k = 0; k < v[i].size(); ++k) v[i][k] = k + v.size();
}

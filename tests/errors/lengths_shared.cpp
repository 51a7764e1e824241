// Elements that are added to one object, or taken from it, by all iterations.
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

void keep(std::vector<double>& found, double x) {
  if (x > 0) found.push_back(x);
}

struct Store {
  std::vector<int> rows;
  void fill(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) rows.emplace_back(i);  // error: [appyl-race] add elements to 'rows'
  }
};

void shared(int n, std::vector<double>& found, std::set<int>& seen, std::map<int, int>& count, std::string& text,
            const int* key) {
#pragma parallel
  for (int i = 0; i < n; ++i) found.push_back(0.5 * i);  // error: [appyl-race] every iteration of 'i'
#pragma parallel
  for (int i = 0; i < n; ++i) seen.insert(key[i]);  // error: [appyl-race] by 'insert'
#pragma parallel
  for (int i = 0; i < n; ++i) count[key[i]] = i;  // error: [appyl-race] 'operator[]'
#pragma parallel
  for (int i = 0; i < n; ++i) text += 'x';  // error: [appyl-race] 'text'
#pragma parallel
  for (int i = 0; i < n; ++i) found.resize(i);  // error: [appyl-race] by 'resize'
#pragma parallel
  for (int i = 0; i < n; ++i) keep(found, i);  // error: [appyl-race] by 'push_back'
}

// An iteration's own, elements' own, and what the author vouches for.
void own(int n, std::vector<std::vector<int>>& rows, std::vector<double>& found, double* sums) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::vector<int> mine;
    for (int k = 0; k < i; ++k) mine.push_back(k);
    sums[i] = static_cast<double>(mine.size());
  }
#pragma parallel
  for (int i = 0; i < n; ++i) rows[i].push_back(i);
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) keep(found, i);
}

void locked(int n, std::vector<double>& found, std::mutex& lock) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const std::lock_guard<std::mutex> guard(lock);  // warning: [appyl-unproved] 'lock'
    found.push_back(i);
  }
}

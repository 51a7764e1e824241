#include <algorithm>
#include <array>
#include <span>
#include <vector>

// What a table of pointers or of spans leads to may be the same for several iterations, whatever changes it:
// a method of the library, an algorithm, a range-based 'for'. A constant span gives its elements to be
// changed.

void pushes(std::vector<std::vector<double>*>& g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    g[i]->push_back(1);  // warning: [appyl-unproved] 'g' is reached by a pointer loaded from memory, 'g[i]'
  }
}

void fills(std::vector<std::vector<double>*>& g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::fill(g[i]->begin(), g[i]->end(), i);  // warning: [appyl-unproved] any element of 'g' may be touched
  }
}

void pushesByName(std::vector<std::vector<double>*>& g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::vector<double>* v = g[i];
    v->push_back(0);  // warning: [appyl-unproved] what 'v' refers to is not known
  }
}

void sorts(std::vector<std::vector<double>*>& g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::sort(g[i]->begin(), g[i]->end());  // warning: [appyl-unproved] any element of 'g' may be touched
  }
}

void spans(std::vector<std::span<double>>& g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (double& v : g[i]) v += 1;  // warning: [appyl-unproved] any element of 'g' may be touched
  }
}

void fillsSpans(std::vector<std::span<double>>& g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::fill(g[i].begin(), g[i].end(), 1);  // warning: [appyl-unproved] any element of 'g' may be touched
  }
}

void fillsArrays(std::vector<std::array<double, 3>*>& g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    g[i]->fill(1);  // warning: [appyl-unproved] 'g' is reached by a pointer loaded from memory, 'g[i]'
  }
}

void pushesToOne(std::vector<std::vector<double>>& g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::vector<double>* v = &g[i / 2];  // warning: [appyl-unproved] any element of 'g' may be touched
    v->push_back(1);
  }
}

void ownBlocks(std::vector<double>* const g, int n, int w) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::sort(g->begin() + i * w, g->begin() + i * w + w);
}

void ownBlocksAndFirst(std::vector<double>* const g, int n, int w) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::sort(g->begin() + i * w, g->begin() + i * w + w);
    (*g)[0] = 1;  // error: [appyl-race] iterations i = 0 and i = 1 both write g[0][0]
  }
}

void ownRows(std::vector<std::vector<double>>& g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    g[i].push_back(1);
    std::sort(g[i].begin(), g[i].end());
    for (auto& v : g[i]) v *= 2;
  }
}

void ownRowsByReference(std::vector<std::vector<double>>& g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto& r = g[i];
    r.push_back(1);
    std::sort(r.begin(), r.end());
    for (auto& v : r) v *= 2;
  }
}

void sortsSpan(std::span<double> s, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::sort(s.begin(), s.end());  // warning: [appyl-unproved] any element of 's' may be touched
}

void reversesSpan(const std::span<double> s, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::reverse(s.begin(), s.end());  // warning: [appyl-unproved] any element of 's' may be touched
}

void sortsTail(const std::span<double>& s, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::stable_sort(s.begin() + i, s.begin() + n);  // warning: [appyl-unproved] blocks of 's' may overlap
}

void blocksOverlap(std::vector<double>* const g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::sort(g->begin() + i, g->begin() + i + 2);  // warning: [appyl-unproved] blocks of 'g' may overlap
}

void fillsSpanOfRanges(const std::span<double> s, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::ranges::fill(s, i);  // warning: [appyl-unproved] any element of 's' may be touched
}

void sortsSpanOfRanges(const std::span<double> s, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::ranges::sort(s);  // warning: [appyl-unproved] any element of 's' may be touched
}

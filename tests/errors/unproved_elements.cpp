#include <algorithm>
#include <span>
#include <vector>

// The elements that a range-based 'for' or an algorithm takes are those of the container; what they lead to is
// not.
struct Node {
  int* data;
  std::span<int> rest;
  int own[4];
  void set(int i) const { data[0] = i; }  // warning: [appyl-unproved] what 'node' refers to is not known
};

void owned(int n, std::vector<int>& sums, const std::vector<Node>& nodes) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (const Node& node : nodes) sums[i] += node.own[1];
}

void pointers(int n, const std::vector<int*>& rows) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int* row : rows) row[0] += i;  // warning: [appyl-unproved] what 'row' refers to is not known
}

void members(int n, const std::vector<Node>& nodes) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (const Node& node : nodes) node.data[0] = i;  // warning: [appyl-unproved] what 'node' refers to is not known
}

void views(int n, const std::vector<Node>& nodes) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (const Node& node : nodes) node.rest[0] = i;  // warning: [appyl-unproved] what 'node' refers to is not known
}

void onlyRead(int n, std::vector<int>& sums, const std::vector<Node>& nodes) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (const Node& node : nodes) sums[i] += node.data[i] + node.rest[i];
}

void writtenByOthers(int n, std::vector<int>& sums, const std::vector<Node>& nodes) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    nodes[i].data[0] = i;  // warning: [appyl-unproved] 'nodes' is reached by a pointer loaded from memory
    for (const Node& node : nodes) sums[i] += node.data[0];
  }
}

void inLambda(int n, int* found, const std::vector<Node>& nodes) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    found[i] = std::count_if(nodes.begin(), nodes.end(), [&](const Node& node) {
      node.data[0] = i;  // warning: [appyl-unproved] what 'node' refers to is not known
      return true;
    });
}

void byMethod(int n, const std::vector<Node>& nodes) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    std::for_each(nodes.begin(), nodes.end(), [&](const Node& node) { node.set(i); });
}

// The parts that a structured binding has taken are the iteration's own, where they lead to is not.
void parts(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const auto [least, most] = std::minmax_element(a + i * m, a + (i + 1) * m);
    *least = i;  // warning: [appyl-unproved] what 'least' refers to is not known
  }
}

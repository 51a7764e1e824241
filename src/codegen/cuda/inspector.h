// Where index arrays decide which elements a nest touches (`x[col[p]]`, rows from start[i] to start[i + 1]),
// loops of the host find the first and the last of them before the launch: the inspector of an
// inspector-executor.
//
//   ::appyl::cuda::index_range x_range(x);
//   ::appyl::cuda::inspect({&x_range}, std::tuple(col, start), std::tuple(n), [&] {
//     for (long long any_i = 0; any_i < n; ++any_i)
//       for (long long any_p = start[any_i]; any_p < start[any_i + 1]; ++any_p) x_range.add(col[any_p]);
//   });
#pragma once

#include "codegen/arrays/array_ranges.h"
#include "codegen/text/loop_text.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace appyl {

class Inspector {
 public:
  Inspector(const LoopNest& nest, const RangeReader& ranges, LoopWriter& writer)
      : nest(nest), ranges(ranges), writer(writer), arrays(namedArrays(nest, /*exposed=*/true)) {}

  /// The name of the variable that has the range of the elements that the accesses touch. nullopt: an access
  /// happens, or its subscript has a value, in a way that these loops could not repeat exactly.
  std::optional<std::string> rangeOf(const std::string& pointer, const std::vector<const Access*>& accesses);

  /// The statements in front of the launch; empty: no range was asked for.
  std::string text() const;

 private:
  /// A loop, a condition, or a statement, inside which others stand.
  struct Node {
    std::string header;
    std::vector<Node> children;
  };

  const LoopNest& nest;
  const RangeReader& ranges;
  LoopWriter& writer;
  std::vector<NamedArray> arrays;
  std::map<std::string, std::string> variables;  // of the ranges, by the array's pointer
  std::map<int, std::string> counters;           // by loop
  std::set<std::string> indices;                 // pointers of the index arrays
  std::set<std::string> values;                  // of the host, that the loops name besides
  Node loops;

  std::optional<std::vector<std::string>> pathTo(const Access& access, std::vector<Polynomial>& touched);
  const Access* loadOf(const Symbol& symbol) const;
  const NamedArray* arrayOf(const Access& load) const;
  bool addCounters(const Polynomial& value, std::set<int>& found, bool isDirect) const;
  bool addCountersOf(const std::string& name, std::set<int>& found) const;
  bool isRepeatable(const Loop& loop) const;
  std::optional<Polynomial> inText(const Polynomial& value);
  std::optional<std::string> symbolText(const std::string& name);
  std::optional<std::string> header(int loop);
  std::optional<std::string> nonEmpty(const Loop& loop);
  std::optional<std::string> conditionText(const std::vector<Constraint>& all);
  std::optional<std::string> conditionText(const Cases& cases);
};

}  // namespace appyl

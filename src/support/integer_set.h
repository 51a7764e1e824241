// Systems of affine constraints over named integers, and the two questions that the proof asks about them.
// This is the only place that knows isl. Its C interface is used because an error there is a null value,
// which propagates to the answer "not known", where the C++ one throws.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct isl_ctx;

namespace appyl::proving {

/// In isl's notation.
struct ConstraintText {
  std::string text;
  bool hasCases = false;  // `(v0 >= 1 and v1 = v0) or (v0 <= 0 and v1 = 0)`
  auto operator<=>(const ConstraintText&) const = default;
};

/// A conjunction of constraints.
struct IntegerSet {
  std::vector<std::string> variables;
  std::vector<ConstraintText> constraints;
  auto operator<=>(const IntegerSet&) const = default;
};

/// Answers within a bounded number of isl's operations per question and of questions per solver, so that no
/// input hangs and the answer does not depend on the machine.
class Solver {
 public:
  Solver();

  /// No question will be answered any more.
  bool isExhausted() const;

  /// nullopt: not decided within the bound.
  std::optional<bool> isEmpty(const IntegerSet& set);

  /// Has `part` a point for all values of `kept` for which `whole` has one? `part` mentions every variable of
  /// `whole`.
  std::optional<bool> always(const IntegerSet& whole, const IntegerSet& part,
                             const std::vector<std::string>& kept);

  /// Lie the points of `part`, as far as the variables `kept` say, in one of the others? All sets mention
  /// each of these variables.
  std::optional<bool> isCovered(const IntegerSet& part, const std::vector<IntegerSet>& others,
                                const std::vector<std::string>& kept);

  /// The first point in the lexicographic order of the set's variables, or any where there is no first.
  std::optional<std::map<std::string, std::int64_t>> smallestPoint(const IntegerSet& set);

 private:
  bool startQuestion();
  std::optional<bool> askIsEmpty(const IntegerSet& set);

  struct Release {
    void operator()(isl_ctx* context) const;
  };
  std::unique_ptr<isl_ctx, Release> context;
  int asked = 0, givenUp = 0;
  std::map<IntegerSet, std::optional<bool>> known;  // two arrays with the same subscripts ask the same
};

}  // namespace appyl::proving

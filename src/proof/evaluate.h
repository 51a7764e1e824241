// The exact value of a subscript, a bound or a condition for given values of parameters and counters, as C++
// computes it. What the proof calls a conflict has been evaluated here.
#pragma once

#include "nest/ir/loop_nest.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace appyl::proving {

/// The parameters that the polynomials depend on, sorted.
std::vector<std::string> parametersOf(const LoopNest& nest, const std::vector<Polynomial>& polynomials);

class Evaluator {
 public:
  explicit Evaluator(const LoopNest& nest) : nest(nest) {}

  void set(const std::string& symbol, std::int64_t value) {
    values[symbol] = value;
    derived.clear();
  }

  /// nullopt where a value is not known or does not fit.
  std::optional<std::int64_t> value(const Polynomial& polynomial);
  std::optional<bool> holds(const Constraint& constraint);
  /// Signed, never 0.
  std::optional<std::int64_t> stepOf(const Loop& loop);
  /// The loop's counter, as it is set, is a value that the loop takes.
  std::optional<bool> iterates(const Loop& loop);

 private:
  std::optional<std::int64_t> symbol(const std::string& name);
  std::optional<std::int64_t> derive(const Symbol& meaning);

  const LoopNest& nest;
  std::unordered_map<std::string, std::int64_t> values;
  std::unordered_map<std::string, std::optional<std::int64_t>> derived;  // from them, where it takes a while
};

}  // namespace appyl::proving
